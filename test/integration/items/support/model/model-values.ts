import type { Dice } from './dice';
import type { ModelBoard, ModelColumn, ModelItem } from './model-board';
import { compareTexts } from './text-order';

/** A value as the model keeps it: labels by ID, files by ID, everything else as on the wire. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Stored = any;

/** What values can refer to. */
export interface Referable {
  users: { id: string; name: string }[];
  /** Items of a board that no step changes. */
  linkable: string[];
  files: { id: string; name: string; url: string; size: number; type: string }[];
}

export const PRIORITIES = ['Critical', 'High', 'Medium', 'Low'];
export const WRITABLE = [
  'text',
  'long_text',
  'email',
  'phone',
  'url',
  'color',
  'number',
  'currency',
  'percentage',
  'rating',
  'progress',
  'time_tracking',
  'checkbox',
  'date',
  'date_range',
  'timeline',
  'status',
  'label',
  'priority',
  'dropdown',
  'people',
  'link',
  'dependency',
  'file',
];
export const TEXTS = ['text', 'long_text', 'email', 'phone', 'url', 'color', 'formula'];
export const NUMBERS = ['number', 'currency', 'percentage', 'rating', 'progress', 'time_tracking'];
export const TIMES = ['date'];
export const RANGES = ['date_range', 'timeline'];
export const COMPUTED = ['auto_number', 'created_date', 'last_updated', 'formula'];

const WORDS = ['item', 'Item', 'Äpfel', 'apfel', 'Zebra', 'ß', 'Émile', 'Ωmega', '😀', 'ﬀ', '中', '_%\\'];

export function aText(dice: Dice): string {
  if (dice.once(40)) return `${'long '.repeat(60)}${dice.below(100)}`;
  const number = dice.one(['', '2', '10', '02', '007', `${dice.below(1_000)}`]);
  return `${dice.one(WORDS)} ${number}${dice.one(['', ' ', dice.one(WORDS)])}`.trim();
}

function aDay(dice: Dice): string {
  return new Date(Date.UTC(2026, 0, 1 + dice.below(60))).toISOString();
}

function aSpan(dice: Dice): { start: string; end: string } {
  const [start, end] = [aDay(dice), aDay(dice)].toSorted();
  return { start: start!, end: end! };
}

/** A value and one of the inputs that set it. */
export interface Sample {
  input: unknown;
  stored: Stored;
}

const same = (stored: Stored): Sample => ({ input: stored, stored });

/** `item`: the item that gets the value, if it exists. */
export function sampleOf(
  dice: Dice,
  column: ModelColumn,
  refer: Referable,
  board: ModelBoard,
  item: ModelItem | null,
): Sample {
  const cleared = { input: null, stored: null };
  if (dice.once(7)) return cleared;
  switch (column.type) {
    case 'text':
      return same(aText(dice));
    case 'long_text': {
      const text = dice.one(['fish & chips', 'Hello', 'item 10', 'item 2', 'Äpfel']);
      return same(`<p>${text.replace('&', '&amp;')} <strong>${dice.below(30)}</strong></p>`);
    }
    case 'email':
      return same(`${dice.one(['ada', 'Bob', 'eve'])}${dice.below(30)}@example.com`);
    case 'phone': {
      const digits = `30${100_000 + dice.below(50)}`;
      return { input: dice.one([`+49${digits}`, `+49 (0)${digits}`]), stored: `+49${digits}` };
    }
    case 'url':
      return same(`https://example.com/${dice.one(['a', 'B'])}/${dice.below(30)}`);
    case 'color': {
      const color = `#${(dice.below(40) * 400_009).toString(16).padStart(6, '0')}`;
      return { input: color, stored: color.toUpperCase() };
    }
    case 'number':
    case 'currency':
    case 'percentage': {
      const number = dice.one([0, -1.5, 1e15, dice.below(50), dice.below(5_000) / 8]);
      return { input: dice.one([number, `${number}`]), stored: number };
    }
    case 'rating':
      return same(dice.below(column.maxRating + 1));
    case 'progress':
      return same(dice.below(1_001) / 10);
    case 'time_tracking': {
      const seconds = dice.below(10_000);
      return { input: { seconds }, stored: { seconds, runningSince: null, entries: [] } };
    }
    case 'checkbox':
      return same(dice.once(2));
    case 'date': {
      const day = aDay(dice);
      const time = `${day.slice(0, 11)}${`${dice.below(24)}`.padStart(2, '0')}:30:00.250Z`;
      return dice.one([{ input: day.slice(0, 10), stored: day }, same(day), same(time)]);
    }
    case 'date_range':
    case 'timeline':
      return same(aSpan(dice));
    case 'status': {
      const { id, name } = dice.one(column.labels);
      return { input: dice.one([name, { id }, { label: name.toUpperCase() }]), stored: id };
    }
    case 'label': {
      const labels = dice.some(column.labels, 1 + dice.below(3));
      return { input: labels.map(({ id, name }) => dice.one([name, { id }])), stored: labels.map(idOf) };
    }
    case 'priority': {
      const name = dice.one(PRIORITIES);
      return { input: dice.one([name, name.toLowerCase(), { label: name }]), stored: name };
    }
    case 'dropdown':
      return same(dice.one(column.options));
    case 'people':
      return same(dice.some(refer.users, 1 + dice.below(2)).map(idOf));
    case 'link':
      return same(dice.some(refer.linkable, 1 + dice.below(3)));
    case 'dependency': {
      // Older items only, so that no cycle is possible.
      const older = board.groups
        .flatMap(({ items }) => items)
        .filter((each) => each.number < (item?.number ?? 0));
      return older.length === 0 ? cleared : same(dice.some(older, 1 + dice.below(3)).map(idOf));
    }
    case 'file': {
      const ids = dice.some(refer.files, 1 + dice.below(2)).map(idOf);
      return same(ids);
    }
    default:
      throw new Error(`No sample of ${column.type}`);
  }
}

function idOf({ id }: { id: string }): string {
  return id;
}

/** The cell, stored or computed; null without a value. */
export function storedIn(item: ModelItem, column: ModelColumn): Stored {
  const cell = (name: string) =>
    item.values.get(item.board.columns.find((each) => each.name === name)!.id) ?? null;
  switch (column.type) {
    case 'created_date':
      return item.createdAt;
    case 'last_updated':
      return item.updatedAt;
    case 'formula':
      return column.name === 'Double' ? (cell('Number') ?? 0) * 2 : `${cell('Text') ?? ''}!`;
    default:
      return item.values.get(column.id) ?? null;
  }
}

/** As `values` of a response contain it, except that priorities have no color; undefined without a value. */
export function presented(item: ModelItem, column: ModelColumn, { files }: Referable): unknown {
  const stored = storedIn(item, column);
  if (stored === null) return undefined;
  const label = (id: string) => {
    const { name, color } = column.labels.find((each) => each.id === id)!;
    return { id, label: name, color };
  };
  if (column.type === 'status') return label(stored);
  if (column.type === 'label') return stored.map(label);
  if (column.type === 'priority') return { label: stored };
  if (column.type === 'file') return stored.map((id: string) => files.find((each) => each.id === id));
  return stored;
}

export type Key = number | string;

/** What orders the item in a list sorted by the column; null without a value. Numbers and texts are never mixed. */
export function sortKey(item: ModelItem, column: ModelColumn, { users }: Referable): Key | null {
  const stored = storedIn(item, column);
  if (stored === null) return null;
  switch (column.type) {
    case 'time_tracking':
      return stored.seconds;
    case 'long_text':
      return plainText(stored);
    case 'checkbox':
      return Number(stored);
    case 'date_range':
    case 'timeline':
      // Of a fixed width.
      return stored.start + stored.end;
    case 'date':
    case 'created_date':
    case 'last_updated':
      return Date.parse(stored);
    case 'status':
      return column.labels.findIndex(({ id }) => id === stored);
    case 'label':
      return column.labels.findIndex(({ id }) => id === stored[0]);
    case 'priority':
      return PRIORITIES.indexOf(stored);
    case 'dropdown':
      return column.options.indexOf(stored);
    case 'people':
      return users.find(({ id }) => id === stored[0])!.name;
    case 'link':
    case 'dependency':
    case 'file':
      return stored.length;
    default:
      return stored;
  }
}

export function compareKeys(a: Key, b: Key): number {
  return typeof a === 'number' ? a - (b as number) : compareTexts(a, b as string);
}

/** Of the rich texts that the samples contain. */
export function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace('&amp;', '&');
}

/** The value in a copy of its column, whose labels are in the same order. */
export function relabeled(from: ModelColumn, to: ModelColumn, stored: Stored): Stored {
  const label = (id: string) => to.labels[from.labels.findIndex((each) => each.id === id)]!.id;
  if (from.type === 'status') return label(stored);
  return from.type === 'label' ? (stored as string[]).map(label) : stored;
}
