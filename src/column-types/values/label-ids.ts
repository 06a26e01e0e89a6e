import { idPattern } from '../../kernel/ids';
import { InvalidValue } from '../column-type';
import { MAX_LABELS } from '../configs/labels';

const LABEL_ID = idPattern('label');

/** A label as a cell stores it, whether the column still has it or not. */
export function parseLabelId(stored: unknown): string {
  if (typeof stored !== 'string' || !LABEL_ID.test(stored))
    throw new InvalidValue('Must be the id of a label');
  return stored;
}

/** Labels as a cell stores them: at least one. */
export function parseLabelIds(stored: unknown): string[] {
  if (!Array.isArray(stored) || stored.length === 0 || stored.length > MAX_LABELS)
    throw new InvalidValue(`Must be 1 to ${MAX_LABELS} ids of labels`);
  return [...new Set(stored.map(parseLabelId))];
}
