import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';
import { ofOrganization } from '../../support/record-keys';

describe('boards.delete', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const remove = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.delete', { id: board.id, ...input });

  it('200: the board, its groups, columns and items immediately no longer exist', async () => {
    const target = await aBoard({ groups: ['A'] });
    const { client } = target.organization.owner;
    const groupId = target.group('A');
    const item = await made(client, 'items.create', { boardId: target.id, groupId, name: 'Item' });
    const { status, data } = await remove({ id: target.id }, client);
    expect([status, data]).toEqual([200, { success: true }]);
    expect(await lookOf(target.id, (id) => client.query('boards.get', { id }))).toEqual(MISSING);
    expect(await lookOf(item.id, (id) => client.query('items.get', { id }))).toEqual(MISSING);
    const rename = (id: string) => client.mutate('boards.groups.update', { id, name: 'A' });
    expect(await lookOf(groupId, rename)).toEqual(MISSING);
    const renameColumn = (id: string) => client.mutate('columns.update', { id, name: 'A' });
    expect(await lookOf(target.column('Status'), renameColumn)).toEqual(MISSING);
    expect((await remove({ id: target.id }, client)).status).toBe(404);
    const { data: listed } = await client.query('boards.list', { projectId: target.project.id });
    expect(listed.boards.map(({ id }: { id: string }) => id)).toEqual([target.project.defaultBoardId]);
  });

  it('200: its rows are deleted in the background, those of other boards are not', async () => {
    const target = await aBoard({ groups: ['A'] });
    const { organization } = target;
    const { client } = organization.owner;
    const input = { boardId: target.id, groupId: target.group('A'), name: 'Item' };
    await made(client, 'items.create', {
      ...input,
      values: { [target.column('Status')]: { label: 'Done' } },
    });
    await remove({ id: target.id }, client);
    const count = async (table: string) => {
      const sql = `select count(*)::int as rows from ${table} where ${ofOrganization(table)}`;
      return (await organization.app.sql.query<{ rows: number }>(sql, [organization.id])).rows[0]!.rows;
    };
    for (const table of ['items', 'item_values', 'item_runs']) {
      await expect.poll(() => count(table)).toBe(0);
    }
    // The project's other board has its two.
    await expect.poll(() => count('columns')).toBe(2);
  });

  it('200: writes one event', async () => {
    const { id, organization, record } = await aBoard();
    const { projectId, name } = record;
    const events = await eventsDuring(organization, () => remove({ id }, organization.owner.client));
    expect(events).toEqual([
      {
        type: 'board.deleted',
        boardId: id,
        actorId: organization.owner.userId,
        data: { board: { id, projectId, name } },
      },
    ]);
  });

  it('200 and 403: its creator and workspace admins, no other user', async () => {
    const { project, workspace, organization } = board;
    const creator = await workspace.addMember('member');
    const own = () => aBoard({ project, by: creator });
    const target = await own();
    const rejected = [
      await workspace.addMember('member'),
      await workspace.addMember('viewer'),
      await organization.addMember('member'),
      await organization.addMember('guest'),
    ];
    const written = await eventsDuring(organization, async () => {
      for (const { client } of rejected) expect((await remove({ id: target.id }, client)).status).toBe(403);
    });
    expect(written).toEqual([]);
    const allowed = [
      creator,
      await workspace.addMember('admin'),
      await organization.addMember('admin'),
      organization.owner,
    ];
    for (const { client } of allowed) await made(client, 'boards.delete', { id: (await own()).id });
  });

  it('400: an unknown key, an invalid id', async () => {
    expect(refusedPaths(await remove({ force: true }))).toEqual(['force']);
    expect(refusedPaths(await remove({ id: '' }))).toEqual(['id']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => remove({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: a token without the scope delete', async () => {
    expect(await statusWithoutScope(board.workspace, 'delete', (client) => remove({}, client))).toBe(403);
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (id) => remove({ id }))).toEqual(MISSING);
    expect((await other.organization.owner.client.query('boards.get', { id: other.id })).status).toBe(200);
  });

  it('409: the board has changed since', async () => {
    const { id, organization, record } = await aBoard();
    const { client } = organization.owner;
    await made(client, 'boards.update', { id, name: 'Changed' });
    const stale = { id, expectedUpdatedAt: record.updatedAt };
    const written = await eventsDuring(organization, async () => {
      expect((await client.mutate('boards.delete', stale)).status).toBe(409);
    });
    expect(written).toEqual([]);
    expect((await client.query('boards.get', { id })).status).toBe(200);
  });

  it('200 and 404: of several concurrent calls one deletes, with one event', async () => {
    const { id, organization } = await aBoard();
    const events = await eventsDuring(organization, async () => {
      const answers = await Promise.all([1, 2, 3].map(() => remove({ id }, organization.owner.client)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    });
    expect(events).toHaveLength(1);
  });
});
