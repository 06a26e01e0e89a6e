import { describe, expect, it } from 'vitest';
import { DueDay, notifiedDay } from '../../../../../src/modules/notifications/due/due-day';

const at = (text: string) => Date.parse(text);

describe('notifiedDay', () => {
  it.each([
    ['UTC', '2026-11-23T08:59:59.999Z', null],
    ['UTC', '2026-11-23T09:00:00.000Z', '2026-11-23'],
    ['UTC', '2026-11-23T23:59:59.999Z', '2026-11-23'],
    ['UTC', '2026-11-24T00:00:00.000Z', null],
    // Standard time and daylight saving time of one zone.
    ['Europe/Berlin', '2026-03-28T07:59:00.000Z', null],
    ['Europe/Berlin', '2026-03-28T08:00:00.000Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-29T06:59:00.000Z', null],
    ['Europe/Berlin', '2026-03-29T07:00:00.000Z', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25T07:59:00.000Z', null],
    ['Europe/Berlin', '2026-10-25T08:00:00.000Z', '2026-10-25'],
    // The local day differs from that of UTC.
    ['Pacific/Auckland', '2026-11-22T20:00:00.000Z', '2026-11-23'],
    ['America/Los_Angeles', '2026-11-23T16:59:00.000Z', null],
    ['America/Los_Angeles', '2026-11-24T01:00:00.000Z', '2026-11-23'],
    // A quarter of an hour.
    ['Asia/Kathmandu', '2026-11-23T03:14:00.000Z', null],
    ['Asia/Kathmandu', '2026-11-23T03:15:00.000Z', '2026-11-23'],
  ])('%s at %s: %s', (zone, now, day) => {
    expect(notifiedDay(zone, at(now))).toBe(day);
  });
});

describe('DueDay', () => {
  const day = new DueDay('2026-11-23', 'America/Los_Angeles');

  it.each([
    ['midnight UTC of the day, in a column without times', '2026-11-23T00:00:00.000Z', true, true],
    ['midnight UTC of the next day, in a column without times', '2026-11-24T00:00:00.000Z', true, false],
    ['midnight UTC of the next day, in a column with times', '2026-11-24T00:00:00.000Z', false, true],
    ['midnight UTC of the day, in a column with times', '2026-11-23T00:00:00.000Z', false, false],
    ['the first instant', '2026-11-23T08:00:00.000Z', false, true],
    ['just before the first instant', '2026-11-23T07:59:59.999Z', false, false],
    ['the last instant', '2026-11-24T07:59:59.999Z', true, true],
    ['just after the last instant', '2026-11-24T08:00:00.000Z', true, false],
  ])('%s', (_what, stored, holdsDays, isDue) => {
    expect(day.has(stored, holdsDays)).toBe(isDue);
  });

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin'])(
    'has bounds around the day in %s',
    (zone) => {
      const due = new DueDay('2026-10-25', zone);
      const { from, to } = due.bounds;
      const start = at('2026-10-25T00:00:00.000Z');
      const onTheDay = Array.from({ length: 121 }, (_, hour) => start + (hour - 60) * 3_600_000).filter(
        (instant) => due.has(new Date(instant).toISOString(), false),
      );
      expect(onTheDay.length).toBeGreaterThanOrEqual(24);
      expect(onTheDay.every((instant) => instant >= from && instant < to)).toBe(true);
    },
  );
});
