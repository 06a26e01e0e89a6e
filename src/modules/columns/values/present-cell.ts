import type { ColumnId } from '../../../kernel/ids';
import { type Json, JsonText } from '../../../kernel/json';
import type { BoardFacts } from '../../hierarchy';
import { compileBoardCell } from './board-values';
import type { CellPresenter } from './present-values';

/** One compiled presenter per state of a board; it is released with the board's facts. */
const compiled = new WeakMap<BoardFacts, CellPresenter>();

/** The wire form of one stored value; undefined for a column that the board does not have. */
export function presentCell(board: BoardFacts, columnId: ColumnId, stored: Json): JsonText | undefined {
  let present = compiled.get(board);
  if (!present) compiled.set(board, (present = compileBoardCell(board)));
  const text = present(columnId, jsonbText(stored));
  return text === undefined ? undefined : new JsonText(text);
}

/** JSON with the spaces of JSONB as PostgreSQL prints it, which the presenter expects. */
export function jsonbText(json: Json): string {
  if (Array.isArray(json)) return `[${json.map(jsonbText).join(', ')}]`;
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  const members = Object.entries(json).map(([key, value]) => `${JSON.stringify(key)}: ${jsonbText(value)}`);
  return `{${members.join(', ')}}`;
}
