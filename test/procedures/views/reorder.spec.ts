import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aLimitedToken } from '../../support/factories/limited-token.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

interface Listed {
  id: string;
  name: string;
  personal: boolean;
  position: number;
}

const THREE = ['A', 'B', 'C'];

describe('views.reorder', () => {
  let board: TestBoard;
  let viewIds: string[];
  beforeAll(async () => {
    ({ board, viewIds } = await aBoardWithViews());
  });

  const ownerOf = (own: TestBoard) => own.organization.owner.client;
  const create = async (client: WireClient, boardId: string, name: string, input: object = {}) =>
    (await made(client, 'views.create', { boardId, name, ...input })).id as string;
  async function aBoardWithViews(place: Parameters<typeof aBoard>[0] = {}) {
    const own = await aBoard(place);
    const ids: string[] = [];
    for (const name of THREE) ids.push(await create(ownerOf(own), own.id, name));
    return { board: own, viewIds: ids };
  }
  const reorder = (input: object = {}, client = ownerOf(board)) =>
    client.mutate('views.reorder', { boardId: board.id, viewIds, ...input });
  const listed = async (client: WireClient, boardId: string): Promise<Listed[]> =>
    (await client.query('views.list', { boardId })).data.views;
  /** Every name with its position, the personal ones in lower case. */
  const order = async (client: WireClient, boardId: string) =>
    (await listed(client, boardId)).map(({ name, position }) => `${name}${position}`).join(' ');

  it('200: views.list follows the order, with one event; later views come last', async () => {
    const own = await aBoardWithViews();
    const boardId = own.board.id;
    const { client, userId } = own.board.organization.owner;
    const before = await listed(client, boardId);
    const wanted = [own.viewIds[2]!, own.viewIds[0]!, own.viewIds[1]!];
    const events = await eventsDuring(own.board.organization, async () => {
      const { status, data } = await reorder({ boardId, viewIds: wanted }, client);
      expect([status, data]).toEqual([200, { success: true }]);
    });
    expect(events).toEqual([{ type: 'view.reordered', boardId, actorId: userId, data: { viewIds: wanted } }]);
    const after = await listed(client, boardId);
    // Nothing else of the views changes, their `updatedAt` neither.
    expect(after).toEqual(
      wanted.map((id, position) => ({ ...before.find((view) => view.id === id), position })),
    );
    const later = await made(client, 'views.create', { boardId, name: 'D' });
    expect(later.position).toBe(3);
    expect(await order(client, boardId)).toBe('C0 A1 B2 D3');
  });

  it('200: changed views keep their place, and deleted ones leave no gap', async () => {
    const own = await aBoardWithViews();
    const boardId = own.board.id;
    const client = ownerOf(own.board);
    const [a, b, c] = own.viewIds as [string, string, string];
    await made(client, 'views.reorder', { boardId, viewIds: [c, a, b] });
    expect((await made(client, 'views.update', { id: b, name: 'B*' })).position).toBe(2);
    await made(client, 'views.delete', { id: a });
    expect(await order(client, boardId)).toBe('C0 B*1');
    expect((await made(client, 'views.update', { id: b, name: 'B' })).position).toBe(1);
    await create(client, boardId, 'D');
    expect(await order(client, boardId)).toBe('C0 B1 D2');
  });

  it('200: everyone has an own order of personal views, after the shared ones and without events', async () => {
    const own = await aBoardWithViews();
    const boardId = own.board.id;
    const viewer = await own.board.workspace.addMember('viewer');
    const guest = await own.board.organization.addMember('guest');
    await made(ownerOf(own.board), 'boards.members.add', {
      boardId,
      userId: guest.userId,
      permission: 'view',
    });
    const events = await eventsDuring(own.board.organization, async () => {
      for (const { client } of [viewer, guest, own.board.organization.owner]) {
        const ids: string[] = [];
        for (const name of ['x', 'y', 'z']) ids.push(await create(client, boardId, name, { personal: true }));
        expect(await order(client, boardId)).toBe('A0 B1 C2 x0 y1 z2');
        await made(client, 'views.reorder', { boardId, personal: true, viewIds: ids.toReversed() });
        expect(await order(client, boardId)).toBe('A0 B1 C2 z0 y1 x2');
      }
    });
    expect(events).toEqual([]);
    await made(ownerOf(own.board), 'views.reorder', { boardId, viewIds: own.viewIds.toReversed() });
    for (const { client } of [viewer, guest]) {
      expect(await order(client, boardId)).toBe('C0 B1 A2 z0 y1 x2');
    }
  });

  it('200: a view that is shared leaves the personal ones and comes last, also before any order', async () => {
    const own = await aBoard();
    const boardId = own.id;
    const client = ownerOf(own);
    const [x, y] = [
      await create(client, boardId, 'x', { personal: true }),
      await create(client, boardId, 'y', { personal: true }),
    ];
    await create(client, boardId, 'A');
    await made(client, 'views.reorder', { boardId, personal: true, viewIds: [y, x] });
    const shared = await made(client, 'views.update', { id: y, name: 'Y', personal: false });
    expect(shared.position).toBe(1);
    expect(await order(client, boardId)).toBe('A0 Y1 x0');
    await create(client, boardId, 'B');
    expect(await order(client, boardId)).toBe('A0 Y1 B2 x0');
  });

  it('200: parallel orders leave one of them, and views that are created meanwhile come last', async () => {
    const own = await aBoardWithViews();
    const boardId = own.board.id;
    const client = ownerOf(own.board);
    const orders = [own.viewIds.toReversed(), own.viewIds];
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, at) => (await reorder({ boardId, viewIds: orders[at % 2] }, client)).status,
      ),
    );
    expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
    const ids = (await listed(client, boardId)).map(({ id }) => id);
    expect(orders).toContainEqual(ids);
    const answers = await Promise.all([
      reorder({ boardId, viewIds: ids.toReversed() }, client),
      client.mutate('views.create', { boardId, name: 'D' }),
      reorder({ boardId, viewIds: ids }, client),
      client.mutate('views.delete', { id: ids[0] }),
    ]);
    // An order that was read before a change of the list no longer names each view once.
    for (const { status } of [answers[0], answers[2]]) expect([200, 400]).toContain(status);
    expect([answers[1].status, answers[3].status]).toEqual([200, 200]);
    const after = await listed(client, boardId);
    expect(after.map(({ position }) => position)).toEqual([0, 1, 2]);
    expect(after[2]!.name).toBe('D');
  });

  it('400: each shared view of the board exactly once', async () => {
    const [a, b, c] = viewIds as [string, string, string];
    const client = ownerOf(board);
    const member = await board.workspace.addMember('member');
    const theirs = await create(member.client, board.id, 'theirs', { personal: true });
    const mine = await create(client, board.id, 'mine', { personal: true });
    const elsewhere = await aBoardWithViews({ project: board.project });
    const foreign = await aBoardWithViews();
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await reorder({ viewIds: [a, b] }))).toEqual(['viewIds']);
      expect(refusedPaths(await reorder({ viewIds: [] }))).toEqual(['viewIds']);
      expect(refusedPaths(await reorder({ viewIds: [a, b, b] }))).toEqual(['viewIds.2']);
      expect(refusedPaths(await reorder({ viewIds: [a, b, c, a] }))).toEqual(['viewIds.3']);
      const missing = await reorder({ viewIds: [a, newId('view'), c] });
      expect(refusedPaths(missing)).toEqual(['viewIds.1']);
      for (const id of [theirs, mine, elsewhere.viewIds[0], foreign.viewIds[0]]) {
        expect((await reorder({ viewIds: [a, id, c] })).body).toEqual(missing.body);
      }
      // Personal views are not counted.
      const { error } = await reorder({ viewIds: [a] });
      expect(error?.message).toContain('each of the 3 shared views');
    });
    expect(written).toEqual([]);
    expect(await order(client, board.id)).toBe('A0 B1 C2 mine0');
  });

  it('400: each of the caller’s own personal views exactly once', async () => {
    const own = await aBoardWithViews();
    const boardId = own.board.id;
    const member = await own.board.workspace.addMember('member');
    const theirs = await create(ownerOf(own.board), boardId, 'theirs', { personal: true });
    const x = await create(member.client, boardId, 'x', { personal: true });
    const y = await create(member.client, boardId, 'y', { personal: true });
    const personally = (ids: unknown[]) => reorder({ boardId, personal: true, viewIds: ids }, member.client);
    expect(refusedPaths(await personally([x]))).toEqual(['viewIds']);
    expect(refusedPaths(await personally([x, y, x]))).toEqual(['viewIds.2']);
    const missing = await personally([x, y, newId('view')]);
    expect(refusedPaths(missing)).toEqual(['viewIds.2']);
    for (const id of [theirs, own.viewIds[0]]) {
      expect((await personally([x, y, id])).body).toEqual(missing.body);
    }
    expect((await personally([y, x])).status).toBe(200);
  });

  it.each([
    ['no list', { viewIds: undefined }, 'viewIds'],
    ['an id of another noun', { viewIds: [newId('column')] }, 'viewIds.0'],
    ['201 ids', { viewIds: Array.from({ length: 201 }, () => newId('view')) }, 'viewIds'],
    ['an unknown key', { positions: [] }, 'positions'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await reorder(input))).toContain(path);
  });

  it('401 and 403: without a credential, without the scope write', async () => {
    const call = (client: WireClient) => reorder({}, client);
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
  });

  it('403: those who cannot create shared views do not order them', async () => {
    const { workspace, organization } = board;
    const viewer = await workspace.addMember('viewer');
    const guest = await organization.addMember('guest');
    const share = { boardId: board.id, userId: guest.userId, permission: 'edit' };
    await made(ownerOf(board), 'boards.members.add', share);
    const written = await eventsDuring(organization, async () => {
      for (const { client } of [viewer, guest]) expect((await reorder({}, client)).status).toBe(403);
    });
    expect(written).toEqual([]);
    const member = await workspace.addMember('member');
    expect((await reorder({}, member.client)).status).toBe(200);
  });

  it('404: a board that the caller cannot see looks exactly like a missing one', async () => {
    const other = await aBoard();
    const workspace = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const closed = await aBoardWithViews({ workspace });
    const outsider = await board.organization.addMember('member');
    const guest = await board.organization.addMember('guest');
    for (const personal of [false, true]) {
      expect(await lookOf(other.id, (boardId) => reorder({ boardId, personal }))).toEqual(MISSING);
      const call = (as: WireClient) => (boardId: string) =>
        reorder({ boardId, personal, viewIds: closed.viewIds }, as);
      expect(await lookOf(closed.board.id, call(outsider.client))).toEqual(MISSING);
      expect(await lookOf(board.id, call(guest.client))).toEqual(MISSING);
    }
  });

  it('404: a token limited to another board; one limited to this board works', async () => {
    const { organization } = board;
    const other = await aBoard({ project: board.project });
    const elsewhere = await aLimitedToken(organization, { boardIds: [other.id] });
    expect(await lookOf(board.id, (boardId) => reorder({ boardId }, elsewhere))).toEqual(MISSING);
    const here = await aLimitedToken(organization, { boardIds: [board.id] });
    expect((await reorder({}, here)).status).toBe(200);
  });

  it('409: the shared views of an archived board; 200: personal ones, which are settings of their user', async () => {
    const own = await aBoardWithViews();
    const boardId = own.board.id;
    const client = ownerOf(own.board);
    const viewer = await own.board.workspace.addMember('viewer');
    const x = await create(client, boardId, 'x', { personal: true });
    const y = await create(client, boardId, 'y', { personal: true });
    await made(client, 'boards.archive', { id: boardId });
    const shared = { boardId, viewIds: own.viewIds.toReversed() };
    const { status, error } = await reorder(shared, client);
    expect([status, (error!.data as { reason?: string }).reason]).toEqual([409, 'board_archived']);
    expect((await reorder(shared, viewer.client)).status).toBe(403);
    expect((await reorder({ boardId, personal: true, viewIds: [y, x] }, client)).status).toBe(200);
    expect(await order(client, boardId)).toBe('A0 B1 C2 y0 x1');
  });
});
