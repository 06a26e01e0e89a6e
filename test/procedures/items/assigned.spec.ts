import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'People', type: 'people' },
  { name: 'Reviewers', type: 'people' },
  { name: 'Status', type: 'status' },
  { name: 'Due', type: 'date' },
  { name: 'Span', type: 'timeline' },
];

describe('items.assigned', () => {
  let first: TestBoard;
  let second: TestBoard;
  let hidden: TestBoard;
  let member: TestMember;
  let ids: Record<string, string>;

  beforeAll(async () => {
    first = await aBoard({ columns: COLUMNS });
    const { organization } = first;
    second = await aBoard({ organization, columns: COLUMNS });
    hidden = await aBoard({
      workspace: await aWorkspace({ organization, visibility: 'closed' }),
      columns: COLUMNS,
    });
    member = await organization.addMember('member');
    ids = {};
    const add = async (
      name: string,
      board: TestBoard,
      values: Record<string, unknown>,
      more: object = {},
    ) => {
      const cells = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [board.column(key), value]),
      );
      ids[name] = await anItem(board, { name, values: cells, ...more });
    };
    const people = [member.userId];
    await add('plain', first, { People: people });
    await add('both', first, { People: [organization.owner.userId, member.userId], Reviewers: people });
    await add('done', second, { People: people, Status: { label: 'Done' } });
    await add('started', second, { Reviewers: people, Status: { label: 'In Progress' }, Due: '2026-03-01' });
    await add('late', second, { People: people, Due: '2026-05-01' });
    await add('span', first, { People: people, Span: { start: '2026-01-01', end: '2026-03-02' } });
    await add('sub', first, { People: people }, { parentId: ids['plain'] });
    await add('others', first, { People: [organization.owner.userId] });
    await add('hidden', hidden, { People: [organization.owner.userId] });
    await made(organization.owner.client, 'workspaces.members.add', {
      workspaceId: hidden.workspace.id,
      userId: member.userId,
      role: 'viewer',
    });
    await made(organization.owner.client, 'items.setValue', {
      itemId: ids['hidden'],
      columnId: hidden.column('People'),
      value: people,
    });
    await made(organization.owner.client, 'workspaces.members.remove', {
      workspaceId: hidden.workspace.id,
      userId: member.userId,
    });
    for (const [name, procedure] of [
      ['archived', 'items.archive'],
      ['trashed', 'items.delete'],
    ] as const) {
      await add(name, first, { People: people });
      await made(organization.owner.client, procedure, { id: ids[name] });
    }
  });

  const names = async (input: object = {}, { client } = member): Promise<string[]> => {
    const { status, data, body } = await client.query('items.assigned', input);
    expect(status, JSON.stringify(body)).toBe(200);
    return data.items.map(({ name }: { name: string }) => name);
  };

  it('200: the live items of the caller on all visible boards, newest first, each once', async () => {
    expect(await names()).toEqual(['sub', 'span', 'late', 'started', 'done', 'both', 'plain']);
  });

  it('200: as items.list shows them', async () => {
    const { items } = (await member.client.query('items.assigned', {})).data;
    const listed = (await member.client.query('items.list', { boardId: second.id })).data.items;
    expect(items.filter(({ boardId }: { boardId: string }) => boardId === second.id)).toEqual(
      listed.toReversed(),
    );
  });

  it('200: open and done items', async () => {
    expect(await names({ open: true })).toEqual(['sub', 'span', 'late', 'started', 'both', 'plain']);
    expect(await names({ open: false })).toEqual(['done']);
  });

  it('200: due before a time, by a date or the end of a timeline', async () => {
    expect(await names({ dueBefore: '2026-03-01T00:00:00.000Z' })).toEqual([]);
    expect(await names({ dueBefore: '2026-03-02T00:00:00.000Z' })).toEqual(['started']);
    expect(await names({ dueBefore: '2026-03-02T01:00:00+00:00' })).toEqual(['span', 'started']);
    expect(await names({ dueBefore: '2027-01-01T00:00:00Z', open: true })).toEqual([
      'span',
      'late',
      'started',
    ]);
  });

  it('200: pages', async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data } = await member.client.query('items.assigned', {
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...data.items.map(({ name }: { name: string }) => name));
      cursor = data.nextCursor as string | null;
    }
    expect(seen).toEqual(['sub', 'span', 'late', 'started', 'done', 'both', 'plain']);
  });

  it('200: of another user, as far as the caller sees; a guest sees shared boards, and only their own', async () => {
    const { organization } = first;
    expect(await names({ userId: member.userId }, organization.owner)).toContain('hidden');
    expect(await names({ userId: organization.owner.userId })).toEqual(['others', 'both']);
    const guest = await organization.addMember('guest');
    await made(organization.owner.client, 'boards.members.add', {
      boardId: first.id,
      userId: guest.userId,
      permission: 'view',
    });
    for (const board of [first, second]) {
      const itemId = board === first ? ids['plain'] : ids['late'];
      const value = [member.userId, guest.userId];
      await made(organization.owner.client, 'items.setValue', {
        itemId,
        columnId: board.column('People'),
        value,
      });
    }
    expect(await names({}, guest)).toEqual(['plain']);
    expect((await guest.client.query('items.assigned', { userId: member.userId })).status).toBe(404);
  });

  it('400, 401, 403, 404', async () => {
    const call = (input: object) => member.client.query('items.assigned', input);
    expect(refusedPaths(await call({ dueBefore: 'soon' }))).toEqual(['dueBefore']);
    expect(refusedPaths(await call({ cursor: 'itm_01J00000000000000000000000' }))).toEqual(['cursor']);
    expect(refusedPaths(await call({ cursor: ids['hidden'] }))).toEqual(['cursor']);
    expect((await call({ userId: 'usr_01J00000000000000000000000' })).status).toBe(404);
    expect(
      await codesWithoutCredential(first.workspace, (client) => client.query('items.assigned', {})),
    ).toEqual(UNAUTHORIZED);
    expect(
      await statusWithoutScope(first.workspace, 'read', (client) => client.query('items.assigned', {})),
    ).toBe(403);
  });
});
