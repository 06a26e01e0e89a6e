import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/kernel/json';
import {
  COLUMN_TYPE_NAMES,
  type ColumnConfig,
  type ColumnTypeName,
  NOTHING_LOADED,
  type StoredValue,
} from '../../../src/column-types/column-type';
import { columnTypes } from '../../../src/column-types/types';
import { aColumn, ALL_LOADED, configContext, refusal, refusedPath, valueContext } from './column-builder';

// Fixed, because they are part of test names.
const twoIds = (prefix: string) => [
  `${prefix}_01ARZ3NDEKTSV4RRFFQ69G5FAV`,
  `${prefix}_01ARZ3NDEKTSV4RRFFQ69G5FAW`,
];
const users = twoIds('usr');
const items = twoIds('itm');
const files = twoIds('file');
const labels = [{ name: 'Alpha' }, { name: 'Beta', color: '#abcdef', isDone: true }];

interface Sample {
  config?: unknown;
  accepted: unknown[];
  /** Inputs that mean "empty". */
  empty: unknown[];
  /** An input of the right JSON type that no cell of this type takes. */
  rejected: unknown[];
}

const computed: Sample = { accepted: [], empty: [], rejected: [1, 'x', '', [], {}] };
const span = { start: '2026-01-01', end: '2026-01-05T10:00:00+02:00' };

const SAMPLES: Record<ColumnTypeName, Sample> = {
  text: { accepted: ['a', '  ', 'Ünïcode 🎉', '0'], empty: [''], rejected: ['x'.repeat(10_001)] },
  long_text: {
    accepted: [
      'plain "quoted"',
      '<p>a <b>b</b> &amp; c</p>',
      '<a href="https://x.org">x</a>',
      '1 < 2 & 3 > 2',
    ],
    empty: ['', '<p></p>', '<script>x</script>'],
    rejected: ['x'.repeat(100_001)],
  },
  number: {
    accepted: [0, -0, 1.5, -3, 1e300, ' 42 ', '-0.5', '.5'],
    empty: [],
    rejected: ['', '1e5', '0x1'],
  },
  currency: { accepted: [0, 9.99, '1200.50'], empty: [], rejected: ['$5', '1,000'] },
  percentage: { accepted: [50, -10, 250, '12.5'], empty: [], rejected: ['50%'] },
  rating: { accepted: [0, 3, 5], empty: [], rejected: [6, -1, 2.5, '3'] },
  progress: { accepted: [0, 33.3, 100], empty: [], rejected: [-0.1, 100.1, '50'] },
  date: {
    accepted: ['2026-02-28', '2026-02-28T10:00:00Z', '0001-01-01', '9999-12-31'],
    empty: [],
    rejected: ['2026-02-30', '', 'today'],
  },
  date_range: { accepted: [span], empty: [], rejected: [{ start: '2026-01-02', end: '2026-01-01' }] },
  timeline: { accepted: [span], empty: [], rejected: [{ start: '2026-01-02' }] },
  time_tracking: {
    accepted: [{ seconds: 0 }, { seconds: 90.5 }, { start: true }],
    empty: [],
    rejected: [{ stop: true }, { seconds: -1 }, {}],
  },
  status: {
    config: { labels },
    accepted: ['Alpha', 'beta', { label: 'ALPHA' }],
    empty: [],
    rejected: ['Gamma', '', ['Alpha']],
  },
  label: {
    config: { labels },
    accepted: ['Alpha', ['beta', { label: 'Alpha' }], ['Alpha', 'alpha']],
    empty: [[]],
    rejected: [['Gamma'], [['Alpha']]],
  },
  dropdown: {
    config: { options: ['One', 'Two'] },
    accepted: ['One', ' Two ', 'one'],
    empty: [],
    rejected: ['ones', ''],
  },
  checkbox: { accepted: [true, false], empty: [], rejected: ['true', 0, 1] },
  priority: {
    accepted: ['High', 'low', { label: 'critical' }],
    empty: [],
    rejected: ['Urgent', { id: 'High' }],
  },
  people: {
    accepted: [users, users[0], [users[0], users[0]]],
    empty: [[]],
    rejected: [items, [users[0], 'x']],
  },
  link: { accepted: [items, items[0]], empty: [[]], rejected: [users, ['itm_x']] },
  dependency: { accepted: [items, items[0]], empty: [[]], rejected: [users] },
  formula: computed,
  lookup: computed,
  auto_number: computed,
  created_date: computed,
  last_updated: computed,
  file: { accepted: [files, files[0]], empty: [[]], rejected: [items, [{ id: files[0], path: '/etc' }]] },
  email: { accepted: ['a@b.org', ' A.b+c@sub.example.com '], empty: ['', '  '], rejected: ['a', 'a@b'] },
  phone: { accepted: ['+15550109999', '+44 (0)20 7946-0000'], empty: [''], rejected: ['5550109999', '+12'] },
  url: {
    accepted: ['https://x.org/a?b#c', 'mailto:a@b.org'],
    empty: [''],
    rejected: ['x.org', 'javascript:1'],
  },
  color: { accepted: ['#a1b2c3', '#FFFFFF'], empty: [''], rejected: ['#fff', 'red'] },
};

const PROTOTYPE_NAMES = ['constructor', 'toString', '__proto__', 'prototype', 'hasOwnProperty', 'valueOf'];

function deep(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { id: value, label: value };
  return value;
}

/** Nothing that JSON, or a mistake in the code before, can hand over may do more than be rejected. */
const HOSTILE_SHAPES: unknown[] = [
  NaN,
  Infinity,
  -Infinity,
  1e308,
  Number.MIN_VALUE,
  undefined,
  [],
  {},
  [[]],
  [null],
  [undefined],
  [{}],
  deep(10_000),
  [deep(10_000)],
  'x'.repeat(2_000_000),
  '<'.repeat(100_000),
  '<b>'.repeat(3_000),
  '9'.repeat(10_000),
  ' '.repeat(50_000),
  `+${' '.repeat(40_000)}1`,
  `${'a.'.repeat(40_000)}@`,
  new Array(100_000).fill('x'),
  new Array(2_000).fill(items[0]),
  JSON.parse('{"__proto__": {"polluted": true}}'),
  JSON.parse('{"__proto__": {"seconds": 5}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": true}}}'),
  JSON.parse('{"id": {"__proto__": {"polluted": true}}, "label": "Alpha"}'),
  JSON.parse('[{"__proto__": {"id": "lbl_x"}}]'),
  { start: {}, end: [] },
  { start: true, stop: true },
  { seconds: '5', entries: 5, runningSince: [] },
  { seconds: 1, entries: [{}], runningSince: null },
  { seconds: 1, entries: deep(100), runningSince: deep(100) },
  { length: 3, 0: 'a' },
  Object.create(null),
];
const HOSTILE: unknown[] = [
  ...HOSTILE_SHAPES,
  ...PROTOTYPE_NAMES,
  ...PROTOTYPE_NAMES.map((name) => ({ id: name })),
  ...PROTOTYPE_NAMES.map((name) => ({ label: name })),
  ...PROTOTYPE_NAMES.map((name) => [name]),
];

/** What the service stores for an input. */
function store(name: ColumnTypeName, column: ReturnType<typeof aColumn>, input: unknown): StoredValue {
  const parsed = column.parse(input);
  if (parsed === null) throw new Error(`${name} takes ${JSON.stringify(input)} for empty`);
  return column.type.resolve?.(parsed, ALL_LOADED) ?? parsed;
}

/** A value of another installation. */
function parseStored(name: ColumnTypeName, config: ColumnConfig, value: unknown): StoredValue | null {
  const { parseStored: parse, parseValue } = columnTypes[name];
  return parse === undefined ? parseValue(value, config, valueContext()) : parse(value);
}

/** Too deep for a JSON text. */
const isDeep = (input: unknown, levels = 20): boolean =>
  levels === 0 ||
  (typeof input === 'object' &&
    input !== null &&
    Object.values(input).some((member) => isDeep(member, levels - 1)));

const overTheWire = (value: Json): unknown => JSON.parse(JSON.stringify(value));

/** Keys that someone wrote onto the prototype of every object. */
const pollution = () => [...Object.keys(Object.prototype), ...Object.keys(Array.prototype)];

describe('every column type', () => {
  it('is in the table under its own name', () => {
    expect(Object.keys(columnTypes).sort()).toEqual([...COLUMN_TYPE_NAMES].sort());
    for (const name of COLUMN_TYPE_NAMES) expect(columnTypes[name].name).toBe(name);
  });

  describe.each(COLUMN_TYPE_NAMES)('%s', (name) => {
    const sample = SAMPLES[name];
    const column = aColumn(name, sample.config);
    const { type, config } = column;

    it('is writable or has no accepted input', () => {
      expect(type.writable).toBe(sample.accepted.length > 0);
    });

    it.each(sample.accepted.map((input) => [input]))('takes its own wire form of %j back', (input) => {
      const stored = store(name, column, input);
      const wire = overTheWire(type.present(stored, config));
      const again = column.parse(wire, { previous: stored });
      expect(again).not.toBeNull();
      expect(type.equals(again!, stored)).toBe(true);
      const storedAgain = type.resolve?.(again!, ALL_LOADED) ?? again!;
      expect(storedAgain).toEqual(stored);
    });

    it.each(sample.accepted.map((input) => [input]))('stores %j as JSON that survives storage', (input) => {
      const stored = store(name, column, input);
      expect(stored).not.toBeNull();
      expect(overTheWire(stored)).toEqual(stored);
      expect(type.equals(stored, overTheWire(stored) as StoredValue)).toBe(true);
      expect(isDeepStrictEqual(type.present(stored, config), stored)).toBe(type.storedIsWire);
    });

    it.each(sample.accepted.map((input) => [input]))('reads %j as text', (input) => {
      const stored = store(name, column, input);
      expect(type.toText(stored, config, ALL_LOADED)).toBeTypeOf('string');
      expect(type.toText(stored, config, NOTHING_LOADED)).not.toBe('');
    });

    it.each(sample.accepted.map((input) => [input]))('indexes %j well-formed', (input) => {
      const stored = store(name, column, input);
      const [first, ...others] = type.indexEntries(stored, config, ALL_LOADED);
      const order = type.sortOrder(config);
      const sortsByNumber = order.by === 'number';
      expect(first?.ordinal).toBe(0);
      expect(typeof first?.numberKey).toBe(sortsByNumber ? 'number' : 'object');
      expect(typeof first?.textKey).toBe(sortsByNumber ? 'object' : 'string');
      expect(first?.numberKey ?? 0).not.toBeNaN();
      expect(order.by === 'option' ? order.keys : [first?.textKey]).toContain(first?.textKey);
      expect(others).toEqual(
        others.map(({ ref }, place) => ({
          ordinal: place + 1,
          numberKey: null,
          textKey: null,
          ref,
        })),
      );
      expect(others.every(({ ref }) => typeof ref === 'string')).toBe(true);
    });

    it('has values equal to themselves and references that are ids', () => {
      for (const input of sample.accepted) {
        const stored = store(name, column, input);
        expect(type.equals(stored, stored)).toBe(true);
        const ids = type.references(stored)?.ids;
        expect(ids).not.toEqual([]);
        expect(new Set(ids).size).toBe(ids?.length ?? 0);
      }
    });

    it.each(sample.accepted.map((input) => [input]))('takes what it stores for %j as it is', (input) => {
      const stored = store(name, column, input);
      expect(parseStored(name, config, overTheWire(stored))).toEqual(stored);
    });

    it('takes hostile JSON in place of a stored value cleanly, or throws InvalidValue', () => {
      const hostile = HOSTILE.filter((input) => !isDeep(input)).map((input) => JSON.stringify(input));
      for (const text of hostile) {
        if (text === undefined) continue;
        refusal(() => {
          const stored = parseStored(name, config, JSON.parse(text));
          if (stored === null) return;
          JSON.stringify(type.present(stored, config));
          type.toText(stored, config);
          type.indexEntries(stored, config, ALL_LOADED);
          type.formulaValue?.(stored, config, ALL_LOADED);
          type.equals(stored, stored);
        });
      }
      expect(pollution()).toEqual([]);
    });

    it('treats empty inputs as empty', () => {
      for (const input of sample.empty) expect(column.parse(input)).toBeNull();
    });

    it.each(sample.rejected.map((input) => [input]))('rejects %.80j', (input) => {
      expect(column.refusal(input)).toBeTypeOf('string');
    });

    it('survives hostile input: accepts it cleanly or throws ValueRefused, in bounded time', () => {
      const reasons = HOSTILE.map((input) =>
        // Any other error is thrown on and fails the case.
        refusal(() => {
          const parsed = type.parseValue(input, config, valueContext());
          if (parsed === null) return;
          const stored = type.resolve?.(parsed, ALL_LOADED) ?? parsed;
          JSON.stringify(stored);
          type.toText(stored, config);
          type.indexEntries(stored, config, ALL_LOADED);
          type.equals(stored, stored);
        }),
      );
      expect(Math.max(...reasons.map((reason) => reason?.length ?? 0))).toBeLessThan(250);
      expect(pollution()).toEqual([]);
    });

    it('has a default config, and accepts it unchanged', () => {
      for (const nothing of [undefined, null, {}]) {
        const parsed = type.parseConfig(nothing, configContext());
        expect(overTheWire(parsed as Json)).toEqual(parsed);
        expect(type.parseConfig(parsed, configContext(parsed))).toEqual(parsed);
        expect(type.parseConfig(undefined, configContext(parsed))).toEqual(parsed);
        expect(type.parseConfig({}, configContext(parsed))).toEqual(parsed);
      }
      expect(type.parseConfig(config, configContext(config))).toEqual(config);
    });

    it('rejects configs that are not objects, and unknown keys by their name', () => {
      for (const input of ['x', 5, true, []]) expect(refusedPath(name, input)).toBe('');
      for (const key of ['unknown', ...PROTOTYPE_NAMES]) {
        expect(refusedPath(name, JSON.parse(`{"${key}": 1}`))).toBe(key);
        expect(refusedPath(name, JSON.parse(`{"${key}": {"polluted": true}}`))).toBe(key);
      }
    });

    it('survives hostile configs', () => {
      const attempts = HOSTILE_SHAPES.flatMap((input) => [
        ...['labels', 'options', 'decimals', 'expression', 'boardIds'].map((key) => ({ [key]: input })),
        { labels: [{ name: input, color: input }] },
      ]);
      // Any error that is not InvalidConfig is thrown on and fails the case.
      for (const attempt of attempts) refusedPath(name, attempt);
      expect(pollution()).toEqual([]);
    });

    it('returns an initial value and whether it is done', () => {
      expect(type.initialValue?.(config) ?? null).toBeNull();
      for (const input of sample.accepted) {
        expect(type.isDone?.(store(name, column, input), config) ?? false).toBeTypeOf('boolean');
      }
    });
  });
});
