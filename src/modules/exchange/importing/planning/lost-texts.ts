import { namedEntries } from '../../../../column-types/cells/named-entries';
import type { FileColumn } from '../../../../column-types/cells/guess-type';
import type { BoardFacts } from '../../../hierarchy';
import type { DerivedColumn } from '../../presets/preset';
import type { FileTable } from '../../reading/file-table';
import { plainHeader } from '../../reading/plain-header';
import { type ImportPlan, newColumnsOf, parentIndexesOf, typeOf } from '../import-plan';
import { parentsOf } from '../rows/row-parents';

interface Known {
  columns: readonly FileColumn[];
  board: BoardFacts | null;
  isMember: (text: string) => boolean;
}

/**
 * Columns of text for what people and parent columns cannot contain: names of no member, and parents that are not in the file.
 * None for a caller who adds rows to the columns of a board: they may not be allowed to add a column.
 */
export function lostTexts(
  { table, plan }: { table: FileTable; plan: ImportPlan },
  { columns, board, isMember }: Known,
): DerivedColumn[] {
  const known = new Set(board?.columns.map(({ name }) => plainHeader(name)));
  const isBuilt = board === null || newColumnsOf(plan).length > 0;
  const people = columns.flatMap(({ header, texts }, at): DerivedColumn[] => {
    if (typeOf(plan, board, at) !== 'people') return [];
    const isLost = [...texts].some((text) => !namedEntries(text, isMember).every((entry) => isMember(entry)));
    return isLost ? [{ header: `${nameOf(plan, board, at)} (text)`, from: [header], how: 'copy' }] : [];
  });
  const parents = parentIndexesOf(plan).map((index) => plan.headers[index]!);
  const isParentLost = parents.length > 0 && (parentsOf(table, plan)?.lost.length ?? 0) > 0;
  const lost = isParentLost
    ? [...people, { header: 'Parent (text)', from: parents, how: 'copy' as const }]
    : people;
  return lost.filter(({ header }) => isBuilt || known.has(plainHeader(header)));
}

function nameOf({ headers, targets }: ImportPlan, board: BoardFacts | null, at: number): string {
  const target = targets[at]!;
  if (target.to === 'newColumn') return target.column.name;
  const column = target.to === 'column' ? board?.columnsById.get(target.columnId) : undefined;
  return column?.name ?? headers[at]!;
}
