import type { StoredValue } from '../column-type';

/**
 * The stored form of a failed computation. No result is an object with this key, and inside a JSON string every
 * quote is escaped, so the text below is found in a document only if there is a failure.
 */
const KEY = '#error';

/** The start of a failure in the text of a JSONB value. */
export const FAILURE_START = `{"${KEY}": `;

export type Failure = { [KEY]: string };

export function failure(reason: string): Failure {
  return { [KEY]: reason };
}

/** The reason of a failure; null for any other value. */
export function failureReason(stored: StoredValue): string | null {
  if (typeof stored !== 'object' || Array.isArray(stored)) return null;
  const reason = stored[KEY];
  return typeof reason === 'string' ? reason : null;
}

/** A reason as shown to callers. */
export function failureText(reason: string): string {
  return `${KEY} ${reason}`;
}
