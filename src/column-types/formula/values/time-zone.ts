import { FormulaFailure } from '../formula-failure';

const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The earliest value of date columns. */
const MIN_MS = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z');

const OFFSET = /^GMT(?:([+-])([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?)?$/;

/** Days cached per time zone: more than ten years in a few hundred kilobytes. */
const REMEMBERED_DAYS = 5_000;

/**
 * The local time of a time zone. Local times are numbers too: the milliseconds of the same reading in UTC, so that
 * calendar arithmetic needs no time zone. The runtime's formatters implement daylight saving but take microseconds, so
 * the offset of a day without a change is cached.
 */
export class TimeZone {
  private static readonly known = new Map<string, TimeZone>();

  private readonly formatter: Intl.DateTimeFormat;
  /** By day since 1970; null for days on which the clocks change. */
  private readonly offsetsByDay = new Map<number, number | null>();

  private constructor(name: string) {
    this.formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** @throws RangeError if the runtime has no time zone with this name */
  static named(name: string): TimeZone {
    let zone = this.known.get(name);
    if (!zone) this.known.set(name, (zone = new TimeZone(name)));
    return zone;
  }

  /** Fails outside the years 0001 to 9999. */
  wallTime(instant: number): number {
    return withinRange(instant) + this.offset(instant);
  }

  /**
   * The instant of a local time. A local time that daylight saving skips is moved forward by the skipped time; of one
   * that occurs twice, the first is used. Fails outside the years 0001 to 9999.
   */
  instantOf(wallTime: number): number {
    if (!(wallTime >= MIN_MS && wallTime <= MAX_MS)) throw new FormulaFailure('date out of range');
    const before = this.offset(wallTime - DAY_MS);
    const after = this.offset(wallTime + DAY_MS);
    const isAfter =
      before !== after &&
      this.offset(wallTime - before) !== before &&
      this.offset(wallTime - after) === after;
    return withinRange(wallTime - (isAfter ? after : before));
  }

  private offset(instant: number): number {
    const day = Math.floor(instant / DAY_MS);
    let offset = this.offsetsByDay.get(day);
    if (offset === undefined) {
      const start = this.askOffset(day * DAY_MS);
      offset = start === this.askOffset((day + 1) * DAY_MS) ? start : null;
      if (this.offsetsByDay.size >= REMEMBERED_DAYS) this.offsetsByDay.clear();
      this.offsetsByDay.set(day, offset);
    }
    return offset ?? this.askOffset(instant);
  }

  private askOffset(instant: number): number {
    const parts = this.formatter.formatToParts(instant);
    const text = parts.find(({ type }) => type === 'timeZoneName')!.value;
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(text)!;
    const offset = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
    return sign === '-' ? -offset : offset;
  }
}

/** Returns the instant; fails outside the years 0001 to 9999. */
export function withinRange(instant: number): number {
  if (!(instant >= MIN_MS && instant <= MAX_MS)) throw new FormulaFailure('date out of range');
  return instant;
}
