/**
 * JSON that is the same for equal values: no spaces, and keys in the order of their UTF-16 code units (RFC 8785). PostgreSQL and
 * readers of the file can order the keys of `jsonb` differently.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.keys(value)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((key) => `${JSON.stringify(key)}:${canonicalJson((value as Record<string, unknown>)[key])}`);
  return `{${fields.join(',')}}`;
}
