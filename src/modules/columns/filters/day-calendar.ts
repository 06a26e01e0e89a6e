const DAY_MS = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * A range of whole days with an exclusive end, in two forms: in the organization's zone, and in UTC, where a
 * date without a time is stored as its midnight.
 */
export interface Days {
  zone: { start: number; end: number };
  utc: { start: number; end: number };
}

/** Days in an organization's calendar. A day is a number: days since 1970-01-01. */
export class DayCalendar {
  private readonly parts: Intl.DateTimeFormat;
  private readonly firstWeekday: number;

  /** `now` in milliseconds. */
  constructor(
    readonly timeZone: string,
    weekStart: string,
    readonly now: number,
  ) {
    this.parts = formatter(timeZone);
    this.firstWeekday = Math.max(0, WEEKDAYS.indexOf(weekStart));
  }

  get today(): number {
    return this.dayOf(this.now);
  }

  /** The day of an instant in the organization's zone. */
  dayOf(instant: number): number {
    return Math.floor((instant + this.offsetAt(instant)) / DAY_MS);
  }

  /** From one day to another, both inclusive. */
  days(first: number, last: number): Days {
    return {
      zone: { start: this.startOf(first), end: this.startOf(last + 1) },
      utc: { start: first * DAY_MS, end: (last + 1) * DAY_MS },
    };
  }

  /** The week that contains a day, `offset` weeks away. */
  week(offset: number): Days {
    // 1970-01-01 was a Thursday.
    const weekday = (((this.today + 4 - this.firstWeekday) % 7) + 7) % 7;
    const first = this.today - weekday + offset * 7;
    return this.days(first, first + 6);
  }

  month(): Days {
    const today = new Date(this.today * DAY_MS);
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
    return this.days(Date.UTC(year, month, 1) / DAY_MS, Date.UTC(year, month + 1, 1) / DAY_MS - 1);
  }

  /**
   * The first instant of a day: its midnight with the offset of the day before or of the day after, the one that
   * is on the day; where clocks are set forward at midnight it is one o'clock.
   */
  private startOf(day: number): number {
    const midnight = day * DAY_MS;
    const candidates = [midnight - DAY_MS, midnight + DAY_MS].map((near) => midnight - this.offsetAt(near));
    return Math.min(...candidates.filter((instant) => this.dayOf(instant) >= day));
  }

  /** Milliseconds that local time is ahead of UTC. */
  private offsetAt(instant: number): number {
    const at: Record<string, number> = {};
    for (const { type, value } of this.parts.formatToParts(instant)) at[type] = Number(value);
    const local = Date.UTC(at['year']!, at['month']! - 1, at['day']!, at['hour'], at['minute'], at['second']);
    return local - Math.floor(instant / 1000) * 1000;
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached per zone: creating one takes longer than a page of items. */
function formatter(timeZone: string): Intl.DateTimeFormat {
  let made = formatters.get(timeZone);
  if (!made) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(timeZone, made);
  }
  return made;
}
