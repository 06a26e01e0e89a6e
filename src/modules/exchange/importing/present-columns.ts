import { namesItems } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { ReadColumnOutput } from '../imports.schemas';
import type { FileTable } from '../reading/file-table';
import type { ImportPlan } from './import-plan';
import { referencesOf } from './row-reader';

/** The target of each column of the file, as returned to the caller. */
export function presentColumns(
  table: FileTable,
  plan: ImportPlan,
  board: BoardFacts | null,
): ReadColumnOutput[] {
  return plan.headers.map((header, index) => {
    const target = plan.targets[index]!;
    const known = target.to === 'column' ? board?.columnsById.get(target.columnId) : undefined;
    const made = target.to === 'newColumn' ? target.column : undefined;
    const type = known?.type ?? made?.type ?? null;
    return {
      header,
      to: target.to,
      columnId: known?.id ?? null,
      name: known?.name ?? made?.name ?? null,
      type,
      unresolvedReferences: type !== null && namesItems(type) ? unresolved(table, plan, index) : 0,
    };
  });
}

/** References that lead to no row of the file, or to several. */
function unresolved(table: FileTable, plan: ImportPlan, index: number): number {
  const rows = referencesOf(table, plan);
  let count = 0;
  for (const row of table.rows) {
    const { references, rows: found } = rows.resolve(row[index]!);
    count += references - found.length;
  }
  return count;
}
