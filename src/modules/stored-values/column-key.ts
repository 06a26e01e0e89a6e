/** SQL: the key of a column by its id; null for a column that the organization does not have. */
export function columnKey(organization: string, id: string): string {
  return `(select key from columns where organization_id = ${organization} and id = ${id})`;
}
