import { describe, expect, it } from 'vitest';
import type { ImportPlan } from '../../../../../../src/modules/exchange/importing/import-plan';
import { parentsOf } from '../../../../../../src/modules/exchange/importing/rows/row-parents';
import type { FileTable } from '../../../../../../src/modules/exchange/reading/file-table';

const FORMAT = { decimalMark: '.', dateOrder: 'mdy' } as const;

/** Rows of a key, a name and a parent. */
function parents(...rows: [string, string, string][]) {
  const table: FileTable = {
    encoding: null,
    delimiter: null,
    csv: null,
    header: ['Key', 'Name', 'Parent'],
    columns: [0, 1, 2],
    rows,
    lines: rows.map((_, at) => at + 2),
    ragged: [],
    ignored: 0,
  };
  const plan: ImportPlan = {
    headers: table.header,
    targets: [{ to: 'skip' }, { to: 'name' }, { to: 'parent' }],
    formats: [FORMAT, FORMAT, FORMAT],
    keyIndex: 0,
  };
  const found = parentsOf(table, plan)!;
  return {
    of: [...found.of],
    lost: found.lost.map(({ row, text, kind }) => [row, text, kind]),
    cyclic: found.cyclic.map(({ row }) => row),
  };
}

describe('parents of rows', () => {
  it('are found by key or name, before or behind their rows', () => {
    const found = parents(['1', 'Part', 'whole'], ['2', 'Whole', ''], ['3', 'Other', '2']);
    expect(found).toEqual({ of: [1, -1, 1], lost: [], cyclic: [] });
  });

  it('a deeper row belongs to its topmost ancestor', () => {
    const found = parents(['1', 'A', ''], ['2', 'B', '1'], ['3', 'C', '2'], ['4', 'D', '3']);
    expect(found).toEqual({
      of: [-1, 0, 0, 0],
      lost: [
        [2, '2', 'depth'],
        [3, '3', 'depth'],
      ],
      cyclic: [],
    });
  });

  it('unknown and ambiguous names are lost', () => {
    const found = parents(['1', 'Twin', ''], ['2', 'Twin', ''], ['3', 'A', 'twin'], ['4', 'B', '99']);
    expect(found).toEqual({
      of: [-1, -1, -1, -1],
      lost: [
        [2, 'twin', 'parent'],
        [3, '99', 'parent'],
      ],
      cyclic: [],
    });
  });

  it('a row named like its parent is not its own parent', () => {
    expect(parents(['1', 'Test', ''], ['2', 'Test', 'Test'])).toEqual({ of: [-1, 0], lost: [], cyclic: [] });
    expect(parents(['1', 'Test', 'Test'])).toEqual({ of: [-1], lost: [[0, 'Test', 'parent']], cyclic: [] });
  });

  it('cycles are found, without the rows that lead to them', () => {
    const found = parents(['1', 'A', '2'], ['2', 'B', '3'], ['3', 'C', '2'], ['4', 'D', '4'], ['5', 'E', '']);
    expect(found.cyclic).toEqual([1, 2, 3]);
  });

  it('chains as long as a file', () => {
    const chain = Array.from({ length: 100_000 }, (_, at): [string, string, string] => [
      `k${at}`,
      `n${at}`,
      at === 0 ? '' : `k${at - 1}`,
    ]);
    const found = parents(...chain);
    expect(found.of.every((parent, row) => parent === (row === 0 ? -1 : 0))).toBe(true);
  });
});
