import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ItemId, newId } from '../../../../kernel/ids';
import type { CallContext } from '../../../../access/principal';
import type { BoardFacts } from '../../../hierarchy';
import type { FileTable } from '../../reading/file-table';
import { GroupNames } from '../planning/group-names';
import { type ImportPlan, indexOf } from '../import-plan';
import type { ImportLookupsService } from './import-lookups.service';
import { keyReader } from './key-reader';
import { MatchedRows } from './matched-rows';
import { parentsOf, type RowParents } from './row-parents';
import { RowReader, type RowReports } from './row-reader';
import { referencesOf, withoutCircles } from './row-references';
import {
  ITEMS_A_BATCH,
  type PreparedRows,
  readItem,
  type ReadItem,
  type ReadItems,
  ROWS_A_TURN,
  type RowsToImport,
} from './rows-to-import';

/** The rows of a file that is in memory. */
export class TableRows implements RowsToImport {
  private parents: { plan: ImportPlan; found: RowParents | null } | null = null;

  constructor(
    private readonly table: FileTable,
    private readonly lookups: ImportLookupsService,
  ) {}

  get count(): number {
    return this.table.rows.length;
  }

  groupNames(plan: ImportPlan): string[] {
    const names = new GroupNames();
    const index = indexOf(plan, 'group');
    if (index !== -1) for (const row of this.table.rows) names.add(row[index]!);
    return names.names;
  }

  countUnresolved(plan: ImportPlan, index: number): number {
    const rows = referencesOf(this.table, plan);
    let count = 0;
    for (const row of this.table.rows) count += rows.resolve(row[index]!).missing.length;
    return count;
  }

  async prepare(context: CallContext, plan: ImportPlan, board: BoardFacts | null): Promise<PreparedRows> {
    const { table } = this;
    const matches = await this.matches(context, plan, board);
    const ids = table.rows.map((_, row): ItemId => matches?.of[row] ?? newId('item'));
    const found = await this.lookups.ofTable(context, table, plan, board);
    const reading = { ...found, referencedItems: this.referencedItems(plan, ids) };
    const tree = this.parentsOf(plan);
    const parentRows = new Set(tree === null ? [] : tree.of);
    const order = orderOf(table.rows.length, tree);
    const readOne = (reader: RowReader, row: number, reports: RowReports): ReadItem => {
      const parent = tree?.of[row] ?? -1;
      const fileRow = { line: table.lines[row]!, cells: table.rows[row]! };
      const isUpdate = typeof matches?.of[row] === 'string';
      return readItem(fileRow, reader.read(fileRow, row, reports, isUpdate), {
        id: ids[row]!,
        isUpdate,
        parentId: parent === -1 ? null : ids[parent]!,
        isParent: parentRows.has(row),
      });
    };
    const reportAll = (reports: RowReports) => this.reportRows(plan, { tree, matches }, reports);
    const read: ReadItems = async function* (readingBoard, reports) {
      reportAll(reports);
      const reader = new RowReader(plan, readingBoard, reading);
      let items: ReadItem[] = [];
      for (const [at, row] of order.entries()) {
        items.push(readOne(reader, row, reports));
        if (at % ROWS_A_TURN === 0) await nextTurn();
        if (items.length < ITEMS_A_BATCH) continue;
        yield items;
        items = [];
      }
      if (items.length > 0) yield items;
    };
    const updated = matches?.ids ?? [];
    const parents = [...parentRows].flatMap((row) => (row === -1 ? [] : (matches?.of[row] ?? [])));
    return { read, updated, parents };
  }

  /** What the rows say about parents; of the plan, because its mapping names the columns. */
  parentsOf(plan: ImportPlan): RowParents | null {
    if (this.parents?.plan !== plan) this.parents = { plan, found: parentsOf(this.table, plan) };
    return this.parents.found;
  }

  /** The existing items that the rows name by the values of a column. */
  private async matches(
    context: CallContext,
    plan: ImportPlan,
    board: BoardFacts | null,
  ): Promise<MatchedRows | null> {
    const { updateBy } = plan;
    if (updateBy === undefined || board === null) return null;
    const target = plan.targets[updateBy]!;
    const column = target.to === 'column' ? board.columnsById.get(target.columnId) : undefined;
    // The column was deleted since the plan was made; the plan is rejected.
    if (column === undefined) return null;
    const keyOf = keyReader(column, plan.formats[updateBy]!);
    const rows = new MatchedRows(this.table.rows.map((row) => keyOf(row[updateBy]!)));
    rows.match(await this.lookups.keyed(context, { boardId: board.id, columnId: column.id }, rows.keys));
    return rows;
  }

  /** What is wrong with whole rows and with how they refer to each other. */
  private reportRows(
    plan: ImportPlan,
    { tree, matches }: { tree: RowParents | null; matches: MatchedRows | null },
    { reject, note }: RowReports,
  ): void {
    const { lines, ragged, header } = this.table;
    for (const { line, cells } of ragged)
      reject({ line, column: null, reason: `Has ${cells} cells where the header has ${header.length}` });
    for (const { row, reason } of matches?.problems ?? [])
      reject({ line: lines[row]!, column: plan.headers[plan.updateBy!]!, reason });
    for (const { row, header: column } of tree?.cyclic ?? [])
      reject({ line: lines[row]!, column, reason: 'The parents of the row lead back to it' });
    for (const { row, header: column, text, kind } of tree?.lost ?? []) {
      const line = lines[row]!;
      if (plan.unresolved !== 'reject') note({ row: line, column, value: text, kind });
      else if (kind === 'parent') reject({ line, column, reason: `"${text}" is not one row of the file` });
      else reject({ line, column, reason: `"${text}" is itself a sub-item, which cannot have sub-items` });
    }
  }

  /** The predecessors of each row, found when a column first needs them. */
  private referencedItems(plan: ImportPlan, ids: readonly ItemId[]) {
    const predecessors = new Map<number, { rows: number[][]; missing: string[][] }>();
    return (index: number, row: number) => {
      let known = predecessors.get(index);
      if (known === undefined) {
        const references = referencesOf(this.table, plan);
        const resolved = this.table.rows.map((cells) => references.resolve(cells[index]!));
        known = {
          rows: withoutCircles(resolved.map(({ rows }) => rows)),
          missing: resolved.map(({ missing }) => missing),
        };
        predecessors.set(index, known);
      }
      return { ids: known.rows[row]!.map((at) => ids[at]!), missing: known.missing[row]! };
    };
  }
}

/** Items first, then their sub-items, each in the order of the file. */
function orderOf(count: number, tree: RowParents | null): number[] {
  const rows = Array.from({ length: count }, (_, row) => row);
  if (tree === null) return rows;
  return [...rows.filter((row) => tree.of[row] === -1), ...rows.filter((row) => tree.of[row] !== -1)];
}
