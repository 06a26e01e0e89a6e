import { ID_PREFIXES, type IdNoun } from '../../kernel/ids';
import type { Json } from '../../kernel/json';

/**
 * How an entry is stored: the fields of the event that activity.list shows, as JSON text with one letter for the name of a
 * field, and `~` with a number in base 36 for an id that many entries of an organization contain, such as a column's. A
 * string of the event that begins with `~` gets a second one.
 */
const FIELD_CODES = {
  attachmentCount: 'a',
  board: 'B',
  changes: 'd',
  column: 'C',
  columnId: 'c',
  commentId: 'o',
  emoji: 'e',
  form: 'F',
  group: 'G',
  groupId: 'g',
  name: 'n',
  parentId: 'i',
  position: 'x',
  previous: 'p',
  previousBoardId: 'b',
  previousGroupId: 'h',
  previousStatus: 't',
  previousValue: 'w',
  status: 's',
  submissionId: 'u',
  value: 'v',
  values: 'V',
} as const;

const FIELD_NAMES = new Map<string, string>(Object.entries(FIELD_CODES).map(([name, code]) => [code, name]));

/** Records of which an entry shows the id and the name. */
const RECORDS: ReadonlySet<string> = new Set(['board', 'column', 'form', 'group']);
/** Removed when the item is permanently deleted, with the descriptions in `changes` and `previous`. */
const CONTENTS: ReadonlySet<string> = new Set(['value', 'values', 'previousValue']);
const CHANGES: ReadonlySet<string> = new Set(['changes', 'previous']);

/** Nouns of which an organization has few records, beside its items and comments. */
const TERM_NOUNS: readonly IdNoun[] = ['board', 'group', 'column', 'label', 'user', 'form', 'automation'];
const TERM = new RegExp(`^(${TERM_NOUNS.map((noun) => ID_PREFIXES[noun]).join('|')})_[0-9A-Z]{26}$`);

export type Fields = { readonly [field: string]: Json };

/** The payload of an event, in the two parts in which it is stored. */
export interface EntryParts {
  readonly details: Fields;
  readonly contents: Fields;
}

/** What an entry shows of the payload of its event. */
export function partsOf(data: Fields, hasItem: boolean): EntryParts {
  const details: Record<string, Json> = {};
  const contents: Record<string, Json> = {};
  for (const [field, value] of Object.entries(data)) {
    if (!(field in FIELD_CODES)) continue;
    if (CONTENTS.has(field)) contents[field] = value;
    else if (RECORDS.has(field)) details[field] = idAndName(value as Fields);
    else if (hasItem && CHANGES.has(field)) {
      const { description, ...others } = value as Fields;
      details[field] = others;
      if (description !== undefined) contents[field] = { description };
    } else details[field] = value;
  }
  return { details, contents };
}

/** The payload again; the descriptions come last, as in the events. */
export function joined({ details, contents }: EntryParts): Record<string, Json> {
  const data: Record<string, Json> = { ...details };
  for (const [field, value] of Object.entries(contents))
    data[field] = CHANGES.has(field) ? { ...(data[field] as Fields), ...(value as Fields) } : value;
  return data;
}

/** The ids in these values for which the text of an entry can contain a number. */
export function termsIn(values: Iterable<Json>): Set<string> {
  const terms = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value === 'string') {
      if (TERM.test(value)) terms.add(value);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === 'object') {
      for (const [key, member] of Object.entries(value)) {
        visit(key);
        visit(member);
      }
    }
  };
  for (const value of values) visit(value);
  return terms;
}

/** The text of a part: an object without its braces. */
export function encoded(part: Fields, keys: ReadonlyMap<string, number>): string {
  const short = (text: string) => {
    const key = TERM.test(text) ? keys.get(text) : undefined;
    if (key !== undefined) return `~${key.toString(36)}`;
    return text.startsWith('~') ? `~${text}` : text;
  };
  const fields = Object.entries(part).map(([field, value]) => [
    FIELD_CODES[field as keyof typeof FIELD_CODES],
    mapped(value, short),
  ]);
  return JSON.stringify(Object.fromEntries(fields)).slice(1, -1);
}

const KEY = /(?<!\\)"~([0-9a-z]+)"/g;

/** The numbers in the text of a part. */
export function keysIn(text: string): number[] {
  return [...text.matchAll(KEY)].map(([, key]) => Number.parseInt(key!, 36));
}

/** The text of a part with other numbers for the same ids. */
export function recoded(text: string, newKeyOf: (key: number) => number): string {
  return text.replaceAll(KEY, (_, key: string) => `"~${newKeyOf(Number.parseInt(key, 36)).toString(36)}"`);
}

/** The part of a text. */
export function decoded(text: string, terms: Pick<ReadonlyMap<number, string>, 'get'>): Fields {
  const long = (stored: string) => {
    if (!stored.startsWith('~')) return stored;
    return stored.startsWith('~~') ? stored.slice(1) : terms.get(Number.parseInt(stored.slice(1), 36))!;
  };
  const fields = Object.entries(JSON.parse(`{${text}}`) as Fields).map(([code, value]) => [
    FIELD_NAMES.get(code)!,
    mapped(value, long),
  ]);
  return Object.fromEntries(fields) as Fields;
}

function mapped(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((member) => mapped(member, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [change(key), mapped(member!, change)]),
  );
}

function idAndName({ id, name }: Fields): Fields {
  return name === undefined ? { id: id! } : { id: id!, name };
}
