import type { StoredValue } from '../../../column-types/column-type';
import { CHARACTERS_PER_STEP } from '../../../column-types/formula';

/** The cost of reading a stored value: one step for each hundred characters or entries. */
export function stepsOfSize(stored: StoredValue): number {
  return Math.floor(sizeOf(stored) / CHARACTERS_PER_STEP);
}

function sizeOf(stored: StoredValue | null): number {
  if (typeof stored === 'string') return stored.length;
  if (Array.isArray(stored)) return stored.reduce<number>((sum, entry) => sum + sizeOf(entry), 0);
  return 1;
}
