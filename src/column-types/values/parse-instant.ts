import { InvalidValue } from '../column-type';
import { INSTANT_MAX_LENGTH, instantInText } from './instant-in-text';
import { quoted } from './quoted';

/**
 * A date (midnight UTC) or an ISO 8601 timestamp with its time zone, as the ISO string with milliseconds that is stored
 * and returned. Finer fractions are truncated. Rejects timestamps without a time zone, which are ambiguous, dates that
 * do not exist, and years outside 0001 to 9999, which do not fit the fixed width of the stored form.
 */
export function parseInstant(input: unknown): string {
  if (typeof input !== 'string' || input.length > INSTANT_MAX_LENGTH) {
    throw new InvalidValue('Must be a date (YYYY-MM-DD) or an ISO 8601 timestamp with its time zone');
  }
  const ms = instantInText(input);
  if (ms === null) {
    throw new InvalidValue(
      `${quoted(input)} is not a date (YYYY-MM-DD) or an ISO 8601 timestamp with its time zone`,
    );
  }
  return new Date(ms).toISOString();
}
