/**
 * SQL: whether a key belongs to a record of the organization, whose number is in the upper bits (decision 0101). A range, which
 * an index on the key can use.
 */
export function isKeyOf(key: string, organization: string): string {
  const first = `organization_first_key(p_organization => ${organization})`;
  return `${key} >= ${first} and ${key} < ${first} + (1::bigint << 40)`;
}
