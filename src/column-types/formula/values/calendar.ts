import { DAY_MS } from './time-zone';

/** The calendar of wall times (see TimeZone); months count from 1. */

export function partsOf(wallTime: number) {
  const date = new Date(wallTime);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** Midnight of a day. Months and days beyond their end run on: day 0 is the last of the month before. */
export function midnight(year: number, month: number, day: number): number {
  // Date.UTC would take the years below 100 for those of the last century.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** Days since 1 January 1970. */
export function dayNumber(wallTime: number): number {
  return Math.floor(wallTime / DAY_MS);
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(wallTime: number): number {
  return (((dayNumber(wallTime) + 3) % 7) + 7) % 7;
}

/** The same day and time some months on; the last of the month where it has no such day. */
export function addMonths(wallTime: number, months: number): number {
  const { year, month, day } = partsOf(wallTime);
  const lastDay = partsOf(midnight(year, month + months + 1, 0)).day;
  return midnight(year, month + months, Math.min(day, lastDay)) + (wallTime - dayNumber(wallTime) * DAY_MS);
}

/** Full months from the day of the one to the day of the other, negative where the second is earlier. */
export function monthsBetween(from: number, to: number): number {
  if (to < from) return -monthsBetween(to, from) + 0;
  const [a, b] = [partsOf(from), partsOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  return dayNumber(addMonths(from, months)) > dayNumber(to) ? months - 1 : months;
}

/** Days from Monday to Friday between two wall times, both days counted; negative where the second is earlier. */
export function workdaysBetween(from: number, to: number): number {
  if (to < from) return -workdaysBetween(to, from) + 0;
  return workdaysBefore(dayNumber(to) + 1) - workdaysBefore(dayNumber(from));
}

/** Workdays since the Monday before 1970. */
function workdaysBefore(day: number): number {
  const weeks = Math.floor((day + 3) / 7);
  return weeks * 5 + Math.min(day + 3 - weeks * 7, 5);
}
