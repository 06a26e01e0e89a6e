import type { ColumnTypeName } from '../../src/column-types/column-type';

/** What an example may name: all of it visible to the caller. */
export interface ExampleWorld {
  userId: string;
  /** Another board, and an item and a number column on it. */
  otherBoardId: string;
  otherItemId: string;
  otherColumnId: string;
  /** A link column and an item on the board itself. */
  linkColumnId: string;
  itemId: string;
}

export interface ColumnExample {
  /** The config of a column that is created without one. */
  plain: object;
  /** A config with all fields, as given and as returned. */
  config?: (world: ExampleWorld) => object;
  answered?: (world: ExampleWorld) => object;
  /** A default value for a column with `config`, as given and as returned; types without one are computed. */
  value?: (world: ExampleWorld) => unknown;
  shown?: unknown;
}

const HEX = /^#[0-9A-F]{6}$/;
const ID = /^lbl_[0-9A-Z]{26}$/;

/** A label as a config returns it; for expect.objectContaining and toEqual alike. */
export interface ExpectedLabel {
  id: unknown;
  name: string;
  color: unknown;
  isDone: boolean;
}

/** Asymmetric matchers come from the spec, so that this file needs no test runner. */
export function columnExamples(
  matching: (pattern: RegExp) => unknown,
): Record<ColumnTypeName, ColumnExample> {
  const label = (name: string, isDone = false): ExpectedLabel => ({
    id: matching(ID),
    name,
    color: matching(HEX),
    isDone,
  });
  const empty = { plain: {}, config: () => ({}) };
  const span = { start: '2026-01-01T00:00:00.000Z', end: '2026-01-31T00:00:00.000Z' };
  const dates = { value: () => ({ start: '2026-01-01', end: '2026-01-31' }), shown: span };
  return {
    text: { ...empty, value: () => ' as typed ', shown: ' as typed ' },
    long_text: {
      ...empty,
      value: () => '<p>Hello<script>alert(1)</script></p>',
      shown: '<p>Hello</p>',
    },
    number: { plain: {}, config: () => ({ decimals: 2, suffix: 'kg' }), value: () => '12.5', shown: 12.5 },
    currency: {
      plain: { currency: 'USD', locale: 'en-US', decimals: 2 },
      config: () => ({ currency: 'eur', locale: 'de-de', decimals: 0 }),
      answered: () => ({ currency: 'EUR', locale: 'de-DE', decimals: 0 }),
      value: () => 9.99,
      shown: 9.99,
    },
    percentage: { plain: {}, config: () => ({ decimals: 1 }), value: () => 150, shown: 150 },
    rating: {
      plain: { maxRating: 5 },
      config: () => ({ maxRating: 10, icon: 'star' }),
      value: () => 10,
      shown: 10,
    },
    progress: { ...empty, value: () => 33.3, shown: 33.3 },
    date: {
      plain: { includeTime: false },
      config: () => ({ includeTime: true }),
      value: () => '2026-01-31',
      shown: '2026-01-31T00:00:00.000Z',
    },
    date_range: { ...empty, ...dates },
    timeline: { ...empty, ...dates },
    time_tracking: {
      ...empty,
      value: () => ({ seconds: 90 }),
      shown: { seconds: 90, runningSince: null, entries: [] },
    },
    status: {
      plain: {
        labels: [label('To Do'), label('In Progress'), label('Done', true)],
        defaultLabelId: null,
      },
      config: () => ({
        labels: [{ name: 'Open' }, { name: 'Closed', color: '#00ff00', isDone: true }],
        defaultLabelId: 'Open',
      }),
      answered: () => ({
        labels: [label('Open'), { ...label('Closed', true), color: '#00ff00' }],
        defaultLabelId: matching(ID),
      }),
      value: () => 'closed',
      shown: { id: matching(ID), label: 'Closed', color: '#00ff00' },
    },
    label: {
      plain: { labels: [] },
      config: () => ({ labels: [{ name: 'Red' }, { name: 'Blue', color: '#0000FF' }] }),
      answered: () => ({ labels: [label('Red'), { ...label('Blue'), color: '#0000FF' }] }),
      value: () => ['Blue', { label: 'Red' }],
      shown: [
        { id: matching(ID), label: 'Blue', color: '#0000FF' },
        { id: matching(ID), label: 'Red', color: matching(HEX) },
      ],
    },
    dropdown: {
      plain: { options: [] },
      config: () => ({ options: ['S', 'M'] }),
      value: () => 'M',
      shown: 'M',
    },
    checkbox: { ...empty, value: () => false, shown: false },
    priority: { ...empty, value: () => 'high', shown: { label: 'High', color: matching(HEX) } },
    people: {
      plain: { multiple: true },
      config: () => ({ multiple: false }),
      value: ({ userId }) => userId,
      shown: [matching(/^usr_/)],
    },
    link: {
      plain: {},
      config: ({ otherBoardId }) => ({ boardIds: [otherBoardId] }),
      value: ({ otherItemId }) => [otherItemId],
      shown: [matching(/^itm_/)],
    },
    dependency: { ...empty, value: ({ itemId }) => itemId, shown: [matching(/^itm_/)] },
    formula: { plain: { expression: '' }, config: () => ({ expression: 'ROUND(10 * 1.19, 2)' }) },
    lookup: {
      plain: { aggregate: 'list' },
      config: ({ linkColumnId, otherColumnId }) => ({
        linkColumnId,
        targetColumnId: otherColumnId,
        aggregate: 'sum',
      }),
    },
    auto_number: { plain: { start: 1 }, config: () => ({ prefix: 'T-', start: 100 }) },
    created_date: { plain: {} },
    last_updated: { plain: {} },
    file: { ...empty },
    email: { ...empty, value: () => ' Ada@example.com ', shown: 'Ada@example.com' },
    phone: { ...empty, value: () => '+49 (0)30 123.456-7', shown: '+49301234567' },
    url: { ...empty, value: () => 'https://example.com/a?b=c', shown: 'https://example.com/a?b=c' },
    color: { ...empty, value: () => '#1a2b3c', shown: '#1A2B3C' },
  };
}
