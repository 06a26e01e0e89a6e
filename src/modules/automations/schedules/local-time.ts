import { DAY_MS, MINUTE_MS, type TimeZone } from '../../../column-types/formula/values/time-zone';

/** A local day, such as 2026-03-29. Sorts as text. */
export type LocalDay = string;

/**
 * The instant of a local time. A local time that daylight saving skips is the first instant after the gap; of one that
 * occurs twice, it is the first. Later local times are never earlier instants.
 */
export function firstInstantAt(zone: TimeZone, wallTime: number): number {
  const instant = zone.instantOf(wallTime);
  const skipped = zone.wallTime(instant) - wallTime;
  if (skipped === 0) return instant;
  // The clocks change at a whole minute, after `before` and not after `after`.
  let before = instant - skipped;
  let after = instant;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / MINUTE_MS / 2) * MINUTE_MS;
    if (zone.wallTime(middle) < wallTime) before = middle;
    else after = middle;
  }
  return after;
}

export function localDayOf(zone: TimeZone, instant: number): LocalDay {
  return dayOf(zone.wallTime(instant));
}

export function addDays(day: LocalDay, days: number): LocalDay {
  return dayOf(startOf(day) + days * DAY_MS);
}

/** The instant of a time such as 09:00 on a local day. */
export function instantOn(zone: TimeZone, day: LocalDay, time: string): number {
  return firstInstantAt(zone, Date.parse(`${day}T${time}:00.000Z`));
}

/** From the first instant of a day to its end, which is exclusive: in a time zone, and in UTC. */
export function boundsOf(zone: TimeZone, day: LocalDay): DayBounds {
  const start = startOf(day);
  return {
    local: { from: firstInstantAt(zone, start), to: firstInstantAt(zone, start + DAY_MS) },
    utc: { from: start, to: start + DAY_MS },
  };
}

export interface DayBounds {
  readonly local: { readonly from: number; readonly to: number };
  readonly utc: { readonly from: number; readonly to: number };
}

function startOf(day: LocalDay): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

function dayOf(wallTime: number): LocalDay {
  return new Date(wallTime).toISOString().slice(0, 10);
}
