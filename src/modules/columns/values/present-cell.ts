import type { ColumnId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { BoardFacts } from '../../hierarchy';
import { compileBoardValues } from './board-values';
import type { ValuesPresenter } from './present-values';

/** One compiled presenter per state of a board; it is released with the board's facts. */
const compiled = new WeakMap<BoardFacts, ValuesPresenter>();

/** Values of columns that show the item's own times are not stored, so no times are needed. */
const NO_TIMES = { createdAt: '', updatedAt: '' };

/** The wire form of one stored value; undefined for a column that the board does not have. */
export function presentCell(board: BoardFacts, columnId: ColumnId, stored: Json): Json | undefined {
  let present = compiled.get(board);
  if (!present) compiled.set(board, (present = compileBoardValues(board)));
  const shown = present(jsonbText({ [columnId]: stored }), NO_TIMES);
  return (JSON.parse(shown) as { [columnId: string]: Json })[columnId];
}

/** JSON with the spaces of JSONB as PostgreSQL prints it, which the presenter expects. */
function jsonbText(json: Json): string {
  if (Array.isArray(json)) return `[${json.map(jsonbText).join(', ')}]`;
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  const members = Object.entries(json).map(([key, value]) => `${JSON.stringify(key)}: ${jsonbText(value)}`);
  return `{${members.join(', ')}}`;
}
