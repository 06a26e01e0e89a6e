import { DAY_MS } from './time-zone';

/** The date and time of a local time (see TimeZone); months count from 1. */

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

/** Midnight of a day. Months and days out of range carry over: day 0 is the last day of the previous month. */
export function midnight(year: number, month: number, day: number): number {
  // Date.UTC would treat years below 100 as years of the 20th century.
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

/** The same day and time, the given number of months later; the last day of a shorter month. */
export function addMonths(wallTime: number, months: number): number {
  const { year, month, day } = partsOf(wallTime);
  const lastDay = partsOf(midnight(year, month + months + 1, 0)).day;
  return midnight(year, month + months, Math.min(day, lastDay)) + (wallTime - dayNumber(wallTime) * DAY_MS);
}

/** Full months between two days, negative if the second is earlier. */
export function monthsBetween(from: number, to: number): number {
  if (to < from) return -monthsBetween(to, from) + 0;
  const [a, b] = [partsOf(from), partsOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  return dayNumber(addMonths(from, months)) > dayNumber(to) ? months - 1 : months;
}

/** Days from Monday to Friday between two local times, including both days; negative if the second is earlier. */
export function workdaysBetween(from: number, to: number): number {
  if (to < from) return -workdaysBetween(to, from) + 0;
  return workdaysBefore(dayNumber(to) + 1) - workdaysBefore(dayNumber(from));
}

/** Workdays since the Monday before 1970. */
function workdaysBefore(day: number): number {
  const weeks = Math.floor((day + 3) / 7);
  return weeks * 5 + Math.min(day + 3 - weeks * 7, 5);
}
