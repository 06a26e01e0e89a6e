import { describe, expect, it } from 'vitest';
import { MAX_ENTRIES, type TimeTrack } from '../../../../../src/column-types/values/time-track';
import { aColumn, NOW, USER } from '../../column-builder';

const column = aColumn('time_tracking');
const OTHER = 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAW';
const LATER = '2026-03-01T13:30:00.400Z';
const idle: TimeTrack = { seconds: 60, runningSince: null, entries: [] };
const running: TimeTrack = {
  seconds: 60,
  runningSince: NOW,
  entries: [{ userId: USER, start: NOW, end: null }],
};

describe('time_tracking', () => {
  it('reads the previous cell, so that a start knows whether it is running', () => {
    expect(column.type.dependsOnPrevious).toBe(true);
  });

  it('sets the total by hand', () => {
    expect(column.parse({ seconds: 90 })).toEqual({ seconds: 90, runningSince: null, entries: [] });
    expect(column.parse({ seconds: 0 })).toEqual({ seconds: 0, runningSince: null, entries: [] });
  });

  it('keeps entries and a running timer when the total is set', () => {
    expect(column.parse({ seconds: 5 }, { previous: running })).toEqual({ ...running, seconds: 5 });
  });

  it('starts, on an empty cell and on a total', () => {
    expect(column.parse({ start: true })).toEqual({ ...running, seconds: 0 });
    expect(column.parse({ start: true }, { previous: idle })).toEqual(running);
  });

  it('stops, and adds the time to the user who started it', () => {
    expect(column.parse({ stop: true }, { previous: running, now: LATER, userId: OTHER })).toEqual({
      seconds: 60 + 5400,
      runningSince: null,
      entries: [{ userId: USER, start: NOW, end: LATER }],
    });
  });

  it('counts whole seconds: fractions are cut', () => {
    const late = '2026-03-01T12:00:01.999Z';
    expect(column.parse({ stop: true }, { previous: running, now: late })).toMatchObject({ seconds: 61 });
  });

  it('runs a timer for each user: they stop their own, or, without one, those of others', () => {
    const both = column.parse({ start: true }, { previous: running, now: LATER, userId: OTHER }) as TimeTrack;
    expect(both).toEqual({
      seconds: 60,
      runningSince: NOW,
      entries: [
        { userId: USER, start: NOW, end: null },
        { userId: OTHER, start: LATER, end: null },
      ],
    });
    const after = '2026-03-01T14:00:00.400Z';
    const one = column.parse({ stop: true }, { previous: both, now: after, userId: USER }) as TimeTrack;
    expect(one).toMatchObject({ seconds: 60 + 7200, runningSince: LATER });
    expect(column.refusal({ start: true }, { previous: one, userId: OTHER })).toBe(
      'The timer is running already',
    );
    const none = column.parse({ stop: true }, { previous: one, now: after, userId: USER }) as TimeTrack;
    expect(none).toMatchObject({ seconds: 60 + 7200 + 1800, runningSince: null });
  });

  it('adds nothing when the clock was set back', () => {
    const stopped = column.parse({ stop: true }, { previous: running, now: '2026-02-01T00:00:00.000Z' });
    expect(stopped).toMatchObject({ seconds: 60, runningSince: null });
  });

  it('rejects starting twice and stopping a timer that is not running', () => {
    expect(column.refusal({ start: true }, { previous: running })).toBe('The timer is running already');
    expect(column.refusal({ stop: true }, { previous: idle })).toBe('The timer is not running');
    expect(column.refusal({ stop: true })).toBe('The timer is not running');
  });

  it('accepts the wire format for its seconds, but never entries of the client', () => {
    expect(column.parse({ ...running, seconds: 7 }, { previous: running })).toEqual({
      ...running,
      seconds: 7,
    });
    const forged = [{ userId: OTHER, start: NOW, end: LATER }];
    const reason = 'runningSince and entries come from start and stop; they cannot be set';
    expect(column.refusal({ seconds: 7, runningSince: null, entries: forged })).toBe(reason);
    expect(column.refusal({ seconds: 7, entries: forged }, { previous: running })).toBe(reason);
    expect(column.refusal({ seconds: 7, runningSince: NOW })).toBe(reason);
    expect(column.refusal({ seconds: 7, entries: [] }, { previous: running })).toBe(reason);
  });

  it.each([
    [{}],
    [{ start: false }],
    [{ start: 'true' }],
    [{ stop: 1 }],
    [{ start: true, stop: true }],
    [{ start: true, seconds: 5 }],
    [{ seconds: -1 }],
    [{ seconds: '60' }],
    [{ seconds: NaN }],
    [{ seconds: 1_000_000_001 }],
    [{ seconds: 1, minutes: 2 }],
    [60],
    ['1:00'],
    [[60]],
  ])('rejects %j', (input) => {
    expect(column.refusal(input)).toBeTypeOf('string');
  });

  it('drops the oldest entries and keeps their time', () => {
    const entries = Array.from({ length: MAX_ENTRIES }, (_, n) => ({
      userId: `u${n}`,
      start: NOW,
      end: LATER,
    }));
    const track = column.parse({ start: true }, { previous: { ...idle, entries } }) as TimeTrack;
    expect(track.entries).toHaveLength(MAX_ENTRIES);
    expect(track.entries[0]?.userId).toBe('u1');
    expect(track.entries.at(-1)).toEqual({ userId: USER, start: NOW, end: null });
    expect(track.seconds).toBe(60);
  });

  it('sorts by the seconds of finished work, and reads as a clock', () => {
    expect(column.index(running)[0]?.numberKey).toBe(60);
    expect([0, 59.9, 3661, 360000].map((seconds) => column.text({ ...idle, seconds }))).toEqual([
      '0:00:00',
      '0:00:59',
      '1:01:01',
      '100:00:00',
    ]);
  });
});
