import { describe, expect, it } from 'vitest';
import { instant, trial } from '../formula-trial';

describe('numbers', () => {
  it.each([
    ['ROUND(2.5)', 3],
    ['ROUND(-2.5)', -3],
    ['ROUND(1.005, 2)', 1.01],
    ['ROUND(2.675, 2)', 2.68],
    ['ROUND(-1.005, 2)', -1.01],
    ['ROUND(1234.567, -2)', 1200],
    ['ROUND(1250, -2)', 1300],
    ['ROUND(0.4)', 0],
    ['ROUND(-0.4)', 0],
    ['ROUND(1.25, 1.9)', 1.3],
    ['ROUND(1e-7, 8)', 1e-7],
    ['ROUND(1.5e300, 5)', 1.5e300],
    ['ROUND(5, 100000)', 5],
    ['ROUND(5, -100000)', 0],
    ['ROUNDUP(2.1)', 3],
    ['ROUNDUP(-2.1)', -3],
    ['ROUNDUP(1.001, 2)', 1.01],
    ['ROUNDUP(1.1 * 3, 1)', 3.3],
    ['ROUNDDOWN(2.9)', 2],
    ['ROUNDDOWN(-2.9)', -2],
    ['ROUNDDOWN(1.999, 2)', 1.99],
    ['ROUNDDOWN(1299, -2)', 1200],
    ['ABS(-3)', 3],
    ['ABS("-3")', 3],
    ['MOD(10, 3)', 1],
    ['MOD(-1, 3)', 2],
    ['MOD(1, -3)', -2],
    ['MOD(1e308, 1.5e308)', 1e308],
    ['MOD(-1e308, -1.5e308)', -1e308],
    ['MOD(1e308, 3) < 3', true],
    ['ROUND(1e300, 300)', 1e300],
    ['ROUND(1.7976931348623157e308, -300)', 1.79769313e308],
    ['1.7976931348623157e308', 1.7976931348623157e308],
    ['LEN(1.7976931348623157e308)', 309],
    ['-1.7976931348623157e308', -1.7976931348623157e308],
    ['5e-324', 5e-324],
    ['POWER(2, 10)', 1024],
    ['POWER(9, 0.5)', 3],
    ['SQRT(16)', 4],
    ['SQRT(0)', 0],
    ['CEILING(2.1)', 3],
    ['CEILING(22, 5)', 25],
    ['CEILING(0.3, 0.1)', 0.3],
    ['CEILING(-2.5, 2)', -2],
    ['CEILING(-2.5, -2)', -4],
    ['CEILING(3, 0)', 0],
    ['FLOOR(2.9)', 2],
    ['FLOOR(22, 5)', 20],
    ['FLOOR(0.6, 0.2)', 0.6],
    ['FLOOR(-2.5, 2)', -4],
    ['FLOOR(-2.5, -2)', -2],
    ['VALUE("1,234.5")', 1234.5],
    ['VALUE("12%")', 0.12],
    ['VALUE(" -1.5e2 ")', -150],
    ['VALUE(".5")', 0.5],
    ['VALUE("")', 0],
    ['VALUE(7)', 7],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression)).toBe(result);
  });

  it.each([
    ['MOD(1, 0)', '#division by zero'],
    ['POWER(0, -1)', '#division by zero'],
    ['POWER(10, 400)', '#number out of range'],
    ['SQRT(-1)', '#a negative number has no square root'],
    ['CEILING(2.5, -2)', '#a positive number has no negative step'],
    ['FLOOR(2.5, -2)', '#a positive number has no negative step'],
    ['FLOOR(1e308, 1e-300)', '#number out of range'],
    ['VALUE("twelve")', '#"twelve" is not a number'],
    ['VALUE("1e999")', '#"1e999" is not a number'],
    ['ROUND("x")', '#"x" is not a number'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression)).toBe(error);
  });
});

describe('aggregates', () => {
  const cells = {
    blank: null,
    none: [],
    list: [3, null, 'x', 1, true],
    people: ['Ada', 'Bob'],
    early: instant('2026-01-01T00:00:00Z'),
    late: instant('2026-02-01T00:00:00Z'),
    dates: [instant('2025-01-01T00:00:00Z'), null],
  };

  it.each([
    ['SUM(1, 2, 3)', 6],
    ['SUM(0.1, 0.2)', 0.3],
    ['SUM("2", TRUE, {blank})', 3],
    ['SUM({list}, 10)', 14],
    ['SUM({none})', 0],
    ['AVERAGE(1, 2, 6)', 3],
    ['AVERAGE({blank}, 4)', 4],
    ['AVERAGE({list})', 2],
    ['MIN(3, 1, 2)', 1],
    ['MIN({blank}, 5)', 5],
    ['MIN({list})', 1],
    ['MIN({none})', null],
    ['MIN({none}) + 1', 1],
    ['MAX(3, 1, 2)', 3],
    ['MAX({list}, "7")', 7],
    ['MAX({early}, {late}, {blank})', '2026-02-01T00:00:00.000Z'],
    ['MIN({early}, {dates})', '2025-01-01T00:00:00.000Z'],
    ['COUNT({list})', 4],
    ['COUNT({people}, "x", 0, "", {blank}, {none})', 4],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression, cells)).toBe(result);
  });

  it.each([
    ['SUM("x")', '#"x" is not a number'],
    ['SUM({dates})', '#expected a number, got a date'],
    ['SUM(1e308, 1e308)', '#number out of range'],
    ['AVERAGE({none})', '#division by zero'],
    ['MIN({early}, 1)', '#MIN takes numbers or dates, not both'],
    ['MAX({dates}, {list})', '#MAX takes numbers or dates, not both'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression, cells)).toBe(error);
  });
});
