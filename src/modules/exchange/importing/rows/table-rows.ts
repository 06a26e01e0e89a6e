import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ItemId, newId } from '../../../../kernel/ids';
import type { CallContext } from '../../../../access/principal';
import type { BoardFacts } from '../../../hierarchy';
import type { FileTable } from '../../reading/file-table';
import { GroupNames } from '../group-names';
import { type ImportPlan, indexOf } from '../import-plan';
import type { ImportLookupsService } from './import-lookups.service';
import { RowReader } from './row-reader';
import { referencesOf, withoutCircles } from './row-references';
import {
  ITEMS_A_BATCH,
  type ReadItem,
  type ReadItems,
  ROWS_A_TURN,
  type RowsToImport,
} from './rows-to-import';

/** The rows of a file that is in memory. */
export class TableRows implements RowsToImport {
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
    for (const row of this.table.rows) {
      const { references, rows: found } = rows.resolve(row[index]!);
      count += references - found.length;
    }
    return count;
  }

  async prepare(context: CallContext, plan: ImportPlan, board: BoardFacts | null): Promise<ReadItems> {
    const { table } = this;
    const ids = table.rows.map((): ItemId => newId('item'));
    const found = await this.lookups.ofTable(context, table, plan, board);
    const reading = { ...found, referencedItems: this.referencedItems(plan, ids) };
    return async function* (readingBoard, reject) {
      const width = table.header.length;
      for (const { line, cells } of table.ragged)
        reject({ line, column: null, reason: `Has ${cells} cells where the header has ${width}` });
      const reader = new RowReader(plan, readingBoard, reading);
      let items: ReadItem[] = [];
      for (const [row, cells] of table.rows.entries()) {
        items.push({ ...reader.read({ line: table.lines[row]!, cells }, row, reject), id: ids[row]! });
        if (row % ROWS_A_TURN === 0) await nextTurn();
        if (items.length < ITEMS_A_BATCH) continue;
        yield items;
        items = [];
      }
      if (items.length > 0) yield items;
    };
  }

  /** The predecessors of each row, found when a column first needs them. */
  private referencedItems(plan: ImportPlan, ids: readonly ItemId[]) {
    const predecessors = new Map<number, number[][]>();
    return (index: number, row: number): ItemId[] => {
      let rows = predecessors.get(index);
      if (rows === undefined) {
        const references = referencesOf(this.table, plan);
        rows = withoutCircles(this.table.rows.map((cells) => references.resolve(cells[index]!).rows));
        predecessors.set(index, rows);
      }
      return rows[row]!.map((at) => ids[at]!);
    };
  }
}
