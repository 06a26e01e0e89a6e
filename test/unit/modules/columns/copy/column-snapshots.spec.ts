import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import { NO_KEY } from '../../../../../src/kernel/record-key';
import type { ColumnConfig, ColumnTypeName, StoredValue } from '../../../../../src/column-types/column-type';
import { snapshotColumns } from '../../../../../src/modules/columns/copy/column-snapshots';
import type { BoardFacts, ColumnFacts } from '../../../../../src/modules/hierarchy';

const boardId = newId('board');

const aColumn = (
  type: ColumnTypeName,
  config: ColumnConfig,
  defaultValue: StoredValue | null = null,
): ColumnFacts => ({
  id: newId('column'),
  key: NO_KEY,
  boardId,
  name: type,
  type,
  position: 0,
  width: 200,
  required: true,
  config,
  defaultValue,
  createdAt: '',
  updatedAt: '',
});

/** Only what is read of a board. */
const aBoard = (...columns: ColumnFacts[]) => ({ id: boardId, columns }) as unknown as BoardFacts;

const snapshotsOf = (...columns: ColumnFacts[]) => snapshotColumns([aBoard(...columns)])[0]!;

describe('columns in a template', () => {
  it('have their input, without board, place and times', () => {
    const column = aColumn('number', { decimals: 2 }, 7);
    const { id, name, type, width, required, config, defaultValue } = column;
    expect(snapshotsOf(column)).toEqual([{ id, name, type, width, required, config, defaultValue }]);
  });

  it('refer to columns and boards of the template, and to no others', () => {
    const link = aColumn('link', { boardIds: [newId('board'), boardId] });
    const elsewhere = aColumn('link', { boardIds: [newId('board')] });
    const inside = { linkColumnId: link.id, targetColumnId: link.id, aggregate: 'sum' };
    const outside = { linkColumnId: link.id, targetColumnId: newId('column'), aggregate: 'sum' };
    const columns = [link, elsewhere, aColumn('lookup', inside), aColumn('lookup', outside)];
    expect(snapshotsOf(...columns).map(({ config }) => config)).toEqual([
      { boardIds: [boardId] },
      {},
      inside,
      { linkColumnId: link.id, aggregate: 'sum' },
    ]);
  });

  it('have default values, except those that refer to people or items', () => {
    const columns = [
      aColumn('text', {}, 'as is'),
      aColumn('people', { multiple: true }, [newId('user')]),
      aColumn('dependency', {}, [newId('item')]),
    ];
    expect(snapshotsOf(...columns).map(({ defaultValue }) => defaultValue)).toEqual(['as is', null, null]);
  });

  it('are copied without changing the facts', () => {
    const column = aColumn('link', { boardIds: [newId('board')] });
    const before = structuredClone(column);
    snapshotsOf(column);
    expect(column).toEqual(before);
  });
});
