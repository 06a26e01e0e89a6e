import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../support/factories/organization.factory';
import { aWorkspace, made } from '../support/factories/workspace.factory';
import { BoardReplica } from '../support/board-replica';
import { relayEvents } from '../support/live-socket';
import { seededRandom } from '../support/seeded-random';

const STEPS = 120;

/** One change after the other, so that the positions in messages add up, also when the items are gone by then. */
describe('a client has the order of the database', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
  });
  afterAll(() => app.close());

  const seed = Number(process.env['REALTIME_SEED'] ?? randomInt(1_000_000));
  it.each([seed, seed + 1, seed + 2])('live, and after replays, with the seed %i', async (number) => {
    const random = seededRandom(number);
    const below = (limit: number) => Math.floor(random() * limit);
    const { client } = organization.owner;
    const board: TestBoard = await aBoard({
      organization,
      groups: ['One', 'Two'],
      columns: [{ name: 'Number', type: 'number' }],
    });
    // Hidden from the member, whose replays show nothing of the items that are there.
    const workspace = await aWorkspace({ organization, visibility: 'closed' });
    const elsewhere = await aBoard({ organization, workspace });
    const member = await organization.addMember();
    let groupIds: string[] = [...board.groupIds];
    /** Out of the lists of the board: where, and still there. */
    const away = { trashed: [] as string[], archived: [] as string[], moved: [] as string[] };
    const present = async (): Promise<Record<string, string[]>> => {
      const lists = groupIds.map(async (groupId) => {
        const { data } = await client.query('items.list', { boardId: board.id, groupId, limit: 200 });
        return [groupId, data.items.map(({ id }: { id: string }) => id) as string[]] as const;
      });
      return Object.fromEntries(await Promise.all(lists));
    };
    const taken = (ids: string[]) => ids.splice(below(ids.length), 1)[0];

    const act = async (): Promise<void> => {
      const groupId = groupIds[below(groupIds.length)]!;
      const lists = await present();
      const id = taken(Object.values(lists).flat());
      const place = { groupId, position: below(lists[groupId]!.length + 1) };
      const create = () =>
        made(client, 'items.create', {
          boardId: board.id,
          ...place,
          name: `Item ${below(1_000)}`,
          values: { [board.column('Number')]: below(100) },
        });
      if (id === undefined) return create();
      const [own, siblings] = Object.entries(lists).find(([, ids]) => ids.includes(id))!;
      const back = async (ids: string[]) => {
        const returning = taken(ids);
        if (returning !== undefined) await made(client, 'items.restore', { id: returning });
      };
      const actions: (() => Promise<unknown>)[] = [
        create,
        create,
        create,
        create,
        () => made(client, 'items.move', { id, ...place }),
        () => made(client, 'items.move', { id, ...place }),
        () =>
          made(client, 'items.setValue', { itemId: id, columnId: board.column('Number'), value: below(9) }),
        () =>
          made(client, 'items.create', { boardId: board.id, groupId: own, parentId: id, name: 'Sub-item' }),
        () => made(client, 'items.delete', { id }).then(() => away.trashed.push(id)),
        () => made(client, 'items.archive', { id }).then(() => away.archived.push(id)),
        () => back(away.trashed),
        () => back(away.archived),
        async () => {
          const purged = taken(away.trashed);
          if (purged !== undefined) await made(client, 'trash.purge', { ids: [purged] });
        },
        () =>
          made(client, 'items.move', {
            id,
            boardId: elsewhere.id,
            groupId: elsewhere.groupIds[0],
            position: 0,
          }).then(() => away.moved.push(id)),
        async () => {
          const returning = taken(away.moved);
          if (returning === undefined) return;
          await made(client, 'items.move', { id: returning, boardId: board.id, ...place });
        },
        () => made(client, 'items.reorder', { groupId: own, itemIds: siblings.slice(0, 3).toReversed() }),
        async () => {
          const created = await made(client, 'boards.groups.create', { boardId: board.id, name: 'New' });
          const moveItemsTo = below(2) === 0 ? { moveItemsTo: created.id } : {};
          await made(client, 'boards.groups.delete', { id: groupId, ...moveItemsTo });
          groupIds = groupIds.filter((each) => each !== groupId).concat(created.id);
        },
      ];
      await actions[below(actions.length)]!();
    };

    const live = new BoardReplica(app, board.id, client);
    const lagging = new BoardReplica(app, board.id, member.client);
    await relayEvents(app);
    for (const replica of [live, lagging]) await replica.connect();
    lagging.lose();
    for (let step = 1; step <= STEPS; step += 1) {
      await act();
      if (below(3) === 0) await relayEvents(app);
      if (step % 30 !== 0) continue;
      await relayEvents(app);
      const { rows } = await app.sql.query<{ last: string }>(
        'select last from event_sequences where board_id = $1',
        [board.id],
      );
      await lagging.connect();
      const lists = await present();
      for (const replica of [live, lagging]) {
        await replica.reaches(Number(rows[0]!.last));
        expect(replica.gaps).toEqual([]);
        for (const groupId of groupIds)
          expect(replica.orderOf(groupId), `at ${step}`).toEqual(lists[groupId]);
      }
      lagging.lose();
    }
    live.lose();
  });
});
