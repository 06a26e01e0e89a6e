import { beforeAll, describe, expect, it } from 'vitest';
import { COLUMN_TYPE_NAMES } from '../../../src/column-types/column-type';
import type { WireError } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';

const OPERATORS = [
  'is',
  'is_not',
  'is_empty',
  'is_not_empty',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'before',
  'after',
  'on',
  'within',
  'any_of',
  'none_of',
  'all_of',
];
const FIELDS = ['name', 'groupId', 'createdBy', 'createdAt', 'updatedAt'];

const nested = (depth: number, wrap: (inner: string) => string, inner: string): string => {
  let text = inner;
  for (let at = 0; at < depth; at += 1) text = wrap(text);
  return text;
};

/** JSON texts, since some of them could not be written as values. */
const VALUES: string[] = [
  '0',
  '-1',
  '1e308',
  '-1e308',
  '5e-324',
  '1e400',
  '-1e400',
  '9007199254740993',
  '1.5',
  '"1e400"',
  '"NaN"',

  'true',
  'null',
  '""',
  '" "',
  '"me"',
  '"__proto__"',
  '"constructor"',
  '"%_\\\\"',
  '"a\\u0000b"',
  '"\\ud800"',

  '"2026-01-01"',
  '"+275760-09-13"',
  '"-000001-01-01"',
  '"9999-12-31T23:59:59.999Z"',
  '"today"',
  '"Infinity"',

  '[]',
  '[null]',
  '["me"]',
  '[[]]',
  '[1,2]',
  '[2,1]',
  '["a","b"]',
  '["2026-01-01","2026-02-01"]',
  '[1e400,1]',

  '{}',
  '{"label":"x"}',
  '{"id":"x"}',
  '{"id":{}}',
  '{"label":["x"]}',
  '{"__proto__":1}',
  '{"start":"2026-01-01"}',

  '{"start":"2026-01-01","end":"2026-01-02"}',
  '{"start":"\\u0000","end":"2026-01-02"}',
  '{"toString":1}',

  '"usr_00000000000000000000000000"',
  '["usr_00000000000000000000000000"]',
  '"itm_00000000000000000000000000"',

  '["itm_00000000000000000000000000"]',
  '["a\\u0000b","\\udfff"]',
  '{"label":"a\\u0000b"}',
  '["toString"]',
  JSON.stringify('x'.repeat(1_000)),
  JSON.stringify('x'.repeat(20_000)),
  JSON.stringify('7'.repeat(900)),
  JSON.stringify('😀'.repeat(400)),
  `[${Array.from({ length: 10_000 }, () => '"x"').join(',')}]`,
  `[${Array.from({ length: 10_000 }, () => '1').join(',')}]`,
  nested(500, (inner) => `[${inner}]`, '1'),
  nested(500, (inner) => `{"label":${inner}}`, '1'),
];

describe('items.list with hostile filters', () => {
  let board: TestBoard;
  beforeAll(async () => {
    const configs: Record<string, object> = {
      status: { labels: [{ name: 'x' }] },
      label: { labels: [{ name: 'x' }] },
      dropdown: { options: ['x', '1', '__proto__'] },
      formula: { expression: '1 + 1' },
    };
    board = await aBoard({
      columns: COLUMN_TYPE_NAMES.map((type) => ({ name: type, type, config: configs[type] ?? {} })),
    });
    await anItem(board, { name: 'Only' });
  });

  /** Calls of items.list in one batch, each with filters as text; their responses. */
  const send = async (calls: readonly string[]): Promise<{ error?: WireError }[]> => {
    const inputs = calls.map(
      (filters, at) => `"${at}":{"json":{"boardId":"${board.id}","filters":${filters}}}`,
    );
    const names = calls.map(() => 'items.list').join(',');
    const url = `/api/trpc/${names}?batch=1&input=${encodeURIComponent(`{${inputs.join(',')}}`)}`;
    const { body } = await board.organization.owner.client.request('GET', url);
    expect(body).toHaveLength(calls.length);
    return body as { error?: WireError }[];
  };
  const expectNoFault = async (calls: readonly string[]) => {
    for (const [at, { error }] of (await send(calls)).entries()) {
      expect([undefined, 400, 404], calls[at]!.slice(0, 300)).toContain(error?.data.httpStatus);
      if (error) expect(error.data.issues?.[0]?.path, calls[at]!.slice(0, 300)).toMatch(/^filters/);
    }
  };
  const columnOf = (name: string) => (FIELDS.includes(name) ? name : board.column(name));

  it.each([...COLUMN_TYPE_NAMES, ...FIELDS])('200 or 400: comparing %s with anything', async (name) => {
    const columnId = columnOf(name);
    const from = [...COLUMN_TYPE_NAMES, ...FIELDS].indexOf(name);
    const calls = OPERATORS.flatMap((operator, each) =>
      [0, 1, 2, 3].map((more) => {
        // Every operator meets every value on some column.
        const value = VALUES[(from * 4 + each * 11 + more) % VALUES.length]!;
        return `[{"columnId":"${columnId}","operator":"${operator}","value":${value}}]`;
      }),
    );
    await expectNoFault(calls);
  });

  it.each(['text', 'number', 'date', 'timeline', 'status', 'people', 'formula', 'name'])(
    '200 or 400: any operator on %s',
    async (name) => {
      const columnId = columnOf(name);
      for (const operator of ['is', 'any_of']) {
        await expectNoFault(
          VALUES.map((value) => `[{"columnId":"${columnId}","operator":"${operator}","value":${value}}]`),
        );
      }
    },
  );

  it('400: conditions of the wrong shape, too many or too deep', async () => {
    const condition = '{"columnId":"name","operator":"is","value":"x"}';
    const many = (count: number) => Array.from({ length: count }, () => condition).join(',');
    const wrong = [
      '{}',
      '"x"',
      '1',
      'null',
      '[null]',
      '[[]]',
      '["x"]',
      '[{}]',
      '[{"or":[]}]',
      '[{"and":{}}]',
      '[{"or":[{}],"and":[{}]}]',
      '[{"columnId":"name"}]',
      '[{"columnId":1,"operator":"is","value":1}]',

      '[{"columnId":"__proto__","operator":"is","value":1}]',
      '[{"columnId":"name","operator":"__proto__"}]',

      '[{"columnId":"constructor","operator":"is","value":1}]',
      '[{"columnId":"name","operator":"toString"}]',
      '[{"columnId":"name","operator":"is","value":"x","__proto__":{}}]',
      `[${many(51)}]`,
      `[${many(10_000)}]`,
      `[{"or":[${many(30)}]},{"and":[${many(30)}]}]`,
      nested(6, (inner) => `[{"or":${inner}}]`, `[${condition}]`),
    ];
    for (const [at, { error }] of (await send(wrong)).entries()) {
      expect(error?.data.httpStatus, wrong[at]!.slice(0, 200)).toBe(400);
      expect(error!.data.issues?.[0]?.path, wrong[at]!.slice(0, 200)).toMatch(/^filters/);
    }
    // Input that no reader needs to go down into is rejected before anyone does, with the whole of its batch.
    const tooDeep = [
      nested(10_000, (inner) => `[{"or":${inner}}]`, `[${condition}]`),
      nested(10_000, (inner) => `[${inner}]`, ''),
    ];
    for (const filters of tooDeep) {
      const [answer] = await send([filters]);
      expect(answer!.error).toMatchObject({
        message: 'input is nested too deeply',
        data: { httpStatus: 400 },
      });
    }
  });

  it('200: the maximum size of a filter, in one list and nested', async () => {
    const condition = '{"columnId":"name","operator":"contains","value":"nl"}';
    const many = (count: number) => Array.from({ length: count }, () => condition).join(',');
    const most = [`[${many(50)}]`, `[{"or":[${many(25)}]},{"and":[${many(25)}]}]`];
    for (const { error } of await send(most)) expect(error).toBeUndefined();
  });
});
