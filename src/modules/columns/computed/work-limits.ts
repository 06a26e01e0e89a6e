import { MAX_STEPS } from '../formula';

/** Steps of all formulas and lookups of one item together: some 100 ms at worst, for which nothing else is done. */
export const ITEM_MAX_STEPS = 5 * MAX_STEPS;

/** Steps after which a computation of many items lets others have their turn. */
export const TURN_STEPS = MAX_STEPS;

/** Steps that a job takes while writers of its items wait; the rest of the batch comes with the next. */
export const BATCH_MAX_STEPS = 40 * MAX_STEPS;

/** Items whose writers wait at a time: some hundred milliseconds of work. */
export const BATCH_MAX_ITEMS = 200;

/** Bytes of values after which a batch takes no further item; what one item holds has bounds of its own. */
export const BATCH_MAX_BYTES = 8 * 1024 * 1024;

const CALL_LEAST_ITEMS = 100;

/** Steps of what a caller waits for: every item may have one formula at its bound, and a few items may have more. */
export function callMaxSteps(items: number): number {
  return Math.max(CALL_LEAST_ITEMS, items) * MAX_STEPS;
}
