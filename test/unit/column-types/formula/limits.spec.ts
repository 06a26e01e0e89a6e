import { describe, expect, it } from 'vitest';
import { compileFormula, type FormulaValue } from '../../../../src/column-types/formula';
import { FUNCTIONS } from '../../../../src/column-types/formula/functions';
import { CLOCK, refusal, trial } from './formula-trial';

describe('names of the JavaScript runtime are only unknown names', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'get'];

  it.each(NAMES)('%s', (name) => {
    expect(refusal(`{${name}}`)).toEqual([0, `There is no column with the name "${name}"`]);
    expect(refusal(`${name}(1)`)).toEqual([0, `There is no function "${name.toUpperCase()}"`]);
    expect(refusal(`1 + ${name}`)[0]).toBe(4);
    expect(trial('DATEADD(NOW(), 1, {name})', { name })).toMatch(/^#"\w+" is not a unit/);
    expect(trial('SWITCH({name}, "x", 1, 2)', { name })).toBe(2);
    expect(trial('1 + {name}', { name })).toBe(`#"${name}" is not a number`);
    expect(trial('WEEKDAY(NOW())', {}, { weekStart: name })).toBe(3);
  });

  it.each([
    'this',
    'constructor.constructor("return 1")()',
    '{a}.b',
    '"a".length',
    '(1).constructor',
    '${1}',
    'function(){}',
    '{a}["b"]',
    '() => 1',
    '1, 2',
    'a = 1',
    '//',
    '/* */ 1',
    '\\u0031',
  ])('%s is not an expression', (expression) => {
    expect(refusal(expression)[0]).toBeGreaterThanOrEqual(0);
  });
});

describe('texts have a limit', () => {
  const long = 'x'.repeat(10_000);

  it.each([
    ['&', '{long} & "x"'],
    ['CONCAT', 'CONCAT({long}, {long})'],
    ['SUBSTITUTE', 'SUBSTITUTE({long}, "x", {long})'],
    ['UPPER', 'UPPER("ß" & {most})'],
    ['LOWER', 'LOWER({huge})'],
    ['TRIM', 'TRIM({huge})'],
    ['LEFT', 'LEFT({huge}, 10001)'],
    ['a column', '{huge}'],
    ['a list', '{list}'],
    ['a list as text', '{list} & ""'],
    ['TEXT', 'TEXT({huge}, "0")'],
    ['an argument', 'LEN(CONCAT({long}, {long}))'],
    ['repeats of repeats', `${'SUBSTITUTE('.repeat(20)}"xx"${', "x", "xx")'.repeat(20)}`],
  ])('%s', (_, expression) => {
    const cells = {
      long,
      most: 'ß'.repeat(9_999),
      huge: 'x'.repeat(100_000),
      list: Array<string>(20).fill('x'.repeat(600)),
    };
    expect(trial(expression, cells)).toBe('#text too long');
  });

  it('are accepted up to it', () => {
    expect(trial('{half} & {half}', { half: 'x'.repeat(5_000) })).toBe(long);
    expect(trial('LEN({huge})', { huge: 'x'.repeat(100_000) })).toBe(100_000);
    expect(trial('LEFT({huge}, 10000)', { huge: 'x'.repeat(100_000) })).toBe(long);
    expect(trial('{list}', { list: ['x'.repeat(4_999), 'x'.repeat(4_999)] })).toHaveLength(2);
  });
});

describe('steps have a limit', () => {
  const TOO_MUCH = '#too much to compute';
  const many = (part: string, separator: string) =>
    Array(Math.floor(4_000 / (part.length + separator.length)))
      .fill(part)
      .join(separator);

  it.each([
    ['a search that nearly fits everywhere', many('SEARCH({b},{a})', '+')],
    ['replacements that nearly fit everywhere', many('SUBSTITUTE({a},{b},"")', '&')],
    ['long texts in another case', many('LEN(UPPER({a}))', '+')],
    ['comparisons of long texts', many('({a}={a})', '+')],
    ['lengths of long texts', many('LEN({a})', '+')],
    ['ends of long texts', many('RIGHT({a})', '&')],
    ['long lists', many('SUM({l})', '+')],
    ['lists as texts', many('LEN({l})', '+')],
    ['one list that is too long', 'COUNT({huge})'],
    ['failures that begin again', many('IFERROR(SUM({huge}),1)', '+')],
    ['patterns', many('TEXT(1,{p})', '&')],
  ])('%s', (_, expression) => {
    const cells = {
      a: 'x'.repeat(10_000),
      b: `y${'x'.repeat(5_000)}`,
      l: Array<number>(1_000).fill(1),
      huge: Array<number>(10_001).fill(1),
      p: `${'#'.repeat(99)}0`,
    };
    expect(trial(expression, cells)).toBe(TOO_MUCH);
  });

  it('start again with each evaluation', () => {
    const formula = compileFormula('SUM({l})', [{ id: 'col_a', name: 'l', type: 'list' }]);
    const values = new Map([['col_a', Array<number>(9_000).fill(1)]]);
    for (let run = 0; run < 5; run += 1) expect(formula.evaluate(values, CLOCK)).toEqual({ value: 9_000 });
  });

  it('suffice for the longest chains', () => {
    expect(trial(Array(2_048).fill('1').join('+'))).toBe(2_048);
    expect(trial(`SUM(${Array(2_000).fill('1').join(',')})`)).toBe(2_000);
  });
});

describe('cells', () => {
  /** Counts how often each cell is asked for. */
  class CountedCells extends Map<string, FormulaValue> {
    asked = 0;
    override get(id: string): FormulaValue | undefined {
      this.asked += 1;
      return super.get(id);
    }
  }

  const columns = [{ id: 'col_a', name: 'a', type: 'text' as const }];
  const again = compileFormula(`COUNT(${Array<string>(1_000).fill('{a}').join(',')})`, columns);

  it('are read once, however often an expression names them', () => {
    const cells = new CountedCells([['col_a', 'x']]);
    expect(again.evaluate(cells, CLOCK)).toEqual({ value: 1_000 });
    expect(cells.asked).toBe(1);
  });

  it('cost their size, once', () => {
    const budget = { steps: 50_000 };
    expect(again.evaluate(new Map([['col_a', 'x'.repeat(100_000)]]), CLOCK, budget)).toEqual({
      value: 1_000,
    });
    expect(50_000 - budget.steps).toBe(1_001);
    expect(trial('COUNT({a})', { a: 'x'.repeat(1_100_000) })).toBe('#too much to compute');
    expect(trial('COUNT({a})', { a: Array<string>(500).fill('x'.repeat(5_000)) })).toBe(
      '#too much to compute',
    );
  });
});

describe('a budget of several evaluations', () => {
  const sum = compileFormula('SUM({l})', [{ id: 'col_a', name: 'l', type: 'list' }]);
  const values = new Map([['col_a', Array<number>(4_000).fill(1)]]);

  it('ends with them, also below the limit of each', () => {
    const budget = { steps: 10_000 };
    expect(sum.evaluate(values, CLOCK, budget)).toEqual({ value: 4_000 });
    expect(sum.evaluate(values, CLOCK, budget)).toEqual({ value: 4_000 });
    expect(sum.evaluate(values, CLOCK, budget)).toEqual({ error: 'too much to compute' });
    expect(budget.steps).toBeLessThanOrEqual(0);
    expect(sum.evaluate(values, CLOCK, budget)).toEqual({ error: 'too much to compute' });
  });
});

describe('patterns', () => {
  it.each([
    ['numbers', 'VALUE({hostile})', `${'1,'.repeat(190)}x`],
    ['thousands', 'VALUE({hostile})', `${'111,'.repeat(95)}x`],
    ['longer numbers', 'VALUE({hostile})', '1'.repeat(9_000)],
    ['dates', 'YEAR({hostile})', '2026-01-01T00:00:00'.repeat(500)],
    ['blanks', 'TRIM({hostile}) * 1', `${' '.repeat(9_999)}x`],
    ['number patterns', 'TEXT(1, {hostile})', `${'"" '.repeat(33)}x`],
    ['date patterns', 'TEXT(NOW(), {hostile})', `${'"'.repeat(99)}Q`],
    ['units', 'DATEADD(NOW(), 1, {hostile})', 'x'.repeat(9_999)],
  ])('of %s reject what is made to hang them, and repeat only its beginning', (_, expression, hostile) => {
    const error = trial(expression, { hostile });
    expect(error).toMatch(/^#/);
    expect(String(error).length).toBeLessThan(150);
  });
});

it('has the functions of the language, and no other', () => {
  const names =
    'IF AND OR NOT IFS SWITCH SUM AVERAGE MIN MAX ROUND ROUNDUP ROUNDDOWN ABS MOD POWER SQRT CEILING FLOOR CONCAT LEFT RIGHT ' +
    'MID LEN LOWER UPPER TRIM SUBSTITUTE SEARCH TEXT VALUE TODAY NOW DATE YEAR MONTH DAY HOUR WEEKDAY DATEADD DATEDIF DAYS ' +
    'WORKDAYS COUNT ISBLANK IFERROR';
  expect([...FUNCTIONS.keys()].toSorted()).toEqual(names.split(' ').toSorted());
});
