import { describe, expect, it } from 'vitest';
import { instant, trial } from '../formula-trial';

const cells = { blank: null, at: instant('2026-07-31T22:30:00Z'), text: 'soon' };

describe('dates', () => {
  it.each([
    ['TODAY()', '2026-07-14T22:00:00.000Z'],
    ['NOW()', '2026-07-15T10:00:00.000Z'],
    ['DATE(2026, 1, 31)', '2026-01-30T23:00:00.000Z'],
    ['DATE(2026, 7, 31)', '2026-07-30T22:00:00.000Z'],
    ['DATE(2026, 13, 1) = DATE(2027, 1, 1)', true],
    ['DATE(2026, 3, 0) = DATE(2026, 2, 28)', true],
    ['DATE(2026.9, 1.9, 1.9) = DATE(2026, 1, 1)', true],
    ['YEAR(DATE(50, 1, 1))', 50],
    ['YEAR({at})', 2026],
    ['MONTH({at})', 8],
    ['DAY({at})', 1],
    ['HOUR({at})', 0],
    ['HOUR(NOW())', 12],
    ['DAY("2026-01-31")', 31],
    ['HOUR("2026-01-31T12:00:00Z")', 13],
    ['WEEKDAY(TODAY())', 3],
    ['WEEKDAY("2026-07-19")', 7],
    ['WEEKDAY("1969-12-28")', 7],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression, cells)).toBe(result);
  });

  it('counts weekdays from the start of the week', () => {
    expect(trial('WEEKDAY("2026-07-19")', {}, { weekStart: 'sunday' })).toBe(1);
    expect(trial('WEEKDAY("2026-07-18")', {}, { weekStart: 'sunday' })).toBe(7);
    expect(trial('WEEKDAY("2026-07-18")', {}, { weekStart: 'saturday' })).toBe(1);
  });

  it.each([
    ['UTC', '2026-07-31T22:30:00.000Z', 31, 22],
    ['Europe/Berlin', '2026-07-31T22:30:00.000Z', 1, 0],
    ['America/New_York', '2026-07-31T02:30:00.000Z', 30, 22],
    ['Asia/Kolkata', '2026-07-31T18:30:00.000Z', 1, 0],
    ['Pacific/Apia', '2026-07-31T12:00:00.000Z', 1, 1],
  ])('reads the calendar of %s', (timeZone, at, day, hour) => {
    expect(trial('DAY({at})', { at: instant(at) }, { timeZone })).toBe(day);
    expect(trial('HOUR({at})', { at: instant(at) }, { timeZone })).toBe(hour);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 3],
    ['Europe/Berlin', '2026-10-25T00:59:59Z', 2],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 2],
    ['Europe/Berlin', '2026-10-25T02:00:00Z', 3],
  ])('follows daylight saving in %s at %s', (timeZone, at, hour) => {
    expect(trial('HOUR({at})', { at: instant(at) }, { timeZone })).toBe(hour);
  });

  it.each([
    ['a day that begins an hour late', 'America/Santiago', 'DATE(2026, 9, 6)', '2026-09-06T04:00:00.000Z'],
    ['a skipped hour', 'Europe/Berlin', 'DATE(2026, 3, 29) + 2.5 / 24', '2026-03-29T01:30:00.000Z'],
    [
      'an hour that is shown twice',
      'Europe/Berlin',
      'DATE(2026, 10, 25) + 2.5 / 24',
      '2026-10-25T00:30:00.000Z',
    ],
    ['a zone of another hemisphere', 'Australia/Sydney', 'DATE(2026, 1, 1)', '2025-12-31T13:00:00.000Z'],
  ])('finds the timestamp of %s', (_, timeZone, expression, result) => {
    expect(trial(expression, {}, { timeZone })).toBe(result);
  });
});

describe('DATEADD', () => {
  it.each([
    ['"2026-01-31", 1, "months"', '2026-02-28'],
    ['"2024-01-31", 1, "month"', '2024-02-29'],
    ['"2024-02-29", 1, "years"', '2025-02-28'],
    ['"2026-03-31", -1, "M"', '2026-02-28'],
    ['"2026-01-15", 1.9, "months"', '2026-02-15'],
    ['"2026-01-15", -13, "months"', '2024-12-15'],
    ['"2026-01-15", 2, "weeks"', '2026-01-29'],
    ['"2026-01-15", 1.9, "weeks"', '2026-01-22'],
    ['"2026-01-15", 1.9, "days"', '2026-01-16'],
    ['"2026-01-15", -1.9, "D"', '2026-01-14'],
    ['"2026-01-15", 1.5, "hours"', '2026-01-15 01:30'],
    ['"2026-03-28", 2, "days"', '2026-03-30'],
    ['"2026-03-28", 1, "D"', '2026-03-29'],
    ['"2026-03-28", 1, "Y"', '2027-03-28'],
    ['"2026-03-28", 36, "hours"', '2026-03-29 13:00'],
    ['"2026-03-28", 90, "Minutes"', '2026-03-28 01:30'],
  ])('of %s is %s', (parameters, result) => {
    expect(trial(`DATEADD(${parameters}) & ""`)).toBe(result);
  });

  it('keeps the time of day', () => {
    expect(trial('DATEADD({at}, 6, "months")', cells)).toBe('2027-01-31T23:30:00.000Z');
  });

  it.each([
    ['DATEADD({at}, 1, "moons")', '#"moons" is not a unit; use years, months, weeks, days, hours or minutes'],
    [
      'DATEADD({at}, 1, {at})',
      '#"2026-08-01 00:30" is not a unit; use years, months, weeks, days, hours or minutes',
    ],
    ['DATEADD({at}, 9999, "years")', '#date out of range'],
    ['DATEADD({at}, 1e300, "months")', '#date out of range'],
    ['DATEADD({at}, -1e9, "hours")', '#date out of range'],
    ['DATE(0, 1, 1)', '#date out of range'],
    ['DATE(10000, 1, 1)', '#date out of range'],
    ['DATE(1e300, 1, 1)', '#date out of range'],
    ['YEAR({text})', '#"soon" is not a date'],
    ['YEAR({blank})', '#the date is empty'],
    ['YEAR("2026-02-30")', '#"2026-02-30" is not a date'],
    ['YEAR("2026-02-01T10:00")', '#"2026-02-01T10:00" is not a date'],
    ['IF(TRUE, 5, NOW()) - NOW()', '#expected a date, got a number'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression, cells)).toBe(error);
  });
});

describe('differences', () => {
  it.each([
    ['DATEDIF("2024-02-29", "2025-02-28", "years")', 1],
    ['DATEDIF("2024-02-29", "2025-02-27", "years")', 0],
    ['DATEDIF("2026-01-31", "2026-02-28", "months")', 1],
    ['DATEDIF("2026-01-31", "2026-02-27", "months")', 0],
    ['DATEDIF("2026-05-15", "2026-03-14", "M")', -2],
    ['DATEDIF("2026-01-01", "2026-01-15", "weeks")', 2],
    ['DATEDIF("2026-01-01", "2026-01-14", "weeks")', 1],
    ['DATEDIF("2026-03-28", "2026-03-30", "days")', 2],
    ['DATEDIF("2026-03-30", "2026-03-28", "D")', -2],
    ['DATEDIF("2026-03-29", "2026-03-30", "hours")', 23],
    ['DATEDIF(NOW(), NOW() + 1 / 48, "minutes")', 30],
    ['DATEDIF("2026-01-01", "2026-01-01", "Y")', 0],
    ['DATEDIF("2026-01-01T22:59:00Z", "2026-01-01T23:01:00Z", "days")', 1],
    ['DATEDIF("2026-01-15T20:00:00Z", "2026-02-15T08:00:00Z", "months")', 1],
    ['DATEDIF("2026-02-15T08:00:00Z", "2026-01-15T20:00:00Z", "months")', -1],
    ['DATEDIF("2024-02-29T20:00:00Z", "2025-02-28T08:00:00Z", "years")', 1],
    ['DATEDIF("2026-01-15T08:00:00Z", "2026-02-14T20:00:00Z", "months")', 0],
    ['DAYS("2026-01-31", "2026-01-01")', 30],
    ['DAYS("2026-01-01", "2026-01-31")', -30],
    ['WORKDAYS("2026-07-13", "2026-07-17")', 5],
    ['WORKDAYS("2026-07-13", "2026-07-20")', 6],
    ['WORKDAYS("2026-07-18", "2026-07-19")', 0],
    ['WORKDAYS("2026-07-15", "2026-07-15")', 1],
    ['WORKDAYS("2026-07-17", "2026-07-13")', -5],
    ['WORKDAYS("1969-12-29", "1970-01-04")', 5],
    ['WORKDAYS("0001-01-02", "9999-12-30")', 2608613],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression)).toBe(result);
  });
});

describe('a date without a time', () => {
  const day = { instant: Date.parse('2026-07-31T00:00:00Z'), isDay: true as const };

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'is that day in %s',
    (timeZone) => {
      const cells = { day, days: [day, null] };
      expect(trial('{day} & ""', cells, { timeZone })).toBe('2026-07-31');
      expect(trial('{day} + 1 & ""', cells, { timeZone })).toBe('2026-08-01');
      expect(trial('DAY({days})', { days: [day] }, { timeZone })).toBe(31);
      expect(trial('MAX({days}) = DATE(2026, 7, 31)', cells, { timeZone })).toBe(true);
    },
  );

  it('begins, as a result, at midnight of the time zone', () => {
    expect(trial('{day}', { day })).toBe('2026-07-30T22:00:00.000Z');
    expect(trial('{day}', { day }, { timeZone: 'America/New_York' })).toBe('2026-07-31T04:00:00.000Z');
  });
});
