import { setImmediate as nextTurn } from 'node:timers/promises';
import { dividedNames } from '../../../column-types/cells/named-entries';
import { type FileColumn } from '../../../column-types/cells/guess-type';
import { fileEntries } from '../../../column-types/cells/file-text';
import type { FileId } from '../../../kernel/ids';
import { splitList } from '../../../column-types/cells/list-text';
import type { FileTable } from '../reading/file-table';

/** Rows that are processed between two turns of the event loop. */
const ROWS_A_TURN = 5_000;

/** Above this number a column is not a people column: a cell lists a few users, in few different ways. */
const PEOPLE_TEXTS_MAX = 2_000;
const PERSON_MAX_CHARACTERS = 254;
const PEOPLE_MAX = 50_000;

/** Counting a large table takes a second, and the result is needed more than once. */
const counted = new WeakMap<FileTable, Promise<FileColumn[]>>();

/** Statistics of the cells of each column. */
export function fileColumns(table: FileTable): Promise<FileColumn[]> {
  let columns = counted.get(table);
  if (!columns) counted.set(table, (columns = count(table)));
  return columns;
}

async function count({ header, rows, colors }: FileTable): Promise<FileColumn[]> {
  const texts = header.map(() => new Set<string>());
  const filled = header.map(() => 0);
  for (const [index, row] of rows.entries()) {
    for (const [at, cell] of row.entries()) {
      const text = cell.trim();
      if (text === '') continue;
      texts[at]!.add(text);
      filled[at]! += 1;
    }
    if (index % ROWS_A_TURN === 0) await nextTurn();
  }
  return header.map((name, at) => {
    const colored = colors?.texts.get(name);
    const column = { header: name, texts: texts[at]!, filled: filled[at]! };
    return colored === undefined ? column : { ...column, colors: colored };
  });
}

/** What could be the e-mail addresses or names of members. */
export function possiblePeople(columns: readonly FileColumn[]): string[] {
  const people = new Set<string>();
  const listing = columns.filter(({ texts, guess }) => guess === undefined && texts.size <= PEOPLE_TEXTS_MAX);
  // Names with commas, as directories write them, come second where there are too many.
  for (const namesIn of [splitList, dividedNames]) {
    for (const text of listing.flatMap(({ texts }) => [...texts])) {
      for (const entry of namesIn(text)) {
        if (entry.length <= PERSON_MAX_CHARACTERS && people.size < PEOPLE_MAX) people.add(entry);
      }
    }
  }
  return [...people];
}

/** The uploaded files that cells name, whatever the type of their column. */
export function namedFiles(columns: readonly Pick<FileColumn, 'texts'>[]): FileId[] {
  const ids = new Set<string>();
  for (const { texts } of columns)
    for (const text of texts)
      if (text.includes('file_')) for (const { id } of fileEntries(text)) if (id !== null) ids.add(id);
  return [...ids] as FileId[];
}
