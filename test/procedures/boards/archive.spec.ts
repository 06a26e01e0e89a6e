import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';
import { indexed } from '../../support/search-index';

describe('boards.archive and boards.restore', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const archive = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.archive', { id: board.id, ...input });

  it('200: the board leaves lists, counts, searches and assigned items, and returns to them', async () => {
    const own = await aBoard({ name: 'Marmalade', columns: [{ name: 'Owner', type: 'people' }] });
    const { client, userId } = own.organization.owner;
    const projectId = own.project.id;
    await anItem(own, { name: 'Quince', values: { [own.column('Owner')]: [userId] } });
    await indexed(own.organization);
    const seen = async () => {
      const list = async (archived: boolean) => {
        const { data } = await client.query('boards.list', { projectId, archived });
        return data.boards.map(({ id }: { id: string }) => id).includes(own.id) as boolean;
      };
      const { data: project } = await client.query('projects.get', { id: projectId });
      const { data: projects } = await client.query('projects.list', { workspaceId: own.workspace.id });
      const { data: found } = await client.query('search.query', { q: 'Quince' });
      const { data: foundBoards } = await client.query('search.query', { q: 'Marmalade', types: ['board'] });
      const { data: assigned } = await client.query('items.assigned', {});
      return {
        live: await list(false),
        archived: await list(true),
        project: project.boards.some(({ id }: { id: string }) => id === own.id),
        itemCount: projects.projects[0].itemCount,
        found: found.results.length,
        foundBoards: foundBoards.results.length,
        assigned: assigned.items.length,
      };
    };
    const before = await seen();
    expect(before).toEqual({
      live: true,
      archived: false,
      project: true,
      itemCount: 1,
      found: 1,
      foundBoards: 1,
      assigned: 1,
    });
    const archived = await made(client, 'boards.archive', { id: own.id });
    expect(archived).toMatchObject({ id: own.id, archivedAt: expect.stringMatching(/Z$/) });
    expect(await seen()).toEqual({
      live: false,
      archived: true,
      project: false,
      itemCount: 0,
      found: 0,
      foundBoards: 0,
      assigned: 0,
    });
    const restored = await made(client, 'boards.restore', { id: own.id });
    expect(restored.archivedAt).toBeNull();
    expect(await seen()).toEqual(before);
  });

  it('200: those who see it can read and export it, and change nothing', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const itemId = await anItem(own, { name: 'Kept' });
    await made(client, 'boards.archive', { id: own.id });
    const { data } = await client.query('boards.get', { id: own.id });
    expect(data).toMatchObject({
      archivedAt: expect.any(String),
      itemCount: 1,
      access: { edit: false, build: false, delete: false, comment: false, share: false },
    });
    expect((await client.query('items.list', { boardId: own.id })).data.items).toHaveLength(1);
    expect((await client.query('boards.export', { id: own.id, format: 'csv' })).status).toBe(200);
    const { userId } = own.organization.owner;
    const { data: explained } = await client.query('access.explain', { boardId: own.id, userId });
    expect(explained).toMatchObject({
      access: 'view',
      because: expect.arrayContaining([expect.objectContaining({ rule: 'board_archived' })]),
    });
    const answer = await client.mutate('items.update', { id: itemId, name: 'Changed' });
    expect([answer.status, answer.error?.data]).toMatchObject([
      409,
      { code: 'CONFLICT', reason: 'board_archived' },
    ]);
    await made(client, 'boards.restore', { id: own.id });
    await made(client, 'items.update', { id: itemId, name: 'Changed' });
  });

  it('409 board_archived: writes at the same time are complete before, or are rejected', async () => {
    const own = await aBoard({ columns: [{ name: 'Text', type: 'text' }] });
    const { client } = own.organization.owner;
    const itemId = await anItem(own);
    const value = { itemId, columnId: own.column('Text'), value: 'written' };
    const create = { boardId: own.id, groupId: own.groupIds[0], name: 'New' };
    const writes = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0 ? client.mutate('items.create', create) : client.mutate('items.setValue', value),
    );
    const archived = client.mutate('boards.archive', { id: own.id });
    const answers = await Promise.all(writes);
    expect((await archived).status).toBe(200);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const count = (await client.query('boards.get', { id: own.id })).data.itemCount as number;
    const created = answers.filter(({ status }, at) => at % 2 === 0 && status === 200).length;
    expect(count).toBe(1 + created);
    expect((await client.mutate('items.create', create)).status).toBe(409);
  });

  it('closes the forms of the board until it is restored', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const form = await made(client, 'forms.create', {
      boardId: own.id,
      name: 'Form',
      schema: { components: [{ type: 'textfield', key: 'subject', label: 'Subject' }] },
      mappings: [{ formField: 'subject', target: 'item_name', columnId: null }],
    });
    await made(client, 'forms.update', { id: form.id, status: 'published' });
    const submit = () => client.request('POST', `/api/forms/${form.id}/submit`, { subject: 'Hello' });
    await made(client, 'boards.archive', { id: own.id });
    expect((await submit()).status).toBe(409);
    await made(client, 'boards.restore', { id: own.id });
    expect((await submit()).status).toBe(200);
  });

  it('200: a second time changes nothing and writes no event', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    let archived: unknown;
    let restored: unknown;
    const events = await eventsDuring(own.organization, async () => {
      archived = await made(client, 'boards.archive', { id: own.id });
      expect(await made(client, 'boards.archive', { id: own.id })).toEqual(archived);
      restored = await made(client, 'boards.restore', { id: own.id });
      expect(await made(client, 'boards.restore', { id: own.id })).toEqual(restored);
    });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'board.archived', data: { board: archived } },
      { type: 'board.restored', data: { board: restored } },
    ]);
  });

  it('200: an archived board can be deleted, and is not part of a copy of its project', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    await made(client, 'boards.archive', { id: own.id });
    const copy = await made(client, 'projects.duplicate', { id: own.project.id });
    const { data } = await client.query('boards.list', { projectId: copy.id });
    expect(data.boards.map(({ name }: { name: string }) => name)).not.toContain('Board');
    expect((await client.mutate('boards.delete', { id: own.id })).status).toBe(200);
  });

  it('400: an unknown key, no id', async () => {
    expect(refusedPaths(await archive({ force: true }))).toEqual(['force']);
    expect(refusedPaths(await archive({ id: undefined }))).toEqual(['id']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => archive({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    const { client } = board.organization.owner;
    expect(await statusesByRole(board.workspace, (each) => archive({}, each))).toEqual(ONLY_BUILDERS);
    const restore = (each: typeof client) => each.mutate('boards.restore', { id: board.id });
    expect(await statusesByRole(board.workspace, restore)).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => archive({}, client))).toBe(403);
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (id) => archive({ id }))).toEqual(MISSING);
  });

  it('409: the board has changed since, also when it is already archived', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const stale = { id: own.id, expectedUpdatedAt: own.record.updatedAt };
    await made(client, 'boards.update', { id: own.id, name: 'Changed' });
    expect((await client.mutate('boards.archive', stale)).status).toBe(409);
    await made(client, 'boards.archive', { id: own.id });
    expect((await client.mutate('boards.archive', stale)).status).toBe(409);
  });
});
