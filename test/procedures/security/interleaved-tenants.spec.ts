import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';

/** What a connection, a prepared statement or a cache keeps of one tenant must not reach the next one. */
describe('two organizations with alternating calls', () => {
  let app: TestApp;
  let boards: TestBoard[];
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', DATABASE_POOL_SIZE: '2' });
    boards = [];
    for (let count = 0; count < 2; count += 1) {
      const board = await aBoard({ organization: await anOrganization({ app }) });
      for (let item = 0; item < 3; item += 1) await anItem(board, { name: board.organization.slug });
      boards.push(board);
    }
  });
  afterAll(() => app.close());

  it('each reads and writes only its own records, over the same two connections', async () => {
    const strays: unknown[] = [];
    const one = async (call: number) => {
      const board = boards[call % 2]!;
      const { slug, owner, id } = board.organization;
      const other = boards[(call + 1) % 2]!;
      const list = await owner.client.query('items.list', { boardId: board.id });
      const names: string[] = list.data.items.map(({ name }: { name: string }) => name);
      if (names.length < 3 || names.some((name) => name !== slug)) strays.push([slug, names]);
      if ((await owner.client.query('organizations.get')).data.id !== id)
        strays.push([slug, 'another organization']);
      const foreign = await owner.client.query('items.list', { boardId: other.id });
      if (foreign.status !== 404) strays.push([slug, foreign.status]);
      const groupId = board.groupIds[0];
      const made = await owner.client.mutate('items.create', { boardId: board.id, groupId, name: slug });
      if (made.data?.boardId !== board.id) strays.push([slug, made.body]);
    };
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, call) => one(call)));
    }
    expect(strays).toEqual([]);
    const { rows } = await app.sql.query<{ organization_id: string; name: string }>(
      'select distinct organization_id, name from items',
    );
    const expected = boards.map(({ organization }) => `${organization.id} ${organization.slug}`);
    expect(rows.map((row) => `${row.organization_id} ${row.name}`).toSorted()).toEqual(expected.toSorted());
  });
});
