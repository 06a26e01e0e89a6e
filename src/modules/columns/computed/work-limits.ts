import { MAX_STEPS } from '../../../column-types/formula';

/**
 * Steps of all formulas and lookups of one item together: about 100 ms at most, during which the event loop is
 * blocked.
 */
export const ITEM_MAX_STEPS = 5 * MAX_STEPS;

/** Steps after which a computation of many items yields to the event loop. */
export const TURN_STEPS = MAX_STEPS;

/** Steps of a job while writers of its items wait; the rest of the batch is computed with the next. */
export const BATCH_MAX_STEPS = 40 * MAX_STEPS;

/** Items that a job locks at a time: some hundred milliseconds of work. */
export const BATCH_MAX_ITEMS = 200;

/** Bytes of values after which a batch takes no further item; the size of one item has its own limits. */
export const BATCH_MAX_BYTES = 8 * 1024 * 1024;

const CALL_LEAST_ITEMS = 100;

/**
 * Steps that a caller waits for: every item can have one formula at its limit, and a few items can have more.
 */
export function callMaxSteps(items: number): number {
  return Math.max(CALL_LEAST_ITEMS, items) * MAX_STEPS;
}
