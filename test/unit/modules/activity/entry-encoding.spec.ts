import { describe, expect, it } from 'vitest';
import {
  decoded,
  encoded,
  type Fields,
  joined,
  keysIn,
  partsOf,
  termsIn,
} from '../../../../src/modules/activity/entry-encoding';

const COLUMN = 'col_0000000000000000000000000A';
const LABEL = 'lbl_0000000000000000000000000B';
const ITEM = 'itm_0000000000000000000000000C';
const KEYS = new Map([
  [COLUMN, 41],
  [LABEL, 42],
]);
const TERMS = new Map([...KEYS].map(([term, key]) => [key, term]));

/** What remains of a payload that was stored. */
function stored(data: Fields, hasItem = true): Fields {
  const { details, contents } = partsOf(data, hasItem);
  const [first, second] = [encoded(details, KEYS), encoded(contents, KEYS)];
  return joined({ details: decoded(first, TERMS), contents: decoded(second, TERMS) });
}

describe('an entry', () => {
  it.each<[string, Fields]>([
    ['no fields', {}],
    [
      'values of columns',
      { name: 'A', parentId: null, position: 3, values: { [COLUMN]: LABEL, other: [1, [LABEL]] } },
    ],
    ['a value before and after', { columnId: COLUMN, value: null, previousValue: [LABEL, ITEM] }],
    [
      'strings that look like references',
      { name: '~1', value: ['~', '~~', 'a~1', '"~1"', String.raw`\"~1`, '~1"~2"'] },
    ],
    ['keys that look like references', { values: { '~1': 1, '~': { '~~a': '~z' } } }],
    [
      'changes with descriptions',
      { changes: { name: 'A', description: 'B' }, previous: { name: 'C', description: null } },
    ],
    ['changes of descriptions alone', { changes: { description: 'B' }, previous: { description: null } }],
    ['numbers', { value: 1.5, previousValue: -0.000_001, position: 0 }],
  ])('keeps %s', (_what, data) => {
    expect(stored(data)).toEqual(data);
  });

  it('keeps the order of the fields of a change, in which the list shows them', () => {
    const { changes } = stored({ changes: { name: 'A', description: 'B' } });
    expect(Object.keys(changes as object)).toEqual(['name', 'description']);
    const board = { changes: { color: 'red', description: 'B', visibility: 'open' } };
    expect(Object.keys(stored(board, false).changes as object)).toEqual([
      'color',
      'description',
      'visibility',
    ]);
  });

  it('keeps of a record its id and name, and of a payload only what the list shows', () => {
    expect(
      stored({
        column: { id: COLUMN, name: 'Words', config: { labels: [] } },
        form: { id: 'frm_1' },
        itemIds: [ITEM],
      }),
    ).toEqual({ column: { id: COLUMN, name: 'Words' }, form: { id: 'frm_1' } });
  });

  it('has its values and descriptions apart from what remains after a purge', () => {
    const { details } = partsOf(
      {
        name: 'A',
        values: { [COLUMN]: 1 },
        value: 1,
        previousValue: 2,
        changes: { name: 'B', description: 'C' },
      },
      true,
    );
    expect(details).toEqual({ name: 'A', changes: { name: 'B' } });
  });

  it('is stored with numbers for repeated ids', () => {
    expect(encoded({ columnId: COLUMN, value: LABEL, previousValue: ITEM }, KEYS)).toBe(
      `"c":"~15","v":"~16","w":"${ITEM}"`,
    );
  });
});

it('finds the repeated ids of values, also in keys', () => {
  expect(termsIn([{ values: { [COLUMN]: [LABEL] }, name: ITEM, value: `${COLUMN} ` }])).toEqual(
    new Set([COLUMN, LABEL]),
  );
});

it('finds the numbers in a text, and none in strings', () => {
  const text = encoded({ columnId: COLUMN, name: 'a "~1" b', value: ['~2', LABEL] }, KEYS);
  expect(keysIn(text)).toEqual([41, 42]);
});
