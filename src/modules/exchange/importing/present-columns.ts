import { namesItems } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { ReadColumnOutput } from '../imports.schemas';
import type { ImportPlan } from './import-plan';
import type { RowsToImport } from './rows/rows-to-import';

/** The target of each column of the file, as returned to the caller. */
export function presentColumns(
  plan: ImportPlan,
  board: BoardFacts | null,
  rows: Pick<RowsToImport, 'countUnresolved'>,
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
      unresolvedReferences: type !== null && namesItems(type) ? rows.countUnresolved(plan, index) : 0,
    };
  });
}
