import { describe, expect, it } from 'vitest';
import { type ColumnId, newId } from '../../../../../src/kernel/ids';
import { NO_KEY } from '../../../../../src/kernel/record-key';
import type { ColumnFacts } from '../../../../../src/modules/hierarchy';
import type { ColumnTypeName } from '../../../../../src/column-types/column-type';
import {
  type BoardColumns,
  ComputedColumns,
} from '../../../../../src/modules/columns/computed/computed-columns';
import { evaluateColumns } from '../../../../../src/modules/columns/computed/evaluate-columns';
import { NOTHING_LOADED } from '../../../../../src/column-types/column-type';
import { failure } from '../../../../../src/column-types/values/failure';

const AT = '2026-01-01T00:00:00.000Z';
const boardId = newId('board');

/** Columns by their names, of which expressions are written with names. */
function board(
  specs: Record<string, [ColumnTypeName, object?]>,
): BoardColumns & { id_: Record<string, ColumnId> } {
  const ids = Object.fromEntries(Object.keys(specs).map((name) => [name, newId('column')]));
  const columns = Object.entries(specs).map(([name, [type, config = {}]], position): ColumnFacts => ({
    id: ids[name]!,
    key: NO_KEY,
    boardId,
    name,
    type,
    position,
    width: 100,
    required: false,
    config: JSON.parse(JSON.stringify(config).replace(/\{(\w+)\}/g, (_, of: string) => `{${ids[of] ?? of}}`)),
    defaultValue: null,
    createdAt: AT,
    updatedAt: AT,
  }));
  return {
    id: boardId,
    columns,
    columnsById: new Map(columns.map((column) => [column.id, column])),
    id_: ids,
  };
}

const formula = (expression: string, result = 'number'): [ColumnTypeName, object] => [
  'formula',
  { expression, result },
];
const names = (columns: readonly { column: ColumnFacts }[]) => columns.map(({ column }) => column.name);

describe('ComputedColumns', () => {
  const own = board({
    C: formula('{B} + 1'),
    B: formula('{A} * 2'),
    A: ['number'],
    Other: formula('{Changed}', 'instant'),
    Changed: ['last_updated'],
    No: ['auto_number'],
    Code: formula('{No}'),
    Empty: ['formula', { expression: '' }],
  });
  const plan = new ComputedColumns(own);

  it('orders each column after those that it reads', () => {
    const order = names(plan.ordered);
    expect(order.indexOf('B')).toBeLessThan(order.indexOf('C'));
    expect(order).toHaveLength(5);
  });

  it('finds the dependents of a change, and nothing else', () => {
    expect(names(plan.affectedBy([own.id_['A']!]))).toEqual(['B', 'C']);
    expect(names(plan.affectedBy([own.id_['B']!]))).toEqual(['C']);
    expect(plan.affectedBy([own.id_['C']!])).toEqual([]);
    expect(names(plan.closureOf([own.id_['B']!]))).toEqual(['B', 'C']);
  });

  it('knows the effects of edits and numbers', () => {
    expect(plan.changingWithEdits).toEqual([own.id_['Changed']]);
    expect([plan.readEdits, plan.readNumbers, plan.readLinkedItems]).toEqual([true, true, false]);
    const plain = new ComputedColumns(board({ A: ['number'], Changed: ['last_updated'] }));
    expect([plain.readEdits, plain.readNumbers, plain.readLinkedItems]).toEqual([false, false, false]);
  });

  it('computes nothing in a cycle, which cannot be saved', () => {
    expect(new ComputedColumns(board({ A: formula('{B}'), B: formula('{A}') })).ordered).toEqual([]);
  });
});

describe('evaluateColumns', () => {
  const around = {
    clock: { now: Date.parse(AT), timeZone: 'UTC', weekStart: 'monday' },
    loaded: NOTHING_LOADED,
    linked: () => [],
  };
  const evaluate = (
    of: BoardColumns & { id_: Record<string, ColumnId> },
    values: Record<string, unknown>,
  ) => {
    const item = {
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [of.id_[name]!, value]),
      ) as never,
      createdAt: AT,
      updatedAt: AT,
    };
    const results = evaluateColumns(of, new ComputedColumns(of).ordered, item, around);
    return Object.fromEntries(Object.entries(of.id_).map(([name, id]) => [name, results.get(id)]));
  };

  it('passes results to results, failures too', () => {
    const own = board({ A: ['number'], Each: formula('1 / {A}'), More: formula('{Each} + 1') });
    expect(evaluate(own, { A: 4 })).toMatchObject({ Each: 0.25, More: 1.25 });
    const failed = failure('division by zero');
    expect(evaluate(own, {})).toMatchObject({ Each: failed, More: failed });
  });

  it('reads the current result, not the stored one', () => {
    const own = board({ A: ['number'], Twice: formula('{A} * 2'), More: formula('{Twice} + 1') });
    expect(evaluate(own, { A: 1, Twice: 99, More: 100 })).toMatchObject({ Twice: 2, More: 3 });
  });

  it('contains no half of a character, which databases reject', () => {
    const own = board({ A: ['text'], Cut: formula('{A} & ""', 'text') });
    expect(evaluate(own, { A: 'a\ud83d' })).toMatchObject({ Cut: 'a\ufffd' });
  });

  it('reports a deleted column by its name', () => {
    const gone = newId('column');
    const config = { expression: `{${gone}}`, result: 'number', gone: { [gone]: 'Price' } };
    const own = board({ Total: ['formula', config] });
    expect(evaluate(own, {})).toEqual({ Total: failure('the column "Price" is gone') });
  });
});
