import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import type { WireClient } from '../support/client';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../support/factories/organization.factory';
import { made } from '../support/factories/workspace.factory';
import { BoardReplica, byId, type ReplicaItem } from '../support/board-replica';
import { relayEvents } from '../support/live-socket';
import { seededRandom } from '../support/seeded-random';

const STEPS = 150;

/**
 * Two clients that know the board only from messages, in two processes, while both write: connections are lost in the
 * middle of messages, and responses arrive later than the messages of their own changes.
 */
describe('two clients know what the database knows', () => {
  let app: TestApp;
  let other: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;

  beforeAll(async () => {
    app = await startApp();
    other = await startApp({ DATABASE_URL: app.databaseUrl });
    organization = await anOrganization({ app });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const seed = Number(process.env['REALTIME_SEED'] ?? randomInt(1_000_000));
  it.each([seed, seed + 1])('with the seed %i', async (number) => {
    const random = seededRandom(number);
    const below = (limit: number) => Math.floor(random() * limit);
    const { client } = organization.owner;
    board = await aBoard({
      organization,
      groups: ['One', 'Two', 'Three'],
      columns: [
        { name: 'Note', type: 'text' },
        { name: 'Number', type: 'number' },
      ],
    });
    await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Double',
      type: 'formula',
      config: { expression: '{Number} * 2' },
    });
    const elsewhere = await aBoard({ organization });
    const replicas = [app, other].map((at) => new BoardReplica(at, board.id, client.at(at)));
    for (const replica of replicas) await replica.connect();

    const pending: Promise<unknown>[] = [];
    const act = async (by: WireClient): Promise<void> => {
      const { data } = await by.query('items.list', { boardId: board.id, limit: 200 });
      const ids = data.items.map(({ id }: { id: string }) => id) as string[];
      const id = ids[below(ids.length)];
      const groupId = board.groupIds[below(3)];
      const actions: (() => Promise<unknown>)[] = [
        () =>
          by.mutate('items.create', {
            boardId: board.id,
            groupId,
            name: `Item ${below(1_000)}`,
            position: below(5),
            values: { [board.column('Number')]: below(100) },
          }),
        () =>
          by.mutate('items.setValue', { itemId: id, columnId: board.column('Number'), value: below(100) }),
        () =>
          by.mutate('items.setValue', { itemId: id, columnId: board.column('Note'), value: `${below(100)}` }),
        () => by.mutate('items.setValue', { itemId: id, columnId: board.column('Note'), value: null }),
        () => by.mutate('items.update', { id, name: `Renamed ${below(1_000)}` }),
        () => by.mutate('items.move', { id, groupId, position: below(6) }),
        () => by.mutate('items.bulkMove', { ids: ids.slice(0, 3), groupId, position: below(4) }),
        () => by.mutate('items.delete', { id }),
        () => by.mutate('items.archive', { id }),
        async () => {
          await by.mutate('items.delete', { id });
          await by.mutate('items.restore', { id });
        },
        () =>
          by.mutate('items.move', { id, boardId: elsewhere.id, groupId: elsewhere.groupIds[0], position: 0 }),
      ];
      const action =
        id === undefined ? actions[0]! : actions[[0, 0, 0, ...actions.keys()][below(actions.length + 3)]!]!;
      await action();
    };

    for (let step = 0; step < STEPS; step += 1) {
      // Not awaited: responses arrive in any order, also after the messages.
      pending.push(act(replicas[below(2)]!.client));
      if (pending.length > 4) await pending.splice(below(pending.length), 1)[0];
      if (below(3) === 0) await relayEvents(app);
      if (below(12) === 0) replicas[below(2)]!.lose();
      if (below(8) === 0) await Promise.all(replicas.map((replica) => replica.connect()));
    }
    await Promise.all(pending);
    await relayEvents(app);

    const { rows } = await app.sql.query<{ last: string }>(
      'select last from event_sequences where board_id = $1',
      [board.id],
    );
    // Calls about an item that the other client removed meanwhile are rejected and have no event.
    expect(Number(rows[0]!.last)).toBeGreaterThan(STEPS / 2);
    for (const replica of replicas) {
      await replica.connect();
      await replica.reaches(Number(rows[0]!.last));
      expect(replica.gaps).toEqual([]);
      for (const groupId of board.groupIds) {
        const { data } = await client.query('items.list', { boardId: board.id, groupId, limit: 200 });
        const listed = data.items.map(({ id, name, values }: ReplicaItem) => ({ id, name, values }));
        expect(replica.itemsOf(groupId)).toEqual(listed.toSorted(byId));
      }
      replica.lose();
    }
  });
});
