import { beforeAll, describe, expect, it } from 'vitest';
import { PERSONAL_VIEWS_MAX, VIEWS_MAX } from '../../../src/modules/views/views.schemas';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

describe('personal views', () => {
  let board: TestBoard;
  let member: TestMember;
  const owner = () => board.organization.owner.client;
  const create = (client: WireClient, input: object = {}) =>
    made(client, 'views.create', { boardId: board.id, name: 'Mine', personal: true, ...input });
  const names = async (client: WireClient): Promise<string[]> =>
    (await client.query('views.list', { boardId: board.id })).data.views.map(
      ({ name }: { name: string }) => name,
    );

  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Status', type: 'status' }] });
    member = await board.workspace.addMember('member');
  });

  it('200: only its creator sees it, and changes and deletes it; it causes no events', async () => {
    let id = '';
    const events = await eventsDuring(board.organization, async () => {
      const view = await create(member.client, { name: 'Secret' });
      ({ id } = view);
      expect(view).toMatchObject({ personal: true, createdBy: member.userId });
      expect(await names(member.client)).toContain('Secret');
      expect(await names(owner())).not.toContain('Secret');
      await made(member.client, 'views.update', { id, sortBy: 'name' });
      expect((await member.client.query('items.list', { boardId: board.id, viewId: id })).status).toBe(200);
      await expectHidden(id, (viewId) => owner().query('items.list', { boardId: board.id, viewId }));
      await expectHidden(id, (viewId) => owner().mutate('views.update', { id: viewId, name: 'x' }));
      await expectHidden(id, (viewId) => owner().mutate('views.update', { id: viewId, personal: false }));
      await expectHidden(id, (viewId) => owner().mutate('views.delete', { id: viewId }));
      expect((await member.client.mutate('views.delete', { id })).status).toBe(200);
    });
    expect(events).toEqual([]);
    expect(await names(member.client)).not.toContain('Secret');
  });

  it('200: viewers and guests create personal views, and no shared ones', async () => {
    const viewer = await board.workspace.addMember('viewer');
    const guest = await board.organization.addMember('guest');
    await made(owner(), 'boards.members.add', {
      boardId: board.id,
      userId: guest.userId,
      permission: 'edit',
    });
    for (const { client } of [viewer, guest]) {
      const { id } = await create(client, { name: 'Reader’s' });
      expect(await names(client)).toContain('Reader’s');
      expect((await client.mutate('views.update', { id, groupBy: 'groupId' })).status).toBe(200);
      expect((await client.mutate('views.update', { id, personal: false })).status).toBe(403);
      expect((await client.mutate('views.create', { boardId: board.id, name: 'x' })).status).toBe(403);
      expect((await client.mutate('views.delete', { id })).status).toBe(200);
    }
    // The share ends, and with it the access to the view.
    const { id } = await create(guest.client);
    await made(owner(), 'boards.members.remove', { boardId: board.id, userId: guest.userId });
    await expectHidden(id, (viewId) => guest.client.mutate('views.update', { id: viewId, name: 'x' }));
    await expectHidden(board.id, (boardId) =>
      guest.client.mutate('views.create', { boardId, name: 'x', personal: true }),
    );
  });

  it('200: its creator shares it, which is an event; a shared view does not become personal', async () => {
    const { id } = await create(member.client, { name: 'For all' });
    let shared: object = {};
    const events = await eventsDuring(board.organization, async () => {
      shared = await made(member.client, 'views.update', { id, personal: false });
    });
    expect(shared).toMatchObject({ personal: false, name: 'For all' });
    expect(events).toMatchObject([{ type: 'view.created', data: { view: shared } }]);
    expect(await names(owner())).toContain('For all');
    const answer = await member.client.mutate('views.update', { id, personal: true });
    expect(refusedPaths(answer)).toEqual(['personal']);
    expect((await made(member.client, 'views.update', { id, personal: false })).personal).toBe(false);
  });

  it('200: on an archived board, as other settings of their user; 409 to share one', async () => {
    const archived = await aBoard({ project: board.project });
    const [first, second] = [
      await create(member.client, { boardId: archived.id, name: 'First' }),
      await create(member.client, { boardId: archived.id, name: 'Second' }),
    ];
    await made(owner(), 'boards.archive', { id: archived.id });
    const own = await create(member.client, { boardId: archived.id, name: 'Later' });
    await made(member.client, 'views.update', { id: first.id, name: 'Renamed', layout: 'board' });
    await made(member.client, 'views.delete', { id: second.id });
    await made(member.client, 'views.reorder', {
      boardId: archived.id,
      personal: true,
      viewIds: [own.id, first.id],
    });
    const { data } = await member.client.query('views.list', { boardId: archived.id });
    expect(data.views.map(({ name }: { name: string }) => name)).toEqual(['Later', 'Renamed']);
    const sharing = await member.client.mutate('views.update', { id: first.id, personal: false });
    expect([sharing.status, sharing.error!.data]).toMatchObject([409, { reason: 'board_archived' }]);
    await expectHidden(first.id, (id) => owner().mutate('views.update', { id, name: 'x' }));
  });

  it('400: at most 50 for a user and board, beside the shared ones, also under parallel calls', async () => {
    const full = await aBoard({ project: board.project });
    const input = { boardId: full.id, name: 'Mine', personal: true };
    const { id } = await made(member.client, 'views.create', input);
    const copy = (n: number, personalOf: string | null) =>
      board.organization.app.sql.query(
        `insert into views select organization_id, 'viw_' || lpad($2::text || n, 26, '0'), board_id, name, layout, filters,
           sort_by, sort_dir, group_by, hidden_columns, created_by, created_at, updated_at, options, $4
         from views, generate_series(1, $3::int) n where id = $1`,
        [id, personalOf === null ? 'A' : 'B', n, personalOf],
      );
    await copy(PERSONAL_VIEWS_MAX - 2, member.userId);
    const answers = await Promise.all([1, 2, 3].map(() => member.client.mutate('views.create', input)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    await made(owner(), 'views.create', input);
    await copy(VIEWS_MAX, null);
    const { data } = await member.client.query('views.list', { boardId: full.id });
    expect(data.views).toHaveLength(VIEWS_MAX + PERSONAL_VIEWS_MAX);
    const sharing = await member.client.mutate('views.update', { id, personal: false });
    expect(refusedPaths(sharing)).toEqual(['boardId']);
  });

  it('200: it is not part of copies, and is deleted with its creator’s membership', async () => {
    const leaving = await board.workspace.addMember('member');
    const { id } = await create(leaving.client);
    const { id: sharedId } = await create(leaving.client, { personal: false });
    const { id: copyId } = await made(leaving.client, 'boards.duplicate', { id: board.id });
    expect((await leaving.client.query('views.list', { boardId: copyId })).data.views).toEqual([]);
    await made(owner(), 'organizations.members.remove', { userId: leaving.userId });
    const { rows } = await board.organization.app.sql.query('select id from views where id = any ($1)', [
      [id, sharedId],
    ]);
    expect(rows).toEqual([{ id: sharedId }]);
  });
});
