import { InvalidInput } from '../../../kernel/app-error';
import { canReferToRows } from '../../../column-types/cells/guess-type';
import type { BoardFacts } from '../../hierarchy';
import { FILE_LIMITS } from '../reading/file-table';
import { type ImportPlan, indexOfItems } from './import-plan';
import type { ScannedFile } from './scanned-file';

/** Rejects columns whose cells name items: these are found only with the whole file in memory. */
export function assertStreamable(
  { columns, mapped }: ScannedFile,
  plan: ImportPlan,
  board: BoardFacts | null,
): void {
  const index = indexOfItems(plan, board);
  // In a smaller file, the guess would depend on the other rows.
  const doubtful = plan.targets.findIndex(
    (target, at) =>
      target.to === 'newColumn' && !mapped.has(at) && canReferToRows(columns[at]!, target.column.type),
  );
  const found = index === -1 ? doubtful : index;
  if (found === -1) return;
  const { header } = columns[found]!;
  throw InvalidInput.at(
    'mapping',
    `The cells of "${header}" name other items, which works in files of at most ${FILE_LIMITS.rows} rows and ` +
      `${FILE_LIMITS.cells} cells; map the column to skip or to a column of text, or split the file`,
  );
}
