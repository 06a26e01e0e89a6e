/**
 * The input if it is an object with no other keys than these, else undefined. Only own keys count: an inherited
 * "constructor" is not a value, and an own "__proto__" is rejected as an additional key.
 */
export function readObject<Key extends string>(
  input: unknown,
  keys: readonly Key[],
): Partial<Record<Key, unknown>> | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const known: readonly string[] = keys;
  return Object.keys(input).every((key) => known.includes(key))
    ? (input as Partial<Record<Key, unknown>>)
    : undefined;
}
