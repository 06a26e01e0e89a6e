import { describe, expect, it } from 'vitest';
import { DayCalendar } from '../../../../../src/modules/columns/filters/day-calendar';

const at = (text: string) => Date.parse(text);
const shown = ({ start, end }: { start: number; end: number }) =>
  [start, end].map((ms) => new Date(ms).toISOString().slice(0, 16)).join(' ');
const dayNumber = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

describe('the calendar of an organization', () => {
  it.each([
    ['UTC', '2026-03-10', '2026-03-10T00:00 2026-03-11T00:00'],
    ['America/New_York', '2026-03-10', '2026-03-10T04:00 2026-03-11T04:00'],
    // Clocks go forward, and back.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00 2026-03-09T04:00'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00 2026-11-02T05:00'],
    // Forward at midnight, so that the day begins at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00 2026-09-07T03:00'],
    ['Asia/Kathmandu', '2026-03-10', '2026-03-09T18:15 2026-03-10T18:15'],
    ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00 2026-01-01T11:00'],
  ])('%s: the day %s', (zone, day, expected) => {
    const calendar = new DayCalendar(zone, 'monday', 0);
    const number = dayNumber(day);
    const { zone: own, utc } = calendar.days(number, number);
    expect(shown(own)).toBe(expected);
    expect(shown(utc)).toBe(`${day}T00:00 ${new Date((number + 1) * 86_400_000).toISOString().slice(0, 16)}`);
    expect(calendar.dayOf(own.start)).toBe(number);
    expect(calendar.dayOf(own.end - 1)).toBe(number);
  });

  it('today is that of the time zone', () => {
    const now = at('2026-03-10T23:30:00Z');
    expect(new DayCalendar('Asia/Tokyo', 'monday', now).today).toBe(dayNumber('2026-03-11'));
    expect(new DayCalendar('America/New_York', 'monday', now).today).toBe(dayNumber('2026-03-10'));
  });

  it.each([
    ['monday', 0, '2026-03-09T00:00 2026-03-16T00:00'],
    ['sunday', 0, '2026-03-08T00:00 2026-03-15T00:00'],
    ['saturday', 0, '2026-03-07T00:00 2026-03-14T00:00'],
    ['tuesday', 0, '2026-03-10T00:00 2026-03-17T00:00'],
    ['monday', 1, '2026-03-16T00:00 2026-03-23T00:00'],
    ['monday', -1, '2026-03-02T00:00 2026-03-09T00:00'],
  ])('weeks that begin on %s, %i away', (weekStart, offset, expected) => {
    // A Tuesday.
    const calendar = new DayCalendar('UTC', weekStart, at('2026-03-10T12:00:00Z'));
    expect(shown(calendar.week(offset).zone)).toBe(expected);
  });

  it('months, also the last of a year', () => {
    const month = (now: string) => shown(new DayCalendar('UTC', 'monday', at(now)).month().zone);
    expect(month('2026-02-10T12:00:00Z')).toBe('2026-02-01T00:00 2026-03-01T00:00');
    expect(month('2026-12-31T23:59:59Z')).toBe('2026-12-01T00:00 2027-01-01T00:00');
  });
});
