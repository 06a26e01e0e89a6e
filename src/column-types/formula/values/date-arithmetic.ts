import type { Evaluation } from '../evaluation';
import type { FormulaInstant } from '../formula-value';
import { DAY_MS } from './time-zone';

/**
 * Days on: the same time on the clock of the wall, whatever daylight saving does in between; half a day is twelve
 * hours.
 */
export function addDays(date: number, days: number, { timeZone }: Evaluation): FormulaInstant {
  return { instant: timeZone.instantOf(Math.round(timeZone.wallTime(date) + days * DAY_MS)) };
}

/** The days between two dates in local time, so that midnights are whole days apart. */
export function daysBetween(from: number, to: number, { timeZone }: Evaluation): number {
  return (timeZone.wallTime(to) - timeZone.wallTime(from)) / DAY_MS;
}
