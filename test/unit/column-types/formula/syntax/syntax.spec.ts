import { describe, expect, it } from 'vitest';
import {
  compileFormula,
  type FormulaColumn,
  type FormulaType,
} from '../../../../../src/column-types/formula';
import { MAX_DEPTH } from '../../../../../src/column-types/formula/limits';
import { idOf, refusal, trial } from '../formula-trial';

const columns: FormulaColumn[] = (
  ['number', 'text', 'flag', 'instant', 'list', 'any'] satisfies FormulaType[]
).map((type, index) => ({ id: idOf(index), name: type, type }));

describe('an invalid expression', () => {
  it.each<[string, number, string]>([
    ['', 0, 'The expression ends too early'],
    ['   ', 3, 'The expression ends too early'],
    ['1 +', 3, 'The expression ends too early'],
    ['1 + * 2', 4, 'Unexpected "*"'],
    ['1 2', 2, 'Unexpected 2'],
    ['1 "a"', 2, 'Unexpected text "a"'],
    ['{number} {text}', 9, 'Unexpected column "text"'],
    ['(1 + 2', 0, 'This parenthesis is not closed'],
    ['1 + (2 * (3)', 4, 'This parenthesis is not closed'],
    ['1 + 2)', 5, 'Unexpected ")"'],
    ['(1, 2)', 2, 'Unexpected ","'],
    ['()', 1, 'Unexpected ")"'],
    ['SUM(1,)', 6, 'Unexpected ")"'],
    ['SUM(,1)', 4, 'Unexpected ","'],
    ['SUM(1', 3, 'This parenthesis is not closed'],
    ['SUM', 0, 'Unknown word "SUM": write columns in braces and text in quotes'],
    ['1 + price', 4, 'Unknown word "price": write columns in braces and text in quotes'],
    ['"abc', 0, 'This text is not closed'],
    ['1 & "a""', 4, 'This text is not closed'],
    ["'abc", 0, 'This text is not closed'],
    ['{number', 0, 'This column name is not closed'],
    ['{number}}', 0, 'This column name is not closed'],
    ['1 + {  }', 4, 'A column name is missing between the braces'],
    ['1 + #', 4, 'Unexpected "#"'],
    ['1 + 🎉', 4, 'Unexpected "🎉"'],
    ['“a”', 0, 'Unexpected "“"'],
    ['1 == 2', 3, 'Unexpected "="'],
    ['1 ! 2', 2, 'Unexpected "!"'],
    ['=', 1, 'The expression ends too early'],
    ['== 1', 1, 'Unexpected "="'],
    ['(=1)', 1, 'Unexpected "="'],
    ['+', 1, 'The expression ends too early'],
    ['% 2', 0, 'Unexpected "%"'],
    ['1.2.3', 3, 'Unexpected 0.3'],
    ['1 + 1e999', 4, 'This number is out of range'],
    ['2 * NOPE(1)', 4, 'There is no function "NOPE"'],
    ['1 + {Nope}', 4, 'There is no column with the name "Nope"'],
    ['[1]', 0, 'Unexpected "["'],
    ['a.b', 1, 'Unexpected "."'],
    ['`1`', 0, 'Unexpected "`"'],
    ['1; 2', 1, 'Unexpected ";"'],
  ])('%j is rejected at %i: %s', (expression, position, reason) => {
    expect(refusal(expression, columns)).toEqual([position, reason]);
  });

  it.each<[string, number, string]>([
    ['TODAY(1)', 0, 'TODAY takes 0 values, not 1'],
    ['1 + ABS()', 4, 'ABS takes 1 value, not 0'],
    ['ABS(1, 2)', 0, 'ABS takes 1 value, not 2'],
    ['ROUND(1, 2, 3)', 0, 'ROUND takes 1 to 2 values, not 3'],
    ['SUM()', 0, 'SUM takes at least 1 value, not 0'],
    ['CONCAT()', 0, 'CONCAT takes at least 1 value, not 0'],
    ['AND()', 0, 'AND takes at least 1 value, not 0'],
    ['if(TRUE)', 0, 'IF takes 2 to 3 values, not 1'],
    ['IF(1, 2, 3, 4)', 0, 'IF takes 2 to 3 values, not 4'],
    ['IFS(TRUE)', 0, 'IFS takes pairs of a condition and a value, not 1'],
    ['IFS(TRUE, 1, FALSE)', 0, 'IFS takes pairs of a condition and a value, not 3'],
    [
      'SWITCH(1, 2)',
      0,
      'SWITCH takes a value, then pairs of a case and a result, then perhaps a default, not 2',
    ],
    ['IFERROR(1)', 0, 'IFERROR takes 2 values, not 1'],
  ])('%j is rejected at %i: %s', (expression, position, reason) => {
    expect(refusal(expression)).toEqual([position, reason]);
  });

  it.each<[string, number, string]>([
    ['{instant} * 2', 10, 'Expected a number, got a date'],
    ['1 + -{instant}', 5, 'Expected a number, got a date'],
    ['{instant}%', 0, 'Expected a number, got a date'],
    ['{instant} + NOW()', 10, 'Two dates cannot be added'],
    ['5 - {instant}', 2, 'Expected a date, got a number'],
    ['{instant} + 1 + {instant}', 14, 'Two dates cannot be added'],
    ['YEAR({number})', 5, 'Expected a date, got a number'],
    ['YEAR(1 = 1)', 5, 'Expected a date, got TRUE or FALSE'],
    ['IF({instant}, 1, 2)', 3, 'Expected TRUE or FALSE, got a date'],
    ['IFS(TRUE, 1, {instant}, 2)', 13, 'Expected TRUE or FALSE, got a date'],
    ['ROUND(1, TODAY())', 9, 'Expected a number, got a date'],
    ['SUM(1, {instant})', 7, 'Expected a number, got a date'],
    ['{number} < {instant}', 9, 'A number and a date cannot be compared'],
    ['{flag} >= 1', 7, 'TRUE or FALSE and a number cannot be compared'],
    ['{flag} > {text}', 7, 'TRUE or FALSE and a text cannot be compared'],
    ['1 < 2 < 3', 6, 'TRUE or FALSE and a number cannot be compared'],
  ])('%j never fits: %i, %s', (expression, position, reason) => {
    expect(refusal(expression, columns)).toEqual([position, reason]);
  });

  it.each([
    '{any} * 2 - {any}',
    'YEAR({any}) + YEAR({text}) + YEAR({list})',
    '{instant} < {text}',
    '{text} < 5',
    '{list} < 5',
    '{instant} = 5',
    'IF({text}, {list}, {number})',
    '{text} + 1',
  ])('%j can be completed to a valid one', (expression) => {
    expect(compileFormula(expression, columns).dependsOn).not.toEqual([]);
  });
});

describe('types of results', () => {
  it.each<[string, FormulaType]>([
    ['1', 'number'],
    ['"a"', 'text'],
    ['""', 'text'],
    ['TRUE', 'flag'],
    ['{number}', 'number'],
    ['{text}', 'text'],
    ['{flag}', 'flag'],
    ['{instant}', 'instant'],
    ['{list}', 'list'],
    ['{any}', 'any'],
    ['{text} + 1', 'number'],
    ['-{text}', 'number'],
    ['5%', 'number'],
    ['1 & 2', 'text'],
    ['1 = 2', 'flag'],
    ['{text} < "a"', 'flag'],
    ['{instant} + 1', 'instant'],
    ['1 + {instant}', 'instant'],
    ['{instant} - 1', 'instant'],
    ['{instant} - {instant}', 'number'],
    ['{instant} - {instant} + {instant}', 'instant'],
    ['{any} - {instant}', 'number'],
    ['{text} - {instant}', 'number'],
    ['{any} + 1', 'any'],
    ['{list} - 1', 'any'],
    ['{instant} - {any}', 'any'],
    ['{any} * 1', 'number'],
    ['IF({flag}, 1, 2)', 'number'],
    ['IF({flag}, 1)', 'number'],
    ['IF({flag}, 1, "")', 'number'],
    ['IF({flag}, {instant}, "")', 'instant'],
    ['IF({flag}, "", "")', 'text'],
    ['IF({flag}, 1, "a")', 'any'],
    ['IFS({flag}, 1, TRUE, 2)', 'number'],
    ['IFS({flag}, 1, TRUE, "a")', 'any'],
    ['SWITCH({text}, "a", 1, 2)', 'number'],
    ['SWITCH({text}, "a", 1, "b", 2)', 'number'],
    ['SWITCH({text}, "a", 1, "b")', 'any'],
    ['IFERROR({instant}, "")', 'instant'],
    ['IFERROR({number}, "none")', 'any'],
    ['MIN(1, {text})', 'number'],
    ['MAX({instant}, NOW())', 'instant'],
    ['MAX({list})', 'any'],
    ['MIN({number}, {instant})', 'any'],
    ['SUM({list})', 'number'],
    ['COUNT({list})', 'number'],
    ['CONCAT({list})', 'text'],
    ['TODAY()', 'instant'],
    ['YEAR(NOW())', 'number'],
    ['ISBLANK({any})', 'flag'],
    ['TEXT(1, "0")', 'text'],
  ])('%s is %s', (expression, type) => {
    expect(compileFormula(expression, columns).resultType).toBe(type);
  });

  it('returns an empty text as blank, whatever the type', () => {
    expect(trial('IF(TRUE, "", 1)')).toBeNull();
    expect(trial('"a" & ""')).toBe('a');
    expect(trial('{none}', { none: [] })).toBeNull();
  });
});

describe('what an expression reads', () => {
  it.each([
    ['TODAY()', true],
    ['1 + now()', true],
    ['IF(FALSE, NOW(), 1)', true],
    ['DATE(2026, 1, 1)', false],
    ['"NOW()"', false],
  ])('%s reads the clock: %s', (expression, readsClock) => {
    expect(compileFormula(expression, columns).readsClock).toBe(readsClock);
  });

  it('names each column once, in order', () => {
    const { dependsOn } = compileFormula('{text} & {number} & { TEXT } & "{flag}"', columns);
    expect(dependsOn).toEqual([idOf(1), idOf(0)]);
  });
});

describe('depth', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`;

  it('is accepted up to its limit, in parentheses and calls', () => {
    expect(trial(nested(MAX_DEPTH))).toBe(1);
    expect(trial(`${'ABS('.repeat(MAX_DEPTH)}1${')'.repeat(MAX_DEPTH)}`)).toBe(1);
  });

  it.each([
    ['one more', nested(MAX_DEPTH + 1), MAX_DEPTH],
    ['2,000 parentheses', nested(2_000), MAX_DEPTH],
    ['parentheses that never close', '('.repeat(4_000), MAX_DEPTH],
    ['1,000 calls', 'ABS('.repeat(1_000), 4 * MAX_DEPTH + 3],
  ])('is rejected for %s', (_, expression, position) => {
    expect(refusal(expression)).toEqual([position, 'Nested deeper than 64']);
  });

  it('does not count in chains of operators and signs', () => {
    expect(trial(Array(1_000).fill('1').join('+'))).toBe(1_000);
    expect(trial(`${'-'.repeat(4_000)}1`)).toBe(1);
    expect(trial(`${'-'.repeat(4_001)}1`.slice(2))).toBe(-1);
    expect(trial(`100${'%'.repeat(4_000)}`)).toBe(0);
    expect(trial(Array(1_000).fill('1').join('^'))).toBe(1);
    expect(trial(Array(1_000).fill('"a"').join('&'))).toBe('a'.repeat(1_000));
  });
});
