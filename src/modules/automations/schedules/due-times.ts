import { TimeZone } from '../../../column-types/formula/values/time-zone';
import { dateArrived } from '../triggers/date-arrived';
import { recurring } from '../triggers/recurring';
import { latestTime, nextTime } from './cron';
import { addDays, instantOn, type LocalDay, localDayOf } from './local-time';

/** When an automation is due next. */
export interface NextDue {
  /** Milliseconds. */
  at: number;
  /** The local day whose dates arrive then; null for a cron expression. */
  day: LocalDay | null;
}

/** The local time at which dates arrive, unless the trigger has one (contract §8). */
const ARRIVAL = '09:00';

/** Later than this, times that were missed fire once instead of each. */
const PUNCTUAL_MS = 120_000;

/** The triggers that are fired by the clock. */
export type ScheduledType = typeof recurring.type | typeof dateArrived.type;

export function hasSchedule(type: string): type is ScheduledType {
  return type === recurring.type || type === dateArrived.type;
}

/** The first due time after an instant; null for a trigger without a schedule. */
export function firstDue(
  { type, config }: { type: string; config: object },
  timeZone: string,
  after: number,
): NextDue | null {
  if (type === recurring.type) {
    const { data } = recurring.config.safeParse(config);
    const at = data === undefined ? null : nextTime(data.cron, timeZone, after);
    return at === null ? null : { at, day: null };
  }
  if (type !== dateArrived.type) return null;
  const today = localDayOf(TimeZone.named(timeZone), after);
  const due = dueOn(config, timeZone, today);
  return due.at > after ? due : dueOn(config, timeZone, addDays(today, 1));
}

/** When the dates of a local day arrive. */
export function dueOn(config: object, timeZone: string, day: LocalDay): { at: number; day: LocalDay } {
  const { time = ARRIVAL } = dateArrived.config.parse(config);
  return { at: instantOn(TimeZone.named(timeZone), day, time), day };
}

/** The times that fire now, when `due` has passed: each of the last two minutes, or after a longer time only the latest. */
export function timesToFire(cron: string, timeZone: string, due: number, now: number): number[] {
  if (now - due >= PUNCTUAL_MS) return [latestTime(cron, timeZone, due, now)];
  const times: number[] = [];
  for (let time: number | null = due; time !== null && time <= now;) {
    times.push(time);
    time = nextTime(cron, timeZone, time);
  }
  return times;
}
