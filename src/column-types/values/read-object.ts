/**
 * The input as an object that has no keys but these, else undefined. Only own keys count: "constructor" is
 * not inherited into a value, and an own "__proto__" is one key too many.
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
