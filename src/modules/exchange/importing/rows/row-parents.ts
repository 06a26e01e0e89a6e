import type { FileTable } from '../../reading/file-table';
import { type ImportPlan, parentIndexesOf } from '../import-plan';
import { referencesOf } from './row-references';

/** A parent that a row names and does not get. */
export interface LostParent {
  row: number;
  header: string;
  text: string;
  /** depth: the row became a sub-item of its topmost ancestor. */
  kind: 'parent' | 'depth';
}

/** Which rows are sub-items of which. */
export interface RowParents {
  /** For each row the row of its topmost ancestor, or -1 for an item. */
  of: Int32Array;
  lost: LostParent[];
  /** Rows that are their own ancestors. */
  cyclic: { row: number; header: string }[];
}

/** Null for a file that names no parents. */
export function parentsOf(table: FileTable, plan: ImportPlan): RowParents | null {
  const indexes = parentIndexesOf(plan);
  if (table.parents === undefined && indexes.length === 0) return null;
  const lost: LostParent[] = [];
  const direct = Int32Array.from(table.parents ?? table.rows.map(() => -1));
  const headers = new Map<number, { header: string; text: string }>();
  const references = indexes.length === 0 ? null : referencesOf(table, plan);
  for (const [row, cells] of references === null ? [] : table.rows.entries()) {
    const given = indexes.filter((index) => cells[index]!.trim() !== '');
    if (given.length === 0) continue;
    const found = given
      .map((index) => ({ index, parent: references!.parentOf(cells[index]!, row) }))
      .find(({ parent }) => typeof parent === 'number');
    const index = found?.index ?? given[0]!;
    const named = { header: plan.headers[index]!, text: cells[index]!.trim() };
    headers.set(row, named);
    if (found === undefined) lost.push({ row, ...named, kind: 'parent' });
    else direct[row] = found.parent as number;
  }
  const { of, cyclic } = topmost(direct);
  for (const [row, parent] of direct.entries()) {
    if (parent === -1 || of[row] === parent || of[row] === -1) continue;
    lost.push({ row, ...headers.get(row)!, kind: 'depth' });
  }
  return {
    of,
    lost: lost.toSorted((a, b) => a.row - b.row),
    cyclic: cyclic.map((row) => ({ row, header: headers.get(row)!.header })),
  };
}

/** The last ancestor of each row. Iterative, because a chain can be as long as the file. */
function topmost(direct: Int32Array): { of: Int32Array; cyclic: number[] } {
  const of = new Int32Array(direct.length).fill(-1);
  const [FRESH, OPEN, DONE] = [0, 1, 2];
  const state = new Uint8Array(direct.length);
  const cyclic: number[] = [];
  for (let start = 0; start < direct.length; start += 1) {
    const path: number[] = [];
    let row = start;
    while (row !== -1 && state[row] === FRESH) {
      state[row] = OPEN;
      path.push(row);
      row = direct[row]!;
    }
    if (row !== -1 && state[row] === OPEN) cyclic.push(...path.slice(path.indexOf(row)));
    // The ancestor of the last row of the path, or the row itself if it is an item.
    let top = row === -1 || state[row] === OPEN ? -1 : of[row] === -1 ? row : of[row]!;
    for (const each of path.toReversed()) {
      state[each] = DONE;
      of[each] = top;
      if (top === -1) top = each;
    }
  }
  return { of, cyclic: cyclic.toSorted((a, b) => a - b) };
}
