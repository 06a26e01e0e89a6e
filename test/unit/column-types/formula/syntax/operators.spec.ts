import { describe, expect, it } from 'vitest';
import { instant, trial } from '../formula-trial';

const MAY_1 = instant('2026-04-30T22:00:00Z');
const MAY_4 = instant('2026-05-03T22:00:00Z');

describe('arithmetic', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 2 - 3', 5],
    ['2 ^ 3 ^ 2', 64],
    ['-2 ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['7 / 2', 3.5],
    ['10 % 3', 1],
    ['-1 % 3', 2],
    ['1 % -3', -2],
    ['5.5 % 2', 1.5],
    ['10% * 50', 5],
    ['50%', 0.5],
    ['200%%', 0.02],
    ['10% + 1', 1.1],
    ['10 % (1 + 2)', 1],
    ['10 %-3', -2],
    ['--"5"', 5],
    ['= 1 + 2', 3],
    [' =1 = 1', true],
    ['+1', 1],
    ['+"abc"', 'abc'],
    ['+-+-5', 5],
    ['2 - +3', -1],
    ['+2 ^ 2', 4],
    ['+50%', 0.5],
    ['10 % +1', 1.1],
    ['-(-3)', 3],
    ['0.1 + 0.2', 0.3],
    ['1.1 * 1.1', 1.21],
    ['9007199254740991', 9007199254740991],
    ['0 * -1', 0],
    ['"12" + "3"', 15],
    ['" 1,234.5 " * 2', 2469],
    ['"50%" * 4', 2],
    ['TRUE + TRUE', 2],
    ['0 ^ 0', 1],
    ['.5 + 1.', 1.5],
    ['1e3', 1000],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression)).toBe(result);
  });

  it.each([
    ['1 / 0', '#division by zero'],
    ['1 % 0', '#division by zero'],
    ['0 ^ -1', '#division by zero'],
    ['10 ^ 400', '#number out of range'],
    ['1e308 * 10', '#number out of range'],
    ['1e308 + 1e308', '#number out of range'],
    ['(-8) ^ 0.5', '#this power of a negative number is no number'],
    ['"abc" + 1', '#"abc" is not a number'],
    ['"" + 1', '#"" is not a number'],
    ['"1.2.3" + 1', '#"1.2.3" is not a number'],
    ['"1,23" + 1', '#"1,23" is not a number'],
    ['"0x10" + 1', '#"0x10" is not a number'],
    ['"Infinity" + 1', '#"Infinity" is not a number'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression)).toBe(error);
  });

  it('counts blank as 0, and a list of one as its entry', () => {
    const cells = { blank: null, one: [4], none: [], two: [1, 2] };
    expect(trial('{blank} + 1', cells)).toBe(1);
    expect(trial('-{blank}', cells)).toBe(0);
    expect(trial('{one} * 2', cells)).toBe(8);
    expect(trial('{none} - 2', cells)).toBe(-2);
    expect(trial('{two} * 2', cells)).toBe('#expected one value, got a list of 2');
  });
});

describe('arithmetic of dates', () => {
  const cells = { a: MAY_1, b: MAY_4, blank: null, list: [MAY_4] };

  it.each([
    ['{b} - {a}', 3],
    ['{a} - {b}', -3],
    ['{a} + 3', '2026-05-03T22:00:00.000Z'],
    ['3 + {a}', '2026-05-03T22:00:00.000Z'],
    ['{a} - 1', '2026-04-29T22:00:00.000Z'],
    ['{a} + 0.5', '2026-05-01T10:00:00.000Z'],
    ['{a} + {blank}', '2026-04-30T22:00:00.000Z'],
    ['{list} + 1', '2026-05-04T22:00:00.000Z'],
    ['1 + {list}', '2026-05-04T22:00:00.000Z'],
    ['{list} - {a}', 3],
    ['{list} - 1', '2026-05-02T22:00:00.000Z'],
    ['{a} - {list}', -3],
    ['"2026-05-02" - {a}', 1],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression, cells)).toBe(result);
  });

  it('adds days of the calendar across daylight saving', () => {
    expect(trial('DATE(2026, 3, 28) + 2')).toBe('2026-03-29T22:00:00.000Z');
    expect(trial('DATE(2026, 3, 30) - DATE(2026, 3, 28)')).toBe(2);
  });

  it.each([
    ['{a} + "x"', '#"x" is not a number'],
    ['{a} + 1e12', '#date out of range'],
    ['{blank} - {a}', '#the date is empty'],
    ['{list} + {a}', '#expected a number, got a date'],
    ['{list} * 2', '#expected a number, got a date'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression, cells)).toBe(error);
  });

  it('distinguishes an empty date cell from a number', () => {
    expect(trial('IF(FALSE, {a}) + 1', cells)).toBe('#the date is empty');
  });
});

describe('&', () => {
  it.each([
    ['"a" & "b" & "c"', 'abc'],
    ['1 & TRUE', '1TRUE'],
    ['0.1 + 0.2 & ""', '0.3'],
    ['1e21 & ""', '1000000000000000000000'],
    ['1 + 1 & 2 * 2', '24'],
    ['{blank} & "x"', 'x'],
    ['{list} & "!"', 'Ada, Bob!'],
    ['{date} & ""', '2026-05-01'],
    ['{date} + 0.25 & ""', '2026-05-01 06:00'],
    ['"say ""hi""" & \' it\'\'s\'', 'say "hi" it\'s'],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression, { blank: null, list: ['Ada', 'Bob'], date: MAY_1 })).toBe(result);
  });
});

describe('comparisons', () => {
  const cells = {
    blank: null,
    empty: [],
    one: ['Red'],
    two: ['Red', 'Blue'],
    a: MAY_1,
    b: MAY_4,
    text: 'Z',
  };

  it.each([
    ['1 = 1', true],
    ['1 <> 1', false],
    ['1 != 2', true],
    ['1 < 2', true],
    ['2 <= 2', true],
    ['2 > 2', false],
    ['2 >= 3', false],
    ['0.1 + 0.2 = 0.3', true],
    ['0.1 + 0.2 > 0.3', false],
    ['1 + 1 = 2 & ""', true],
    ['"abc" = "ABC"', true],
    ['"a" < "B"', true],
    ['"é" = "e"', false],
    ['"é" < "f"', true],
    ['"5" = 5', true],
    ['"10" > 9', true],
    ['"x" = 1', false],
    ['"x" <> 1', true],
    ['TRUE = 1', false],
    ['FALSE < TRUE', true],
    ['{blank} = 0', true],
    ['{blank} = ""', true],
    ['{blank} = FALSE', true],
    ['{blank} = {empty}', true],
    ['{blank} < 1', true],
    ['1 > {blank}', true],
    ['{blank} > -1', true],
    ['{blank} < "a"', true],
    ['{blank} = {a}', false],
    ['{blank} < {a}', false],
    ['{blank} > {a}', false],
    ['{a} >= {blank}', false],
    ['{a} < {b}', true],
    ['{a} = "2026-05-01"', true],
    ['{a} < "2026-05-02"', true],
    ['"2026-05-01T00:00:00+02:00" = {a}', true],
    ['{a} = "soon"', false],
    ['{a} = ""', false],
    ['{one} = "red"', true],
    ['{two} = "red, blue"', true],
    ['{two} = "red"', false],
    ['{text} >= "a"', true],
    ['(1 < 2) = TRUE', true],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression, cells)).toBe(result);
  });

  it.each([
    ['{text} > 5', '#a text and a number cannot be compared'],
    ['{one} > 5', '#a list and a number cannot be compared'],
    ['{a} < {text}', '#a date and a text cannot be compared'],
    ['{empty} > {a} + "?"', '#"?" is not a number'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression, cells)).toBe(error);
  });
});
