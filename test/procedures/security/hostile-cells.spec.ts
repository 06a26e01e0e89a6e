import { beforeAll, describe, expect, it } from 'vitest';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../../src/column-types/column-type';
import { sharedApp } from '../../support/app';
import type { WireAnswer, WireClient } from '../../support/client';
import { columnExamples, type ExampleWorld } from '../../support/column-examples';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { INSIDES, NEVER, ODD, ODD_TIMES, wireText } from './hostile-values';

/** An odd value by itself, and inside of each form that a cell's value may have. */
const FORMS: readonly ((odd: unknown) => unknown)[] = [
  (odd) => odd,
  (odd) => [odd],
  (odd) => ({ id: odd }),
  (odd) => ({ label: odd }),
  (odd) => ({ start: odd, end: odd }),
  (odd) => ({ seconds: odd }),
];

/** The sample with one of its places replaced; each place once. */
function withOdd(sample: unknown, odd: unknown): unknown[] {
  if (Array.isArray(sample)) {
    const list: readonly unknown[] = sample;
    return [
      odd,
      ...list.flatMap((each, at) => withOdd(each, odd).map((other) => list.toSpliced(at, 1, other))),
    ];
  }
  if (typeof sample !== 'object' || sample === null) return [odd];
  const fields = Object.entries(sample).flatMap(([key, each]) =>
    withOdd(each, odd).map((other) => ({ ...sample, [key]: other })),
  );
  return [odd, ...fields];
}

describe('columns of every type', () => {
  let board: TestBoard;
  let client: WireClient;
  let world: ExampleWorld;
  let configs: Record<ColumnTypeName, object>;
  beforeAll(async () => {
    await sharedApp();
    board = await aBoard({ columns: [{ name: 'Linked', type: 'link' }] });
    ({ client } = board.organization.owner);
    const other = await aBoard({ workspace: board.workspace, columns: [{ name: 'Number', type: 'number' }] });
    world = {
      userId: board.organization.owner.userId,
      otherBoardId: other.id,
      otherItemId: await anItem(other),
      otherColumnId: other.column('Number'),
      linkColumnId: board.column('Linked'),
      itemId: await anItem(board),
    };
    const examples = columnExamples((pattern) => pattern);
    configs = Object.fromEntries(
      COLUMN_TYPE_NAMES.map((type) => [type, examples[type].config?.(world) ?? {}]),
    ) as Record<ColumnTypeName, object>;
  });

  const post = (name: string, input: unknown): Promise<WireAnswer> =>
    client.request('POST', `/api/trpc/${name}`, wireText(input), { 'content-type': 'application/json' });
  /** What is wrong with a response to an odd value; null when it was accepted, not found, or rejected with its place. */
  const fault = ({ status, error, body }: WireAnswer): unknown => {
    const isRefused = status === 400 && error!.data.issues?.length;
    if (status === 200 || status === 404) return null;
    return !isRefused || INSIDES.test(JSON.stringify(body)) ? [status, error?.message] : null;
  };

  it.each(COLUMN_TYPE_NAMES)('%s: cells of any content', async (type) => {
    const column = await made(client, 'columns.create', {
      boardId: board.id,
      name: type,
      type,
      config: configs[type],
    });
    const itemId = await anItem(board);
    const set = (value: unknown) => post('items.setValue', { itemId, columnId: column.id, value });
    const wrong: unknown[] = [];
    for (const odd of [...ODD, ...ODD_TIMES]) {
      for (const form of FORMS) {
        const found = fault(await set(form(odd)));
        if (found !== null) wrong.push([JSON.stringify(form(odd)).slice(0, 80), found]);
      }
    }
    for (const [what, never] of Object.entries(NEVER)) {
      for (const form of FORMS) {
        const { status, error } = await set(form(never));
        const isNamed = error?.data.issues?.every(({ path }) => path.split('.')[0] === 'value');
        if (status !== 400 || !isNamed) wrong.push([what, status, error?.data.issues]);
      }
    }
    // Whatever was taken is there to be sorted, filtered and exported.
    for (const sortDir of ['asc', 'desc']) {
      const input = { boardId: board.id, sortBy: column.id, sortDir };
      const found = fault(await client.query('items.list', input));
      if (found !== null) wrong.push([input, found]);
    }
    for (const format of ['csv', 'json', 'xlsx']) {
      const { status } = await client.request('GET', `/api/boards/${board.id}/export?format=${format}`);
      if (status !== 200) wrong.push([format, status]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(COLUMN_TYPE_NAMES)('%s: configurations of any content', async (type) => {
    // Its own board: some of them are taken, and a board has no room for all.
    const own = await aBoard({ workspace: board.workspace });
    const wrong: unknown[] = [];
    for (const odd of [...ODD, ...ODD_TIMES, ...Object.values(NEVER)]) {
      for (const config of withOdd(configs[type], odd)) {
        const found = fault(await post('columns.create', { boardId: own.id, name: type, type, config }));
        if (found !== null) wrong.push([JSON.stringify(config).slice(0, 120), found]);
      }
    }
    expect(wrong).toEqual([]);
    expect((await client.query('boards.get', { id: own.id })).status).toBe(200);
  });
});
