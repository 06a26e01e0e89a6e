import { TimeZone } from '../../../column-types/formula/values/time-zone';

const DAY_MS = 86_400_000;
const MIDNIGHT = 'T00:00:00.000Z';

/** When users are notified of what is due, in the local time of the organization. */
const NOTIFIED_FROM_MS = 9 * 3_600_000;

/** The local day whose due items are to be notified; null before nine o'clock. Sorts as text. */
export function notifiedDay(timeZone: string, now: number): string | null {
  const wallTime = TimeZone.named(timeZone).wallTime(now);
  const timeOfDay = ((wallTime % DAY_MS) + DAY_MS) % DAY_MS;
  return timeOfDay < NOTIFIED_FROM_MS ? null : dateOf(wallTime);
}

/** A day in a time zone. */
export class DueDay {
  private readonly zone: TimeZone;
  private readonly start: number;

  constructor(
    private readonly day: string,
    timeZone: string,
  ) {
    this.zone = TimeZone.named(timeZone);
    this.start = Date.parse(`${day}${MIDNIGHT}`);
  }

  /** Contains the instants of all stored dates that can be on this day; the end is exclusive. */
  get bounds(): { from: number; to: number } {
    return { from: this.start - DAY_MS, to: this.start + 2 * DAY_MS };
  }

  /** Whether a stored date is on this day. In a column without times, midnight UTC means the day in every zone. */
  has(stored: string, holdsDays: boolean): boolean {
    if (holdsDays && stored.endsWith(MIDNIGHT)) return stored.startsWith(this.day);
    return dateOf(this.zone.wallTime(Date.parse(stored))) === this.day;
  }
}

function dateOf(wallTime: number): string {
  return new Date(wallTime).toISOString().slice(0, 10);
}
