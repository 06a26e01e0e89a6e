import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import { missingLabels } from '../../../../../src/modules/columns/labels/missing-labels';
import type { BoardFacts, ColumnFacts } from '../../../../../src/modules/hierarchy';
import { aColumn } from '../../../column-types/column-builder';

const [stage, tags, size, text] = [newId('column'), newId('column'), newId('column'), newId('column')];
const columns = [
  { id: stage, type: 'status', config: aColumn('status').config },
  { id: tags, type: 'label', config: aColumn('label', { labels: [{ name: 'Red' }] }).config },
  { id: size, type: 'dropdown', config: aColumn('dropdown', { options: ['S'] }).config },
  { id: text, type: 'text', config: {} },
] as ColumnFacts[];
const board = {
  columns,
  columnsById: new Map(columns.map((column) => [column.id, column])),
} as unknown as BoardFacts;

/** The missing names of values of these columns, by column. */
function missing(...values: [string, unknown][]) {
  const given = values.map(([columnId, value], at) => ({ columnId, value, path: `values.${at}` }));
  return Object.fromEntries(
    [...missingLabels(board, given)].map(([id, labels]) => [
      id,
      labels.map(({ name, path }) => [name, path]),
    ]),
  );
}

describe('missingLabels', () => {
  it('contains each name that no label has once, in the order of the values, ignoring case', () => {
    expect(
      missing([tags, ['red', ' Blue ', { label: 'Green' }]], [tags, 'BLUE'], [tags, 'Gray'], [stage, 'done']),
    ).toEqual({
      [tags]: [
        ['Blue', 'values.0'],
        ['Green', 'values.0'],
        ['Gray', 'values.2'],
      ],
    });
    expect(missing([size, 's'], [size, ' XL '], [stage, { label: 'New', color: '#123456' }])).toEqual({
      [size]: [['XL', 'values.1']],
      [stage]: [['New', 'values.2']],
    });
  });

  it.each([
    [stage, null],
    [stage, ''],
    [stage, '  '],
    [stage, { id: 'lbl_1', label: 'Named' }],
    [stage, ['New']],
    [stage, { label: 'New', other: 1 }],
    [tags, [[['New']]]],
    [tags, [{ id: 'lbl_1' }, 5]],
    [size, ['XL']],
    [size, { label: 'XL' }],
    [text, 'New'],
    [newId('column'), 'New'],
  ])('is empty for %s with %j', (columnId, value) => {
    expect(missing([columnId, value])).toEqual({});
  });
});
