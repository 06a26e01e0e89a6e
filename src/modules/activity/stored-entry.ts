import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { decoded, joined } from './entry-encoding';

const record = z.looseObject({ id: z.string(), name: z.string().nullish() });

/** The fields of an entry that code reads. The others are shown as they are. */
const payload = z.looseObject({
  changes: z.looseObject({ description: z.unknown().optional() }).optional(),
  previous: z.looseObject({ description: z.unknown().optional() }).optional(),
  columnId: schema.id('column').optional(),
  groupId: schema.id('group').optional(),
  previousGroupId: schema.id('group').optional(),
  previousBoardId: schema.id('board').optional(),
  board: record.optional(),
  group: record.optional(),
  column: record.optional(),
  form: record.optional(),
  values: z.record(z.string(), z.unknown()).optional(),
  value: z.unknown().optional(),
  previousValue: z.unknown().optional(),
});

/** What an entry shows of an item. */
interface EntryContent {
  /** Each with a stored value, which is not null. */
  cells: { columnId: string; value: unknown }[];
  /** Rich text. */
  descriptions: string[];
}

/** An entry of another installation. */
export interface StoredEntry {
  details: string;
  contents: string;
}

/** What an entry contains, if it is one that this module can show; null otherwise. `terms`: ids by their numbers. */
export function contentOfEntry(
  { details, contents }: StoredEntry,
  terms: ReadonlyMap<number, string>,
): EntryContent | null {
  const read = payload.safeParse(fieldsOf(details, contents, terms));
  if (!read.success) return null;
  const { columnId, values = {}, value, previousValue, changes, previous } = read.data;
  const cells = Object.entries(values).map(([id, each]) => ({ columnId: id, value: each }));
  if (columnId !== undefined) cells.push({ columnId, value }, { columnId, value: previousValue });
  return {
    cells: cells.filter((cell) => cell.value !== null && cell.value !== undefined),
    descriptions: [changes?.description, previous?.description].filter((text) => typeof text === 'string'),
  };
}

/** An escaped `~`, which would hide a number from `recoded`. The pairs of backslashes before it are text. */
const HIDDEN_NUMBER = /(?<!\\)(?:\\\\)*\\u007e/i;

function fieldsOf(details: string, contents: string, terms: ReadonlyMap<number, string>): unknown {
  const known = {
    get: (key: number) => {
      const term = terms.get(key);
      if (term === undefined) throw new SyntaxError(`unknown number ${key}`);
      return term;
    },
  };
  try {
    if (HIDDEN_NUMBER.test(details) || HIDDEN_NUMBER.test(contents)) return null;
    const parts = { details: decoded(details, known), contents: decoded(contents, known) };
    // A letter that names no field.
    return 'undefined' in parts.details || 'undefined' in parts.contents ? null : joined(parts);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
