import { describe, expect, it } from 'vitest';
import { instant, trial } from '../formula-trial';

const cells = { blank: null, people: ['Ada', 'Bob'], count: 1234.567, at: instant('2026-07-05T13:04:09Z') };

describe('texts', () => {
  it.each([
    ['CONCAT("a", 1, TRUE, {blank}, "b")', 'a1TRUEb'],
    ['CONCAT({people}, "!")', 'Ada, Bob!'],
    ['LEFT("Trestle")', 'T'],
    ['LEFT("Trestle", 3)', 'Tre'],
    ['LEFT("ab", 9)', 'ab'],
    ['LEFT("ab", 0)', null],
    ['LEFT("🎉party", 1)', '🎉'],
    ['LEFT(1234, 2)', '12'],
    ['RIGHT("Trestle", 3)', 'tle'],
    ['RIGHT("ab", 9)', 'ab'],
    ['RIGHT("a🎉", 1)', '🎉'],
    ['RIGHT("ab", 0)', null],
    ['MID("Trestle", 2, 3)', 'res'],
    ['MID("Trestle", 7, 9)', 'e'],
    ['MID("Trestle", 8, 1)', null],
    ['MID("a🎉b", 2, 1)', '🎉'],
    ['LEN("Trestle")', 7],
    ['LEN("🎉")', 1],
    ['LEN({blank})', 0],
    ['LEN({people})', 8],
    ['LOWER("ÄB")', 'äb'],
    ['UPPER("straße")', 'STRASSE'],
    ['TRIM("  a   b ")', 'a b'],
    ['SUBSTITUTE("a-b-c", "-", "+")', 'a+b+c'],
    ['SUBSTITUTE("a-b-c", "-", "+", 2)', 'a-b+c'],
    ['SUBSTITUTE("a-b-c", "-", "+", 9)', 'a-b-c'],
    ['SUBSTITUTE("aaa", "a", "")', null],
    ['SUBSTITUTE("abc", "", "x")', 'abc'],
    ['SUBSTITUTE("abc", "B", "x")', 'abc'],
    ['SUBSTITUTE("a.c", ".", "$&")', 'a$&c'],
    ['SEARCH("T", "Trestle")', 1],
    ['SEARCH("t", "Trestle", 2)', 5],
    ['SEARCH("", "abc")', 1],
    ['SEARCH("b", "🎉b")', 2],
    ['SEARCH("x", "İx")', 2],
    ['SEARCH("a*", "a*")', 1],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression, cells)).toBe(result);
  });

  it.each([
    ['LEFT("a", -1)', '#a count of characters cannot be negative'],
    ['RIGHT("a", -1)', '#a count of characters cannot be negative'],
    ['MID("a", 0, 1)', '#places in a text count from 1'],
    ['SUBSTITUTE("a", "a", "b", 0)', '#places in a text count from 1'],
    ['SEARCH("z", "Trestle")', '#SEARCH does not find the text'],
    ['SEARCH("b*", "bcd")', '#SEARCH does not find the text'],
    ['SEARCH("a", "a", 0)', '#places in a text count from 1'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression, cells)).toBe(error);
  });
});

describe('TEXT of numbers', () => {
  it.each([
    [1234.567, '0', '1235'],
    [1234.567, '0.00', '1234.57'],
    [1234.567, '#,##0', '1,235'],
    [1234.567, '#,##0.0', '1,234.6'],
    [-1234.5, '#,##0', '-1,235'],
    [0.125, '0%', '13%'],
    [0.125, '0.0%', '12.5%'],
    [5, '000', '005'],
    [5, '0.0#', '5.0'],
    [5.25, '0.0#', '5.25'],
    [5, '0.##', '5'],
    [0, '#', ''],
    [-0.4, '0', '0'],
    [1.005, '0.00', '1.01'],
    [9.5, '$0.00', '$9.50'],
    [9.5, '0.0 ""kg""', '9.5 kg'],
    [1e21, '0', '1000000000000000000000'],
    [1234567, '0,000', '1,234,567'],
    [7, '0,000', '0,007'],
    [true, '0', 'TRUE'],
    ['abc', '0', 'abc'],
    ['5', '0.00', '5.00'],
    [null, '0.00', '0.00'],
    [null, 'YYYY', ''],
  ])('%j as %s is %j', (value, pattern, result) => {
    expect(trial(`TEXT({value}, "${pattern}") & ""`, { value }) ?? '').toBe(result);
  });

  it.each(['', 'abc', '0.0.0', '0;-0', 'YYYY', '""', '0 0'])('rejects the pattern %j', (pattern) => {
    const error = trial(`TEXT(5, {pattern})`, { pattern });
    expect(error).toBe(`#"${pattern}" is not a number pattern`);
  });

  it('rejects a pattern that is too long', () => {
    expect(trial('TEXT(5, {pattern})', { pattern: '0'.repeat(101) })).toBe('#pattern too long');
  });

  it('fails when the result exceeds the limit of texts', () => {
    expect(trial('TEXT(1e307, "0%")')).toBe('#number out of range');
  });
});

describe('TEXT of dates', () => {
  it.each([
    ['YYYY-MM-DD', '2026-07-05'],
    ['DD/MM/YYYY', '05/07/2026'],
    ['MMM D', 'Jul 5'],
    ['MMMM D, YY', 'July 5, 26'],
    ['M/D', '7/5'],
    ['DDDD', 'Sunday'],
    ['DDD', 'Sun'],
    ['HH:mm', '15:04'],
    ['HH:MM:SS', '15:04:09'],
    ['h:mm AM/PM', '3:04 PM'],
    ['mm:ss', '04:09'],
    ['yyyy-mm-dd hh:mm', '2026-07-05 15:04'],
    ['""Week of"" D', 'Week of 5'],
    ['D.M.YYYY', '5.7.2026'],
  ])('as %s is %j', (pattern, result) => {
    expect(trial(`TEXT({at}, "${pattern}")`, cells)).toBe(result);
  });

  it.each(['Q', 'YYY', 'MMMMM', '0.00 kg', '"', 'ÄÖ'])('rejects the pattern %j', (pattern) => {
    expect(trial('TEXT({at}, {pattern})', { ...cells, pattern })).toBe(`#"${pattern}" is not a date pattern`);
  });

  it('is midnight at twelve', () => {
    expect(trial('TEXT(DATE(2026, 1, 1), "h AM/PM")')).toBe('12 AM');
  });
});
