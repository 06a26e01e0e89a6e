import type { Evaluation } from '../evaluation';
import type { FormulaInstant } from '../formula-value';
import { DAY_MS } from './time-zone';

/** Adds days in local time: the time of day does not change across daylight saving; half a day is twelve hours. */
export function addDays(date: number, days: number, { timeZone }: Evaluation): FormulaInstant {
  return { instant: timeZone.instantOf(Math.round(timeZone.wallTime(date) + days * DAY_MS)) };
}

/** The days between two dates in local time, so that midnights are whole days apart. */
export function daysBetween(from: number, to: number, { timeZone }: Evaluation): number {
  return (timeZone.wallTime(to) - timeZone.wallTime(from)) / DAY_MS;
}
