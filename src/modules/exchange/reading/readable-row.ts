import { ROW_MAX_CHARACTERS } from './file-table';
import { UnreadableFile } from './unreadable-file';

/** Characters that PostgreSQL cannot store, or that are not text. */
const NUL = '\u0000';

/** Rejects a row that is too wide, too long or no text. Returns the number of its characters. */
export function assertReadableRow(line: number, cells: readonly string[], columnsMax: number): number {
  if (cells.length > columnsMax && cells.findLastIndex((cell) => cell.trim() !== '') >= columnsMax)
    throw UnreadableFile.atLine(line, `More than ${columnsMax} columns`);
  let characters = 0;
  for (const cell of cells) {
    characters += cell.length;
    if (cell.includes(NUL)) throw UnreadableFile.atLine(line, 'NUL characters; not a text file');
    if (!cell.isWellFormed()) throw UnreadableFile.atLine(line, 'Invalid characters');
  }
  if (characters > ROW_MAX_CHARACTERS)
    throw UnreadableFile.atLine(line, `More than ${ROW_MAX_CHARACTERS} characters in one row`);
  return characters;
}
