import { describe, expect, it } from 'vitest';
import {
  compileFormula,
  type FormulaColumn,
  InvalidFormula,
  type FormulaType,
  type FormulaValue,
} from '../../../../src/column-types/formula';
import { FUNCTIONS } from '../../../../src/column-types/formula/functions';
import { OPERATORS } from '../../../../src/column-types/formula/syntax/operators';
import { CLOCK, idOf, instant } from './formula-trial';

const VALUES: readonly FormulaValue[] = [
  null,
  0,
  -1,
  2.5,
  1e308,
  -1e308,
  5e-324,
  NaN,
  Infinity,
  '',
  'text',
  '12',
  '1e400',
  '2026-02-29',
  '0.00',
  'YYYY',
  'days',
  '🎉',
  '\uD800',
  '__proto__',
  true,
  false,
  instant('2026-07-15T10:00:00Z'),
  instant('0001-01-01T00:00:00Z'),
  instant('9999-12-31T23:59:59.999Z'),
  { instant: NaN },
  [],
  [null],
  [1],
  [1, 'a', true, null, instant('2026-01-01T00:00:00Z')],
];

/**
 * What is neither a reason in words nor a value that a cell can hold, for each of the rows of values; that the types are
 * rejected is an answer, too.
 */
function wrongOutcomes(
  expression: string,
  types: readonly FormulaType[],
  rows: readonly (readonly FormulaValue[])[],
  timeZone = CLOCK.timeZone,
): unknown[] {
  const columns = types.map((type, index) => ({ id: idOf(index), name: `c${index}`, type }));
  const formula = compiled(expression, columns);
  if (formula === null) return [];
  return rows.flatMap((values) => {
    const cells = new Map(values.map((value, index) => [idOf(index), value]));
    const outcome = formula.evaluate(cells, { ...CLOCK, timeZone });
    return isAnswer(outcome) ? [] : [{ expression, types, values, outcome }];
  });
}

function compiled(expression: string, columns: readonly FormulaColumn[]) {
  try {
    return compileFormula(expression, columns);
  } catch (error) {
    if (error instanceof InvalidFormula) return null;
    throw error;
  }
}

function isAnswer(outcome: { value: FormulaValue } | { error: string }): boolean {
  if ('error' in outcome) return outcome.error.length > 0 && outcome.error.length < 150;
  return [outcome.value].flat().every((value) => {
    if (typeof value === 'number') return Number.isFinite(value);
    if (typeof value === 'object' && value !== null) {
      return Number.isInteger((value as { instant: number }).instant);
    }
    return value !== undefined;
  });
}

const TYPE_PAIRS = (['number', 'text', 'instant', 'list'] satisfies FormulaType[]).flatMap(
  (type): [FormulaType, FormulaType][] => [
    [type, type],
    [type, 'any'],
    ['instant', type],
  ],
);
const PAIRS = VALUES.flatMap((a) => VALUES.map((b) => [a, b]));

describe('every function returns a value or an error, for any input', () => {
  it.each([...FUNCTIONS.keys()])('%s', (name) => {
    const parameters = ['', '{c0}', '{c0}, {c1}', '{c0}, {c1}, {c0}', '{c1}, {c0}, {c0}, {c1}'];
    expect(parameters.flatMap((list) => wrongOutcomes(`${name}(${list})`, ['any', 'any'], PAIRS))).toEqual(
      [],
    );
  });

  it.each([...OPERATORS.keys()])('{c0} %s {c1}, also with imprecise types', (operator) => {
    const wrong = TYPE_PAIRS.flatMap((types) => wrongOutcomes(`{c0} ${operator} {c1}`, types, PAIRS));
    expect(wrong).toEqual([]);
  });

  it.each(['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Africa/Monrovia'])('dates in %s', (timeZone) => {
    const expressions = [
      'DATEADD({c0}, {c1}, "months")',
      '{c0} + {c1}',
      'DATEDIF({c0}, {c1}, "M")',
      '{c0} & "a"',
    ];
    const wrong = expressions.flatMap((each) => wrongOutcomes(each, ['any', 'any'], PAIRS, timeZone));
    expect(wrong).toEqual([]);
  });
});
