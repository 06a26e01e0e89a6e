import type { StoredValue } from '../column-type';

/**
 * What a computed cell keeps when its computation fails. No result is an object with this key, and inside a JSON string
 * every quote is escaped, so the text below is found in a document only where there is a failure.
 */
const KEY = '#error';

/** How a failure begins in the text of a JSONB value. */
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

/** A reason as callers read it. */
export function failureText(reason: string): string {
  return `${KEY} ${reason}`;
}
