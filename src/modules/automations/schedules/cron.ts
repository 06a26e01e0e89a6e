import { Cron } from 'croner';
import { MINUTE_MS, TimeZone } from '../../../column-types/formula/values/time-zone';
import { firstInstantAt } from './local-time';

const NUMBERS = /^[\d*,/-]+$/;
const MONTHS = /^(?:[\d*,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)+$/i;
const WEEKDAYS = /^(?:[\d*,/-]|mon|tue|wed|thu|fri|sat|sun)+$/i;
const FIELDS = [
  { name: 'minute', characters: NUMBERS },
  { name: 'hour', characters: NUMBERS },
  { name: 'day of month', characters: NUMBERS },
  { name: 'month', characters: MONTHS },
  { name: 'day of week', characters: WEEKDAYS },
];

/** The hour field of a schedule whose times repeat within the hour, whatever the hour is. */
const EVERY_HOUR = /^\*(?:\/1)?$/;

const SHAPE = `Must have five fields: ${FIELDS.map(({ name }) => name).join(', ')}`;

/** Why a text is no cron expression of five fields that fires; null when it is one. */
export function cronProblem(expression: string): string | null {
  const fields = fieldsOf(expression);
  if (fields.length !== FIELDS.length) return SHAPE;
  for (const [at, { name, characters }] of FIELDS.entries()) {
    const field = fields[at]!;
    const alone = FIELDS.map((_, other) => (other === at ? field : '*')).join(' ');
    if (!characters.test(field) || !isRead(alone)) return `Has no valid ${name}: ${field}`;
  }
  return inZoneOf(expression, 'UTC').nextRun(new Date(0)) === null ? 'Never fires' : null;
}

/**
 * The first time after an instant, in milliseconds; null if the expression never fires. A schedule with hours fires by local
 * time: a local time that daylight saving skips is due when the gap ends, and one that occurs twice is due the first time. A
 * schedule for every hour fires by elapsed time, so that no hour of a night in which the clocks change is without its runs.
 */
export function nextTime(expression: string, timeZone: string, after: number): number | null {
  if (EVERY_HOUR.test(fieldsOf(expression)[1]!))
    return inZoneOf(expression, timeZone).nextRun(new Date(after))?.getTime() ?? null;
  const zone = TimeZone.named(timeZone);
  // Local times as readings in UTC, which has no changes of clocks.
  const readings = inZoneOf(expression, 'UTC');
  for (let reading = zone.wallTime(after); ;) {
    const next = readings.nextRun(new Date(reading));
    if (next === null) return null;
    reading = next.getTime();
    const instant = firstInstantAt(zone, reading);
    if (instant > after) return instant;
  }
}

/** The last time that is not after `until`; `due` is an earlier one. */
export function latestTime(expression: string, timeZone: string, due: number, until: number): number {
  let latest = due;
  // No time is between `end` and `until`.
  let end = until;
  while (end - latest >= MINUTE_MS) {
    const middle = Math.floor((latest + end) / 2);
    const next = nextTime(expression, timeZone, middle);
    if (next !== null && next <= until) latest = next;
    else end = middle;
  }
  return latest;
}

function fieldsOf(expression: string): string[] {
  return expression.trim().split(/\s+/);
}

function inZoneOf(expression: string, timezone: string): Cron {
  return new Cron(fieldsOf(expression).join(' '), { timezone, mode: '5-part', paused: true });
}

function isRead(expression: string): boolean {
  try {
    inZoneOf(expression, 'UTC');
    return true;
  } catch {
    return false;
  }
}
