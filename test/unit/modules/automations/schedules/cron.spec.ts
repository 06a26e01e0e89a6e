import { describe, expect, it } from 'vitest';
import { cronProblem, latestTime, nextTime } from '../../../../../src/modules/automations/schedules/cron';

/** The due times between two instants. */
function timesBetween(cron: string, timeZone: string, from: string, to: string): string[] {
  const times: string[] = [];
  for (let time = nextTime(cron, timeZone, Date.parse(from)); time !== null && time < Date.parse(to);) {
    times.push(new Date(time).toISOString().replace(':00.000Z', 'Z'));
    time = nextTime(cron, timeZone, time);
  }
  return times;
}

describe('cronProblem', () => {
  it.each([
    '* * * * *',
    '*/15 9-17 * * 1-5',
    '0 9 * * mon',
    '0 9 1 JAN,jul *',
    '5,35 */2 * * *',
    '0 0 29 2 *',
    '0 0 * * 7',
    '  0 9  * * 1 ',
  ])('accepts %s', (expression) => {
    expect(cronProblem(expression)).toBeNull();
  });

  it.each([
    ['', /five fields/],
    ['* * * *', /five fields/],
    ['* * * * * *', /five fields/],
    ['@daily', /five fields/],
    ['60 * * * *', /no valid minute: 60/],
    ['* 24 * * *', /no valid hour: 24/],
    ['* * 0 * *', /no valid day of month: 0/],
    ['* * * 13 *', /no valid month: 13/],
    ['* * * * 8', /no valid day of week: 8/],
    ['*/0 * * * *', /./],
    ['5-1 * * * *', /./],
    ['1,,2 * * * *', /./],
    ['a * * * *', /a/],
    ['0 9 L * *', /L/],
    ['0 9 15W * *', /15W/],
    ['0 9 * * 5#2', /5#2/],
    ['? * * * *', /\?/],
    ['0 0 31 2 *', /Never fires/],
    ['0 0 31 4,6,9,11 *', /Never fires/],
    ['0 0 30 feb *', /Never fires/],
  ])('rejects %j', (expression, message) => {
    expect(cronProblem(expression)).toMatch(message);
  });
});

describe('nextTime', () => {
  it('is in the time zone, after the instant', () => {
    expect(
      timesBetween('0 9 * * 1-5', 'Europe/Berlin', '2026-11-20T08:00:00Z', '2026-11-25T00:00:00Z'),
    ).toEqual(['2026-11-23T08:00Z', '2026-11-24T08:00Z']);
    const after = Date.parse('2026-11-20T08:00:29.500Z');
    expect(nextTime('* * * * *', 'Asia/Kathmandu', after)).toBe(Date.parse('2026-11-20T08:01:00Z'));
    expect(nextTime('0 9 * * *', 'UTC', Date.parse('2026-11-20T08:59:59.999Z'))).toBe(
      Date.parse('2026-11-20T09:00:00Z'),
    );
  });

  it('finds leap days, and is null when there is no time', () => {
    expect(nextTime('0 0 29 2 *', 'UTC', Date.parse('2026-01-01T00:00:00Z'))).toBe(
      Date.parse('2028-02-29T00:00:00Z'),
    );
    expect(nextTime('0 0 31 2 *', 'UTC', 0)).toBeNull();
  });

  it('a day of the month or a day of the week, when both are given', () => {
    expect(timesBetween('0 0 13 * 5', 'UTC', '2026-12-01T00:00:00Z', '2026-12-20T00:00:00Z')).toEqual([
      '2026-12-04T00:00Z',
      '2026-12-11T00:00Z',
      '2026-12-13T00:00Z',
      '2026-12-18T00:00Z',
    ]);
  });

  // The gap is due once when it ends: at 3:00 in Berlin and New York, at 2:30 on Lord Howe Island.
  it.each([
    ['Europe/Berlin', '30 2 * * *', '2026-03-28', ['28T01:30Z', '29T01:00Z', '30T00:30Z']],
    [
      'Europe/Berlin',
      '*/30 2 * * *',
      '2026-03-28',
      ['28T01:00Z', '28T01:30Z', '29T01:00Z', '30T00:00Z', '30T00:30Z'],
    ],
    ['Europe/Berlin', '30 1-3 29 * *', '2026-03-28', ['29T00:30Z', '29T01:00Z', '29T01:30Z']],
    ['Europe/Berlin', '0 3 * * *', '2026-03-28', ['28T02:00Z', '29T01:00Z', '30T01:00Z']],
    ['America/New_York', '15 2 * * *', '2026-03-07', ['07T07:15Z', '08T07:00Z', '09T06:15Z']],
    ['Australia/Lord_Howe', '10 2 * * *', '2026-10-02', ['02T15:40Z', '03T15:30Z', '04T15:10Z']],
    ['Africa/Cairo', '0 0 * * *', '2026-04-22', ['22T22:00Z', '23T22:00Z', '24T21:00Z']],
  ])('%s: %s fires once in the gap', (zone, cron, from, expected) => {
    const start = Date.parse(`${from}T00:00:00Z`);
    const days = new Date(start + 3 * 86_400_000).toISOString();
    const month = from.slice(0, 8);
    expect(timesBetween(cron, zone, new Date(start).toISOString(), days)).toEqual(
      expected.map((time) => `${month}${time}`),
    );
  });

  it.each([
    ['Europe/Berlin', '30 2 * * *', '2026-10-24', ['24T00:30Z', '25T00:30Z', '26T01:30Z']],
    ['Europe/Berlin', '*/30 2 25 * *', '2026-10-24', ['25T00:00Z', '25T00:30Z']],
    ['Europe/Berlin', '30 1-3 25 * *', '2026-10-24', ['24T23:30Z', '25T00:30Z', '25T02:30Z']],
    ['America/New_York', '30 1 * * *', '2026-10-31', ['31T05:30Z', '1T05:30Z', '2T06:30Z']],
    ['Australia/Lord_Howe', '45 1 * * *', '2026-04-03', ['03T14:45Z', '04T14:45Z', '05T15:15Z']],
  ])('%s: %s fires once for a local time that occurs twice', (zone, cron, from, expected) => {
    const start = Date.parse(`${from}T00:00:00Z`);
    const times = timesBetween(
      cron,
      zone,
      new Date(start).toISOString(),
      new Date(start + 3 * 86_400_000).toISOString(),
    );
    expect(times.map((time) => time.slice(8).replace(/^0(?=\dT)/, ''))).toEqual(
      expected.map((time) => time.replace(/^0(?=\dT)/, '')),
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:00:00Z', 6],
    ['Europe/Berlin', '2026-10-25T00:00:00Z', 6],
    ['America/New_York', '2026-11-01T04:00:00Z', 6],
    ['Australia/Lord_Howe', '2026-04-04T13:45:00Z', 6],
  ])('%s: a schedule for every hour goes on by elapsed time', (zone, from, hours) => {
    const to = new Date(Date.parse(from) + hours * 3_600_000).toISOString();
    expect(timesBetween('*/30 * * * *', zone, from, to)).toHaveLength(zone.endsWith('Howe') ? 12 : 11);
    const minutes = timesBetween('* * * * *', zone, from, to).map((time) => Date.parse(time) / 60_000);
    expect(minutes.every((minute, at) => at === 0 || minute === minutes[at - 1]! + 1)).toBe(true);
    expect(minutes).toHaveLength(hours * 60 - 1);
  });
});

describe('latestTime', () => {
  const at = (time: string) => Date.parse(time);

  it('is the last one that is not after the instant', () => {
    const due = at('2026-11-02T09:00:00Z');
    expect(latestTime('0 9 * * 1', 'UTC', due, at('2026-11-23T08:59:00Z'))).toBe(at('2026-11-16T09:00:00Z'));
    expect(latestTime('0 9 * * 1', 'UTC', due, at('2026-11-23T09:00:00Z'))).toBe(at('2026-11-23T09:00:00Z'));
    expect(latestTime('0 9 * * 1', 'UTC', due, due)).toBe(due);
    expect(latestTime('* * * * *', 'UTC', due, at('2028-01-01T00:00:31Z'))).toBe(at('2028-01-01T00:00:00Z'));
    expect(latestTime('* * * * *', 'UTC', due, due + 60_000)).toBe(due + 60_000);
    expect(latestTime('* 9 * * 1-5', 'UTC', due, at('2026-11-22T12:00:00Z'))).toBe(
      at('2026-11-20T09:59:00Z'),
    );
  });
});
