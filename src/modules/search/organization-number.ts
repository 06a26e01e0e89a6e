/** SQL: the number of an organization, with which its rows of the search index begin (decision 0111). */
export function numberOf(organization: string): string {
  return `(select number::integer from organizations where id = ${organization})`;
}
