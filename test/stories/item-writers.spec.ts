import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexedValues } from '../integration/items/support/indexed-values';
import { laneFaults } from '../integration/items/support/lane-faults';
import { startApp, type TestApp } from '../support/app';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { type FoundItem, ItemWriter } from '../support/item-writer';
import { type ListedItem, listedItems } from '../support/item-lists';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcesses } from '../support/service-processes';

const PROCESSES = 2;
const WRITERS = 32;
const CALLS_PER_WRITER = 30;
/** .ci/long kills more. */
const KILLS = Number(process.env['ITEM_WRITER_KILLS'] ?? 2);
const SEED = Number(process.env['ITEM_WRITER_SEED'] ?? 4_711);

describe(`lists of ${WRITERS} parallel writers in ${PROCESSES} processes`, () => {
  let app: TestApp;
  let board: TestBoard;
  let processes: ServiceProcesses;

  beforeEach(async () => {
    app = await startApp({ ROLES: 'api' });
    processes = new ServiceProcesses(app.databaseUrl);
    const organization = await anOrganization({ app });
    board = await aBoard({
      organization,
      groups: ['One', 'Two', 'Three', 'Four'],
      columns: [{ name: 'Number', type: 'number' }],
    });
    await processes.start(PROCESSES);
  });
  afterEach(async () => {
    await processes.discard();
    await app.close();
  });

  function writers(): ItemWriter[] {
    return Array.from({ length: WRITERS }, (_, at) => {
      const random = seededRandom(SEED + at);
      return new ItemWriter(`${at}`, board, random, () => processes.any(random));
    });
  }

  /** Where each item is, as lists show it. */
  async function found(): Promise<Map<string, FoundItem>> {
    const { client } = board.organization.owner;
    const items = new Map<string, FoundItem>();
    const add = (listed: readonly ListedItem[], state: FoundItem['state']) => {
      for (const { id, name, groupId, values } of listed)
        items.set(id, { name, state, groupId, number: values[board.column('Number')] as number });
    };
    for (const groupId of board.groupIds) {
      const live = await listedItems(client, { boardId: board.id, groupId });
      expect(live.map(({ position }) => position)).toEqual([...live.keys()]);
      add(live, 'live');
    }
    add(await listedItems(client, { boardId: board.id, archived: true }), 'archived');
    for (let cursor: string | null = null; ;) {
      const { data } = await client.query('trash.list', { boardId: board.id, limit: 200, cursor });
      add(data.items, 'trashed');
      cursor = data.nextCursor;
      if (cursor === null) return items;
    }
  }

  /** Every acknowledged call had its effect, no other item exists, and the lists are exact. */
  async function expectExactLists(all: readonly ItemWriter[]): Promise<void> {
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
    const items = await found();
    const known = new Set(all.flatMap(({ items: own }) => [...own.keys()]));
    expect(all.flatMap((writer) => writer.differences(items))).toEqual([]);
    const others = [...items].filter(([id]) => !known.has(id));
    const lost = new Set(all.flatMap((writer) => writer.lostCreations));
    expect(others.filter(([, { name }]) => !lost.has(name))).toEqual([]);
    const live = [...items].filter(([, { state }]) => state === 'live');
    const sortBy = board.column('Number');
    const byNumber = await listedItems(board.organization.owner.client, { boardId: board.id, sortBy });
    expect(byNumber.map(({ id }) => id).toSorted()).toEqual(live.map(([id]) => id).toSorted());
    const numbers = byNumber.map(({ values }) => values[sortBy] as number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(await laneFaults(board.organization)).toEqual([]);
    const { expected, found: indexed } = await indexedValues(board);
    expect(indexed).toEqual(expected);
  }

  it('are exact, and no call fails', { timeout: 600_000 }, async () => {
    const all = writers();
    await Promise.all(all.map((writer) => writer.write(CALLS_PER_WRITER)));
    expect(all.flatMap(({ lostCreations }) => lostCreations)).toEqual([]);
    await expectExactLists(all);
    const created = all.map(({ items }) => items.size).reduce((sum, count) => sum + count, 0);
    expect((await found()).size).toBe(created);
  });

  it(
    `are exact after ${KILLS} processes were killed, and contain everything that was acknowledged`,
    { timeout: 600_000 + KILLS * 30_000 },
    async () => {
      const random = seededRandom(SEED - 1);
      const writing = new AbortController();
      const all = writers();
      const written = all.map((writer) => writer.writeUntil(writing.signal));
      for (let kill = 0; kill < KILLS; kill += 1) await processes.killOne(random);
      writing.abort();
      await Promise.all(written);
      await expectExactLists(all);
      expect(all.flatMap(({ items }) => [...items.keys()]).length).toBeGreaterThan(WRITERS);
    },
  );
});
