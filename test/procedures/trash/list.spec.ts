import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

const DAYS_30 = 30 * 24 * 3_600_000;

interface TrashedItem {
  id: string;
  name: string;
  trashedAt: string;
}

describe('trash.list', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: [{ name: 'Status', type: 'status' }] });
  });
  const owner = () => board.organization.owner.client;
  const list = (input: object = {}, client = owner()) => client.query('trash.list', input);
  const remove = (id: string, client = owner()) => made(client, 'items.delete', { id });

  /** All pages, each of `limit`; `between` is called with the items so far before each next page. */
  async function walked(
    input: { limit: number; boardId?: string },
    client = owner(),
    between?: (soFar: TrashedItem[]) => Promise<unknown>,
  ): Promise<TrashedItem[]> {
    const items: TrashedItem[] = [];
    for (let cursor: string | undefined; ;) {
      const { status, data, body } = await list({ ...input, cursor }, client);
      expect([status, body]).toEqual([200, body]);
      items.push(...data.items);
      if (data.nextCursor === null) return items;
      cursor = data.nextCursor;
      await between?.(items);
    }
  }
  const names = (items: TrashedItem[]) => items.map(({ name }) => name);

  /** A new board in a new organization, with items that were deleted in the order of their names. */
  async function aTrash(count: number): Promise<{ own: TestBoard; ids: string[]; client: WireClient }> {
    const own = await aBoard({ groups: ['One'] });
    const { client } = own.organization.owner;
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) ids.push(await anItem(own, { name: `${at}` }));
    for (const id of ids) await remove(id, client);
    return { own, ids, client };
  }

  it('200: the latest first, as in lists, with who deleted it, when, and its purge date', async () => {
    const own = await aBoard({
      organization: board.organization,
      workspace: board.workspace,
      columns: [{ name: 'Status', type: 'status' }],
    });
    const member = await board.workspace.addMember('member');
    const first = await anItem(own, { name: 'first', values: { [own.column('Status')]: 'Done' } });
    await anItem(own, { name: 'stays' });
    const second = await anItem(own, { name: 'second' });
    await remove(first);
    await remove(second, member.client);
    const { status, data } = await list({ boardId: own.id });
    expect([status, data.nextCursor]).toEqual([200, null]);
    expect(data.items).toMatchObject([
      { id: second, name: 'second', trashedBy: member.userId },
      {
        id: first,
        boardId: own.id,
        groupId: own.groupIds[0],
        parentId: null,
        position: 0,
        trashedBy: board.organization.owner.userId,
      },
    ]);
    expect(data.items[1].values[own.column('Status')].label).toBe('Done');
    for (const item of data.items) {
      expect(Date.parse(item.purgeAt) - Date.parse(item.trashedAt)).toBe(DAYS_30);
      expect(Date.now() - Date.parse(item.trashedAt)).toBeLessThan(60_000);
      expect(item).not.toHaveProperty('description');
    }
  });

  it('200: sub-items only when they were deleted directly', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const parent = await anItem(own, { name: 'parent' });
    await anItem(own, { name: 'along', parentId: parent });
    const alone = await anItem(own, { name: 'alone', parentId: parent });
    const named = await anItem(own, { name: 'named', parentId: parent });
    await remove(alone, client);
    await made(client, 'items.bulkDelete', { itemIds: [named, parent] });
    expect(names(await walked({ limit: 50 }, client))).toEqual(['parent', 'alone']);
    await made(client, 'items.restore', { id: parent });
    expect(names(await walked({ limit: 50 }, client))).toEqual(['alone']);
    await remove(parent, client);
    expect(names(await walked({ limit: 50 }, client))).toEqual(['parent', 'alone']);
  });

  it('200: items deleted with their group, each top-level item separately', async () => {
    const own = await aBoard({ groups: ['One', 'Gone'] });
    const { client, userId } = own.organization.owner;
    const gone = own.group('Gone');
    const ids = [];
    for (const name of 'ABC') ids.push(await anItem(own, { name, groupId: gone }));
    await anItem(own, { name: 'sub', groupId: gone, parentId: ids[0]! });
    await made(client, 'boards.groups.delete', { id: gone });
    const { data } = await list({}, client);
    expect(names(data.items)).toEqual(['C', 'B', 'A']);
    expect(data.items[0]).toMatchObject({ groupId: gone, trashedBy: userId });
  });

  it('200: page by page, while others restore, purge and delete', async () => {
    const { ids, own, client } = await aTrash(12);
    const order = ids.map((_id, at) => `${at}`).toReversed();
    for (const limit of [1, 5, 11, 12, 13]) expect(names(await walked({ limit }, client))).toEqual(order);
    for (const limit of [1, 5]) {
      expect(names(await walked({ limit, boardId: own.id }, client))).toEqual(order);
    }
    let round = 0;
    const seen = await walked({ limit: 3 }, client, async (soFar) => {
      // The cursor itself leaves, once to its board and once permanently, and something comes in front.
      const { id } = soFar.at(-1)!;
      await (round === 0
        ? made(client, 'items.restore', { id })
        : made(client, 'trash.purge', { ids: [id] }));
      await remove(await anItem(own, { name: `later ${round}` }), client);
      round += 1;
    });
    expect(names(seen)).toEqual(order);
  });

  it('200: items deleted together are neither skipped nor repeated', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const itemIds = [];
    for (let at = 0; at < 9; at += 1) itemIds.push(await anItem(own, { name: `${at}` }));
    await made(client, 'items.bulkDelete', { itemIds });
    const seen = await walked({ limit: 2 }, client);
    expect(seen.map(({ id }) => id)).toEqual(itemIds.toSorted().toReversed());
  });

  it('200: without boardId, of all boards that the caller sees, and nothing else', async () => {
    const own = await aBoard();
    const { organization } = own;
    const { client } = organization.owner;
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const deleted = await aBoard({ organization, workspace: own.workspace });
    const gone = await aBoard({ organization, workspace: own.workspace });
    for (const [name, on] of Object.entries({ own, hidden, deleted, gone }))
      await remove(await anItem(on, { name }), client);
    await remove(await anItem(own, { name: 'own too' }), client);
    await made(client, 'boards.delete', { id: deleted.id });
    await made(client, 'projects.delete', { id: gone.project.id });
    const seenBy = async (by: WireClient) => names(await walked({ limit: 1 }, by));
    expect(await seenBy(client)).toEqual(['own too', 'hidden', 'own']);
    expect(await seenBy((await organization.addMember('member')).client)).toEqual(['own too', 'own']);
    expect(await seenBy((await closed.addMember('viewer')).client)).toEqual(['own too', 'hidden', 'own']);
    expect(await seenBy((await organization.addMember('guest')).client)).toEqual([]);
    await made(client, 'workspaces.delete', { id: own.workspace.id });
    expect(await seenBy(client)).toEqual(['hidden']);
  });

  it.each([
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['a cursor that is no item', { cursor: newId('board') }, 'cursor'],
    ['an unknown cursor', { cursor: newId('item') }, 'cursor'],
    ['a board of another noun', { boardId: newId('item') }, 'boardId'],
    ['an unknown key', { search: 'x' }, 'search'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await list(input))).toEqual([path]);
  });

  it('400: for a guest, the cursor of a board that is not shared with them, whatever board they name', async () => {
    const { organization, workspace } = board;
    const other = await aBoard({ organization, workspace });
    const hidden = await anItem(other);
    await remove(hidden);
    const { client, userId } = await organization.addMember('guest');
    const share = { boardId: board.id, userId, permission: 'edit' };
    await made(organization.owner.client, 'boards.members.add', share);
    for (const input of [{ cursor: hidden }, { boardId: board.id, cursor: hidden }])
      expect(refusedPaths(await list(input, client))).toEqual(['cursor']);
  });

  it('400: a cursor that was never in Trash, or of a hidden item', async () => {
    expect(refusedPaths(await list({ cursor: await anItem(board) }))).toEqual(['cursor']);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    await remove(hidden);
    const { client } = await board.organization.addMember('member');
    const foreign = await aTrash(1);
    for (const cursor of [hidden, foreign.ids[0]!]) {
      expect(refusedPaths(await list({ cursor }, client))).toEqual(['cursor']);
      expect(refusedPaths(await list({ boardId: board.id, cursor }, client))).toEqual(['cursor']);
    }
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => list({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(board.workspace, 'read', (client) => list({}, client))).toBe(403);
  });

  it('404: another organization’s and a hidden board look exactly like a missing one', async () => {
    const foreign = await aTrash(1);
    expect(await lookOf(foreign.own.id, (boardId) => list({ boardId }))).toEqual(MISSING);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden.id, (boardId) => list({ boardId }, client))).toEqual(MISSING);
  });
});
