import { sha256Text } from '../platform/crypto/digest';

/** A digest that is equal for inputs that are equal as JSON, whatever the order of their keys. */
export function inputDigest(input: unknown): string {
  return sha256Text(JSON.stringify(sorted(input ?? {})), 'base64url');
}

/** The depth is limited: findUnacceptable has checked the input. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
