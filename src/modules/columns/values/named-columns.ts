import { InvalidInput } from '../../../kernel/app-error';
import { quoted } from '../../../column-types/values/quoted';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';

const NAMES_SHOWN = 30;

/** Names that one call reports as unknown or ambiguous: each message lists columns. */
export const NAMES_REJECTED_MAX = 20;

/** The columns of each state of a board by name, in lowercase; released with the board's facts. */
const byName = new WeakMap<BoardFacts, ReadonlyMap<string, readonly ColumnFacts[]>>();

/** The only column of the board with this name, ignoring case and surrounding spaces; otherwise what is wrong with the name. */
export function findColumnNamed(board: BoardFacts, name: string): ColumnFacts | string {
  const found = columnsByName(board).get(keyOf(name)) ?? [];
  if (found.length === 1) return found[0]!;
  if (found.length === 0) return `No column of this board is named ${quoted(name)}; ${namesOf(board)}`;
  const ids = found.map(({ id }) => id).join(', ');
  return `${found.length} columns of this board are named ${quoted(name)}; use a column id: ${ids}`;
}

/** As `findColumnNamed`, or rejects the input at `path`. */
export function columnNamed(board: BoardFacts, name: string, path: string): ColumnFacts {
  const found = findColumnNamed(board, name);
  if (typeof found === 'string') throw InvalidInput.at(path, found);
  return found;
}

function columnsByName(board: BoardFacts): ReadonlyMap<string, readonly ColumnFacts[]> {
  const known = byName.get(board);
  if (known) return known;
  const columns = new Map<string, ColumnFacts[]>();
  for (const column of board.columns)
    columns.set(keyOf(column.name), [...(columns.get(keyOf(column.name)) ?? []), column]);
  byName.set(board, columns);
  return columns;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

function namesOf({ columns }: BoardFacts): string {
  if (columns.length === 0) return 'it has no columns';
  const names = columns.slice(0, NAMES_SHOWN).map(({ name }) => quoted(name));
  return `its columns are ${names.join(', ')}${columns.length > NAMES_SHOWN ? ' and others' : ''}`;
}
