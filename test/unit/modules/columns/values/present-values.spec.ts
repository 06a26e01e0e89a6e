import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import type { ColumnTypeName, StoredValue } from '../../../../../src/column-types/column-type';
import {
  compileValuesPresenter,
  type PresentedColumn,
  presentValue,
} from '../../../../../src/modules/columns/values/present-values';
import { aColumn, fileRecord } from '../../../column-types/column-builder';

const TIMES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };

function make(type: ColumnTypeName, config?: unknown): PresentedColumn & ReturnType<typeof aColumn> {
  const column = aColumn(type, config);
  return Object.assign({ id: newId('column') as string }, { ...column, type }) as never;
}

/** JSON as PostgreSQL prints JSONB: spaces after colons and commas, shorter and then smaller keys first. */
function jsonb(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonb).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}: ${jsonb(member)}`).join(', ')}}`;
}

const labels = ['a', 'b', 'c'].map((name) => ({ name, color: '#000000' }));
const text = make('text');
const number = make('number');
const status = make('status', { labels: [...labels, { name: '"quoted" \\ col_', color: '#ffffff' }] });
const label = make('label', { labels });
const priority = make('priority');
const people = make('people');
const file = make('file');
const checkbox = make('checkbox');
const created = make('created_date');
const updated = make('last_updated');
const stored = [text, number, status, label, priority, people, file, checkbox];
const present = compileValuesPresenter(stored);

const idOf = (column: PresentedColumn, name: string) =>
  (column.config as { labels: { id: string; name: string }[] }).labels.find((entry) => entry.name === name)!
    .id;

const [A, B, QUOTED] = [idOf(status, 'a'), idOf(status, 'b'), idOf(status, '"quoted" \\ col_')];
const [LA, LB] = [idOf(label, 'a'), idOf(label, 'b')];

/** The expected result of the presenter, computed by parsing. */
function expected(columns: readonly PresentedColumn[], values: Record<string, StoredValue>) {
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, value]) => {
      const column = columns.find((candidate) => candidate.id === id);
      return column ? [[id, presentValue(column, value)]] : [];
    }),
  );
}

/** Null when the presenter returns what parsing returns, else both. */
function difference(values: Record<string, StoredValue>, columns: readonly PresentedColumn[] = stored) {
  const text = compileValuesPresenter(columns)(jsonb(values), TIMES);
  const wanted = expected(columns, values);
  return isDeepStrictEqual(JSON.parse(text), wanted) ? null : { text, wanted };
}

describe('compileValuesPresenter', () => {
  it('passes an empty document through', () => {
    expect(present('{}', TIMES)).toBe('{}');
  });

  it('passes text through unchanged where the stored form is the wire form', () => {
    const document = jsonb({
      [text.id]: 'a "b", {c}: [d] \\ \n 🎉',
      [number.id]: -1.5,
      [people.id]: [newId('user'), newId('user')],
      [file.id]: [fileRecord(newId('file'))],
      [checkbox.id]: false,
    });
    expect(present(document, TIMES)).toBe(document);
  });

  it('replaces labels with their wire format, alone, between others and at the end', () => {
    expect(difference({ [status.id]: A })).toBeNull();
    expect(difference({ [text.id]: 'x', [status.id]: A })).toBeNull();
    expect(difference({ [status.id]: B, [checkbox.id]: true })).toBeNull();
    expect(
      difference({
        [text.id]: 'x',
        [number.id]: 1,
        [status.id]: A,
        [label.id]: [LB, LA],
        [priority.id]: 'High',
      }),
    ).toBeNull();
    expect(
      difference({
        [text.id]: 'x',
        [number.id]: 1,
        [status.id]: QUOTED,
        [label.id]: [LA],
        [priority.id]: 'Low',
        [people.id]: [newId('user')],
        [file.id]: [fileRecord(newId('file'))],
        [checkbox.id]: true,
      }),
    ).toBeNull();
  });

  it('shows null for deleted labels, and omits them from sets', () => {
    const gone = newId('label');
    const values = { [status.id]: gone, [label.id]: [gone], [priority.id]: 'Urgent' };
    expect(JSON.parse(present(jsonb(values), TIMES))).toEqual({
      [status.id]: null,
      [label.id]: null,
      [priority.id]: null,
    });
    expect(JSON.parse(present(jsonb({ [label.id]: [gone, LA] }), TIMES))).toEqual({
      [label.id]: [{ id: LA, label: 'a', color: '#000000' }],
    });
  });

  it('omits the keys of deleted columns at any place', () => {
    const everything = {
      [text.id]: 'x',
      [number.id]: 1,
      [status.id]: A,
      [label.id]: [LA, LB],
      [priority.id]: 'High',
      [people.id]: [newId('user')],
      [file.id]: [fileRecord(newId('file'))],
      [checkbox.id]: true,
    };
    for (let mask = 0; mask < 2 ** stored.length; mask += 3) {
      const kept = stored.filter((_, index) => mask & (2 ** index));
      expect(difference(everything, kept)).toBeNull();
      // And the other way round: columns that the item has no value for.
      expect(difference(Object.fromEntries(kept.map(({ id }) => [id, everything[id]!])), stored)).toBeNull();
    }
  });

  it('accepts columns in any order', () => {
    expect(
      difference(
        { [text.id]: 'x', [status.id]: A, [label.id]: [LA], [checkbox.id]: true },
        stored.toReversed(),
      ),
    ).toBeNull();
  });

  it.each([
    ['its own key', `{"${status.id}": "${A}"}`],
    ['a key and what follows', `x", "${status.id}": "${B}`],
    ['a bare id', status.id],
    ['an id with a quote', `${status.id}"`],
    ['an id, a quote and a colon', `${status.id}": `],
    ['a quote and an id', `"${status.id}`],
    ['a key one character short', `"${status.id.slice(0, -1)}": "${A}"`],
    ['an opening key one character short', `${status.id.slice(0, -1)}": "${A}"`],
    ['an opening key that ends in a backslash', `${status.id.slice(0, -1)}\\": "${A}"`],
    ['a key that ends in a backslash', `"${status.id.slice(0, -1)}\\": "${A}"`],
    ['a key that ends in two backslashes', `"${status.id.slice(0, -2)}\\\\": "${A}"`],
    ['the key of no column', `"${newId('column')}": "${A}"`],
    ['an opening that a nested key could close', `col_${'x'.repeat(14)}`],
    ['an opening that a nested key could close, quoted', `"col_${'x'.repeat(14)}`],
    ['only openings', '"col_'.repeat(50)],
    ['backslashes', '\\'.repeat(35)],
    ['separators', '", "'.repeat(10)],
    ['a label', A],
  ])('is not misled by a text that contains %s', (_, hostile) => {
    expect(
      difference({ [text.id]: hostile, [number.id]: 1, [status.id]: A, [checkbox.id]: true }),
    ).toBeNull();
    expect(difference({ [text.id]: hostile })).toBeNull();
    expect(difference({ [text.id]: hostile, [status.id]: B }, [status])).toBeNull();
    expect(difference({ [text.id]: hostile }, [status])).toBeNull();
    const entry = fileRecord(newId('file'));
    for (let padding = 0; padding < 34; padding++) {
      const name = hostile + 'x'.repeat(padding);
      expect(
        difference({ [file.id]: [{ ...entry, name, url: name, type: name }], [checkbox.id]: true }),
      ).toBeNull();
    }
  });

  it('appends the times of the item', () => {
    const withTimes = compileValuesPresenter([created, status, updated]);
    const times = { [created.id]: TIMES.createdAt, [updated.id]: TIMES.updatedAt };
    expect(JSON.parse(withTimes('{}', TIMES))).toEqual(times);
    expect(JSON.parse(withTimes(jsonb({ [status.id]: A }), TIMES))).toEqual({
      [status.id]: presentValue(status, A),
      ...times,
    });
    expect(JSON.parse(withTimes(jsonb({ [text.id]: 'gone' }), TIMES))).toEqual(times);
  });

  it('is correct when a set column has more values than it caches', () => {
    const many = make('label', { labels: Array.from({ length: 200 }, (_, n) => ({ name: `${n}` })) });
    const ids = (many.config as { labels: { id: string }[] }).labels.map(({ id }) => id);
    const presenter = compileValuesPresenter([many]);
    const wrong = Array.from({ length: 3_000 }, (_, n) => [ids[n % 200]!, ids[(n * 7 + 3) % 199]!]).filter(
      (value) =>
        presenter(jsonb({ [many.id]: value }), TIMES) !==
        `{"${many.id}": ${JSON.stringify(presentValue(many, value))}}`,
    );
    expect(wrong).toEqual([]);
  });
});

describe('presentValue', () => {
  it('shows one value, and null for an empty cell', () => {
    expect(presentValue(status, A)).toEqual({ id: A, label: 'a', color: '#000000' });
    expect(presentValue(status, null)).toBeNull();
    expect(presentValue(number, 0)).toBe(0);
  });
});
