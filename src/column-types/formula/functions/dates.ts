import {
  addMonths,
  dayNumber,
  midnight,
  monthsBetween,
  partsOf,
  weekdayOf,
  workdaysBetween,
} from '../values/calendar';
import { instantValue } from '../values/conversions';
import { addDays } from '../values/date-arithmetic';
import type { Evaluation } from '../evaluation';
import { fixedFunction } from './fixed-function';
import { FormulaFailure } from '../formula-failure';
import type { FormulaFunction } from './formula-function';
import type { FormulaInstant } from '../formula-value';
import { HOUR_MS, MINUTE_MS } from '../values/time-zone';
import { quoted } from '../../values/quoted';

// Days, months and hours are those of the evaluation's time zone, also across daylight saving.

/** TODAY(): midnight at the start of this day. */
const TODAY = fixedFunction({
  name: 'TODAY',
  needs: [],
  result: 'instant',
  readsClock: true,
  compute: (run) => {
    const { year, month, day } = partsOf(run.timeZone.wallTime(run.clock.now));
    return onWall(run, midnight(year, month, day));
  },
});

const NOW = fixedFunction({
  name: 'NOW',
  needs: [],
  result: 'instant',
  readsClock: true,
  compute: (run) => instantValue(run.clock.now),
});

/**
 * DATE(year, month, day): midnight of that day. Months and days out of range carry over: DATE(2026, 13, 0) is 31
 * December 2026.
 */
const DATE = fixedFunction({
  name: 'DATE',
  needs: ['number', 'number', 'number'],
  result: 'instant',
  compute: (run, year, month, day) =>
    onWall(run, midnight(Math.trunc(year), Math.trunc(month), Math.trunc(day))),
});

const YEAR = partFunction('YEAR', 'year');
const MONTH = partFunction('MONTH', 'month');
const DAY = partFunction('DAY', 'day');
const HOUR = partFunction('HOUR', 'hour');

const DAYS_FROM_MONDAY: ReadonlyMap<string, number> = new Map(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day, index) => [
    day,
    index,
  ]),
);

/** WEEKDAY(date): from 1 for the first day of the organization's week to 7. */
const WEEKDAY = fixedFunction({
  name: 'WEEKDAY',
  needs: ['instant'],
  result: 'number',
  compute: (run, date) => {
    const first = DAYS_FROM_MONDAY.get(run.clock.weekStart) ?? 0;
    return ((weekdayOf(run.timeZone.wallTime(date)) - first + 7) % 7) + 1;
  },
});

type Unit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes';

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...(['years', 'months', 'weeks', 'days', 'hours', 'minutes'] as const).flatMap((unit): [string, Unit][] => [
    [unit, unit],
    [unit.slice(0, -1), unit],
  ]),
  ['y', 'years'],
  ['m', 'months'],
  ['d', 'days'],
]);

/**
 * DATEADD(date, count, unit): for years, months, weeks and days the count is truncated to a whole number. Years and
 * months keep the day of the month, or use the last day of a shorter month; weeks and days keep the time of day. Hours
 * and minutes can be fractions.
 */
const DATEADD = fixedFunction({
  name: 'DATEADD',
  needs: ['instant', 'number', 'text'],
  result: 'instant',
  compute: (run, date, count, unit) => added(run, date, count, unitOf(unit)),
});

/**
 * DATEDIF(from, to, unit): full units between two dates, negative if the second is earlier. Years, months, weeks and
 * days are calendar units and ignore the time of day.
 */
const DATEDIF = fixedFunction({
  name: 'DATEDIF',
  needs: ['instant', 'instant', 'text'],
  result: 'number',
  compute: (run, from, to, unit) => difference(run, from, to, unitOf(unit)),
});

/** DAYS(end, start): calendar days from the second date to the first, with the parameter order of spreadsheets. */
const DAYS = fixedFunction({
  name: 'DAYS',
  needs: ['instant', 'instant'],
  result: 'number',
  compute: (run, end, start) => difference(run, start, end, 'days'),
});

/** WORKDAYS(from, to): days from Monday to Friday, including both ends; negative if the second date is earlier. */
const WORKDAYS = fixedFunction({
  name: 'WORKDAYS',
  needs: ['instant', 'instant'],
  result: 'number',
  compute: (run, from, to) => workdaysBetween(run.timeZone.wallTime(from), run.timeZone.wallTime(to)),
});

export const DATE_FUNCTIONS: readonly FormulaFunction[] = [
  TODAY,
  NOW,
  DATE,
  YEAR,
  MONTH,
  DAY,
  HOUR,
  WEEKDAY,
  DATEADD,
  DATEDIF,
  DAYS,
  WORKDAYS,
];

function partFunction(name: string, part: keyof ReturnType<typeof partsOf>): FormulaFunction {
  return fixedFunction({
    name,
    needs: ['instant'],
    result: 'number',
    compute: (run, date) => partsOf(run.timeZone.wallTime(date))[part],
  });
}

function unitOf(text: string): Unit {
  const unit = text.length <= 'minutes'.length ? UNITS.get(text.toLowerCase()) : undefined;
  if (!unit) {
    throw new FormulaFailure(
      `${quoted(text)} is not a unit; use years, months, weeks, days, hours or minutes`,
    );
  }
  return unit;
}

function added(run: Evaluation, date: number, count: number, unit: Unit): FormulaInstant {
  if (unit === 'hours' || unit === 'minutes') {
    return instantValue(date + count * (unit === 'hours' ? HOUR_MS : MINUTE_MS));
  }
  const units = Math.trunc(count);
  if (unit === 'days' || unit === 'weeks') return addDays(date, unit === 'weeks' ? units * 7 : units, run);
  const months = units * (unit === 'years' ? 12 : 1);
  return onWall(run, addMonths(run.timeZone.wallTime(date), months));
}

function difference(run: Evaluation, from: number, to: number, unit: Unit): number {
  if (unit === 'hours' || unit === 'minutes') {
    return whole((to - from) / (unit === 'hours' ? HOUR_MS : MINUTE_MS));
  }
  const [start, end] = [run.timeZone.wallTime(from), run.timeZone.wallTime(to)];
  if (unit === 'days' || unit === 'weeks') {
    return whole((dayNumber(end) - dayNumber(start)) / (unit === 'weeks' ? 7 : 1));
  }
  return whole(monthsBetween(start, end) / (unit === 'years' ? 12 : 1));
}

function onWall(run: Evaluation, wallTime: number): FormulaInstant {
  return { instant: run.timeZone.instantOf(wallTime) };
}

/** Truncated towards zero; -0 becomes 0. */
function whole(value: number): number {
  return Math.trunc(value) + 0;
}
