import { createHash } from 'node:crypto';

/** Tells whether two inputs are the same: as JSON, whatever the order of their keys. */
export function inputDigest(input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(input ?? {})))
    .digest('base64url');
}

/** Inputs are some levels deep at most when they come here: findUnacceptable has seen them. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
