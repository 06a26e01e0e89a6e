import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOARD_EXPRESSIONS_MAX_LENGTH } from '../../../src/modules/columns/computed/computation-limits';
import { ITEM_MAX_STEPS } from '../../../src/modules/columns/computed/work-limits';
import * as limits from '../../../src/column-types/formula/limits';
import { FUNCTIONS } from '../../../src/column-types/formula/functions';
import { OPERATORS } from '../../../src/column-types/formula/syntax/operators';
import { headingsOf, tableRowsUnder } from '../../support/documents/markdown';
import { type Cells, instant, trial } from '../column-types/formula/formula-trial';

const PAGE = readFileSync(join(__dirname, '../../../docs/formulas.md'), 'utf8');

/** The item of the page, in Berlin. */
const cells: Cells = {
  Price: 12.5,
  Quantity: 4,
  Name: 'Trestle',
  Labels: ['Red', 'Blue'],
  Start: instant('2026-07-12T22:00:00Z'),
  Due: instant('2026-07-30T22:00:00Z'),
  Notes: null,
};

const SECTIONS = ['Operators', 'Logic', 'Numbers', 'Text', 'Patterns', 'Dates', 'Errors'];

const withoutTicks = (cell: string) => cell.replaceAll('`', '');

const rowsOf = (section: string) =>
  tableRowsUnder(PAGE, section)
    .slice(1)
    .map((cells) => cells.map(withoutTicks));

/** As the page writes results. */
function written(expression: string): string {
  const result = trial(expression, cells);
  if (typeof result === 'string' && result.startsWith('#')) return result.replace('#', '#error ');
  return String(trial(`CONCAT(${expression})`, cells));
}

describe('docs/formulas.md', () => {
  it.each(SECTIONS.flatMap((section) => rowsOf(section).map((row) => row.slice(-2))))(
    '%s is %s',
    (example, result) => {
      expect(written(example!)).toBe(result);
    },
  );

  it('has every function, and no other', () => {
    const told = ['Logic', 'Numbers', 'Text', 'Dates'].flatMap(rowsOf).map(([call]) => call!.split('(')[0]!);
    expect(told.toSorted()).toEqual([...FUNCTIONS.keys()].toSorted());
  });

  it('has every operator, and no other', () => {
    const told = new Set(rowsOf('Operators').map(([sign]) => sign!));
    expect([...told].toSorted()).toEqual([...OPERATORS.keys()].toSorted());
  });

  it('has the limits', () => {
    const told = rowsOf('Limits').map(([, most]) => Number.parseInt(most!.replace(',', ''), 10));
    const { EXPRESSION_MAX_LENGTH, MAX_DEPTH, TEXT_MAX_LENGTH, PATTERN_MAX_LENGTH, MAX_STEPS } = limits;
    expect(told).toEqual([
      EXPRESSION_MAX_LENGTH,
      MAX_DEPTH,
      TEXT_MAX_LENGTH,
      PATTERN_MAX_LENGTH,
      MAX_STEPS,
      ITEM_MAX_STEPS,
      BOARD_EXPRESSIONS_MAX_LENGTH,
    ]);
  });

  it('has no section that is not checked here', () => {
    const unchecked = ['Formulas', 'Syntax', 'Values', 'Limits', 'Differences from spreadsheets'];
    expect(
      headingsOf(PAGE)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual([...SECTIONS, ...unchecked].toSorted());
  });
});
