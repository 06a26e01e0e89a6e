import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { newestChange } from '../../support/audit';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';
import { indexed } from '../../support/search-index';

describe('boards.move', () => {
  let board: TestBoard;
  let target: TestProject;
  beforeAll(async () => {
    board = await aBoard();
    target = await aProject({ workspace: board.workspace });
  });
  const move = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.move', { id: board.id, projectId: target.id, ...input });

  it('200: to the end of another project, with everything on it and one event', async () => {
    const own = await aBoard({ columns: [{ name: 'Owner', type: 'people' }] });
    const { client, userId } = own.organization.owner;
    const there = await aProject({ workspace: own.workspace });
    const values = { [own.column('Owner')]: [userId] };
    const itemId = await anItem(own, { name: 'Kept', values });
    const view = await made(client, 'views.create', { boardId: own.id, name: 'View' });
    let moved: unknown;
    const events = await eventsDuring(own.organization, async () => {
      moved = await made(client, 'boards.move', { id: own.id, projectId: there.id });
      // To its own project: nothing to do.
      expect(await made(client, 'boards.move', { id: own.id, projectId: there.id })).toEqual(moved);
    });
    expect(moved).toMatchObject({ id: own.id, projectId: there.id });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'board.moved', data: { board: moved, previousProjectId: own.project.id } },
    ]);
    const listed = async (projectId: string) =>
      (await client.query('boards.list', { projectId })).data.boards.map(({ id }: { id: string }) => id);
    expect((await listed(there.id)).at(-1)).toBe(own.id);
    expect(await listed(own.project.id)).not.toContain(own.id);
    expect((await client.query('items.get', { id: itemId })).data.values).toMatchObject(values);
    expect((await client.query('views.list', { boardId: own.id })).data.views).toMatchObject([
      { id: view.id },
    ]);
  });

  it('200: to another workspace, whose roles then decide; guests keep what is shared with them', async () => {
    const { organization } = board;
    const from = await aWorkspace({ organization, visibility: 'closed' });
    const to = await aWorkspace({ organization, visibility: 'closed' });
    const own = await aBoard({ workspace: from, columns: [{ name: 'Owner', type: 'people' }] });
    const there = await aProject({ workspace: to });
    const { client } = organization.owner;
    const [left, joined] = [await from.addMember(), await to.addMember()];
    const guest = await organization.addMember('guest');
    await made(client, 'boards.members.add', { boardId: own.id, userId: guest.userId, permission: 'view' });
    const values = { [own.column('Owner')]: [left.userId] };
    const itemId = await anItem(own, { name: 'Damson', values });
    await aComment(own, itemId, { body: 'gooseberry' });
    const trashed = await anItem(own, { name: 'Trashed' });
    await made(client, 'items.delete', { id: trashed });
    const statuses = async () =>
      Promise.all(
        [left, joined, guest].map(
          async (each) => (await each.client.query('boards.get', { id: own.id })).status,
        ),
      );
    const found = async (q: string) => {
      await indexed(organization);
      return Promise.all(
        [left, joined, guest].map(
          async (each) => (await each.client.query('search.query', { q })).data.results.length as number,
        ),
      );
    };
    const trash = async (each: typeof left) =>
      (await each.client.query('trash.list', {})).data.items.map(({ id }: { id: string }) => id) as string[];
    expect(await statuses()).toEqual([200, 404, 200]);
    expect([await found('Damson'), await found('gooseberry')]).toEqual([
      [1, 0, 1],
      [1, 0, 1],
    ]);
    await made(client, 'boards.move', { id: own.id, projectId: there.id });
    expect(await statuses()).toEqual([404, 200, 200]);
    expect([await found('Damson'), await found('gooseberry')]).toEqual([
      [0, 1, 1],
      [0, 1, 1],
    ]);
    expect([await trash(left), await trash(joined)]).toEqual([[], [trashed]]);
    expect((await joined.client.query('items.get', { id: itemId })).data.values).toEqual(values);
    expect((await guest.client.query('projects.get', { id: there.id })).status).toBe(200);
    expect((await guest.client.query('projects.get', { id: own.project.id })).status).toBe(404);
  });

  it('400: an unknown key, no project', async () => {
    expect(refusedPaths(await move({ position: 1 }))).toEqual(['position']);
    expect(refusedPaths(await move({ projectId: undefined }))).toEqual(['projectId']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => move({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of both workspaces', async () => {
    expect(await statusesByRole(board.workspace, (client) => move({}, client))).toEqual(ONLY_BUILDERS);
    const open = await aWorkspace({ organization: board.organization, visibility: 'open' });
    const elsewhere = await aProject({ workspace: open });
    const member = await board.workspace.addMember();
    expect((await move({ projectId: elsewhere.id }, member.client)).status).toBe(403);
    const stranger = await open.addMember();
    const theirs = await aProject({ workspace: open });
    const answer = await move({ projectId: theirs.id }, stranger.client);
    expect([403, 404]).toContain(answer.status);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => move({}, client))).toBe(403);
  });

  it("404: another organization's board or project, or a hidden project, looks like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (id) => move({ id }))).toEqual(MISSING);
    expect(await lookOf(other.project.id, (projectId) => move({ projectId }))).toEqual(MISSING);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aProject({ workspace: closed });
    const { client } = await board.workspace.addMember();
    expect(await lookOf(hidden.id, (projectId) => move({ projectId }, client))).toEqual(MISSING);
  });

  it('409: the board has changed since', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const there = await aProject({ workspace: own.workspace });
    const stale = { id: own.id, projectId: there.id, expectedUpdatedAt: own.record.updatedAt };
    await made(client, 'boards.update', { id: own.id, name: 'Changed' });
    expect((await client.mutate('boards.move', stale)).status).toBe(409);
  });

  it('is part of the audit log, with the old and the new project', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    const there = await aProject({ workspace: own.workspace });
    await made(client, 'boards.move', { id: own.id, projectId: there.id });
    expect(await newestChange(own.organization)).toEqual([
      { projectId: own.project.id },
      { projectId: there.id },
    ]);
  });
});
