import { type StoredValue, InvalidValue } from '../column-type';
import { failureReason, failureText } from './failure';
import { plainDecimal } from './plain-decimal';

/** parseValue of computed columns. */
export function rejectValue(): never {
  throw new InvalidValue('This column is computed; its value cannot be set');
}

/** Ten times a long text: characters of JSON can be escaped. */
const RESULT_MAX_LENGTH = 1_000_000;
/** A list of tracks, each with a list of entries. */
const RESULT_MAX_DEPTH = 4;

/** A result as a cell stores it: of any type, because the type can have changed after the computation. */
export function parseResult(stored: unknown): StoredValue {
  if (stored === null || stored === undefined) throw new InvalidValue('Must not be null');
  if (isDeeperThan(stored, RESULT_MAX_DEPTH)) throw new InvalidValue('Must not be nested so deep');
  if (JSON.stringify(stored).length > RESULT_MAX_LENGTH)
    throw new InvalidValue(`Must be at most ${RESULT_MAX_LENGTH} characters of JSON`);
  return stored as StoredValue;
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}

/** A result on the wire; null if the computation failed. */
export function presentResult(stored: StoredValue): StoredValue | null {
  return failureReason(stored) === null ? stored : null;
}

/** The text of a computed result of any type: the entries of lists, the names of labels. */
export function resultText(stored: StoredValue | null): string {
  if (stored === null) return '';
  if (typeof stored === 'string') return stored;
  if (typeof stored === 'number') return plainDecimal(stored);
  if (typeof stored === 'boolean') return String(stored);
  if (Array.isArray(stored)) return stored.map(resultText).join(', ');
  const reason = failureReason(stored);
  if (reason !== null) return failureText(reason);
  const name = stored['label'] ?? stored['name'];
  return typeof name === 'string' ? name : JSON.stringify(stored);
}
