import { type StoredValue, InvalidValue } from '../column-type';
import { failureReason, failureText } from './failure';
import { plainDecimal } from './plain-decimal';

/** parseValue of computed columns. */
export function rejectValue(): never {
  throw new InvalidValue('This column is computed; its value cannot be set');
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
