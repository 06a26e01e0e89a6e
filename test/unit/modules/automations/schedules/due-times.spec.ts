import { describe, expect, it } from 'vitest';
import { TimeZone } from '../../../../../src/column-types/formula/values/time-zone';
import { firstDue, timesToFire } from '../../../../../src/modules/automations/schedules/due-times';
import {
  addDays,
  boundsOf,
  instantOn,
  localDayOf,
} from '../../../../../src/modules/automations/schedules/local-time';

const at = (time: string) => Date.parse(time);
const iso = (instant: number) => new Date(instant).toISOString();

describe('firstDue', () => {
  const dates = (time?: string) => ({
    type: 'date.arrived',
    config: { columnId: 'col_01JD0000000000000000000000', ...(time === undefined ? {} : { time }) },
  });

  it('dates arrive at nine o’clock of the zone, or at the time of the trigger', () => {
    const nine = firstDue(dates(), 'Europe/Berlin', at('2026-11-23T07:59:59Z'))!;
    expect([iso(nine.at), nine.day]).toEqual(['2026-11-23T08:00:00.000Z', '2026-11-23']);
    const tomorrow = firstDue(dates(), 'Europe/Berlin', at('2026-11-23T08:00:00Z'))!;
    expect([iso(tomorrow.at), tomorrow.day]).toEqual(['2026-11-24T08:00:00.000Z', '2026-11-24']);
    const late = firstDue(dates('23:30'), 'America/New_York', at('2026-11-24T04:00:00Z'))!;
    expect([iso(late.at), late.day]).toEqual(['2026-11-24T04:30:00.000Z', '2026-11-23']);
  });

  it('null for a trigger without a schedule', () => {
    expect(firstDue({ type: 'item.created', config: {} }, 'UTC', 0)).toBeNull();
  });
});

describe('timesToFire', () => {
  const due = at('2026-11-23T10:00:00Z');

  it('each time of the last two minutes', () => {
    expect(timesToFire('* * * * *', 'UTC', due, due + 4_000).map(iso)).toEqual(['2026-11-23T10:00:00.000Z']);
    expect(timesToFire('* * * * *', 'UTC', due, due + 119_000).map(iso)).toEqual([
      '2026-11-23T10:00:00.000Z',
      '2026-11-23T10:01:00.000Z',
    ]);
  });

  it('the latest one after a longer time', () => {
    expect(timesToFire('* * * * *', 'UTC', due, due + 310_000).map(iso)).toEqual([
      '2026-11-23T10:05:00.000Z',
    ]);
    expect(timesToFire('0 10 * * *', 'UTC', due, due + 300_000).map(iso)).toEqual([
      '2026-11-23T10:00:00.000Z',
    ]);
  });
});

describe('local days', () => {
  it('begin and end with the clocks of the zone', () => {
    const bounds = (zone: string, day: string) => {
      const { local, utc } = boundsOf(TimeZone.named(zone), day);
      return [local.from, local.to, utc.from, utc.to].map(iso);
    };
    expect(bounds('Europe/Berlin', '2026-03-29')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-29T00:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ]);
    // In Cairo the clocks go from 0:00 to 1:00, and in Havana the hour from 0:00 to 1:00 occurs twice.
    expect(bounds('Africa/Cairo', '2026-04-24').slice(0, 2)).toEqual([
      '2026-04-23T22:00:00.000Z',
      '2026-04-24T21:00:00.000Z',
    ]);
    expect(bounds('America/Havana', '2026-11-01').slice(0, 2)).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ]);
  });

  it('are counted without clocks', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2026-03-01', -365)).toBe('2025-03-01');
    const lordHowe = TimeZone.named('Australia/Lord_Howe');
    expect(localDayOf(lordHowe, at('2026-10-03T12:59:00Z'))).toBe('2026-10-03');
    expect(iso(instantOn(lordHowe, '2026-10-04', '02:15'))).toBe('2026-10-03T15:30:00.000Z');
    expect(iso(instantOn(lordHowe, '2026-10-04', '09:00'))).toBe('2026-10-03T22:00:00.000Z');
  });
});
