/** How much time one partition contains, in UTC. Weeks begin on Monday. */
export type PartitionWidth = 'day' | 'week' | 'month' | 'year';

/** Days as `YYYY-MM-DD` in UTC, the end excluded. */
export interface PartitionRange {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const MONDAY = 1;

/** The day so many days later, in UTC, as `YYYY-MM-DD`. */
export function dayAfter(date: Date, days: number): string {
  return new Date(date.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The range of a new partition for a day: the day, week, month or year that contains the day, without what other partitions
 * contain: their width was another one before the configuration changed. The day is in none of them.
 */
export function rangeAround(
  day: string,
  width: PartitionWidth,
  others: readonly PartitionRange[],
): PartitionRange {
  const { from, to } = calendarRange(day, width);
  const earlier = others.filter((other) => other.to <= day).map((other) => other.to);
  const later = others.filter((other) => other.from > day).map((other) => other.from);
  return { from: [from, ...earlier].sort().at(-1)!, to: [to, ...later].sort()[0]! };
}

export function contains({ from, to }: PartitionRange, day: string): boolean {
  return from <= day && day < to;
}

function calendarRange(day: string, width: PartitionWidth): PartitionRange {
  const date = new Date(day);
  if (width === 'day') return { from: day, to: dayAfter(date, 1) };
  if (width === 'week') {
    const sinceMonday = (date.getUTCDay() + 7 - MONDAY) % 7;
    return { from: dayAfter(date, -sinceMonday), to: dayAfter(date, 7 - sinceMonday) };
  }
  const year = date.getUTCFullYear();
  if (width === 'year')
    return { from: `${day.slice(0, -6)}-01-01`, to: dayAfter(new Date(Date.UTC(year + 1, 0)), 0) };
  const next = new Date(Date.UTC(year, date.getUTCMonth() + 1, 1));
  return { from: `${day.slice(0, 7)}-01`, to: dayAfter(next, 0) };
}
