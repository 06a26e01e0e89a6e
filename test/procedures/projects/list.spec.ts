import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  statusWithoutScope,
  ONLY_ONLOOKERS,
  statusesBySight,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { FULL_ACCESS } from '../../support/caller-access';
import { aBoard } from '../../support/factories/board.factory';
import { aProject } from '../../support/factories/project.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('projects.list', () => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await aWorkspace();
  });
  const list = (input: object = {}, client = workspace.organization.owner.client) =>
    client.query('projects.list', { workspaceId: workspace.id, ...input });

  it('200: projects of the workspace, oldest first, with their boards and items counted', async () => {
    const own = await aWorkspace();
    const { client } = own.organization.owner;
    const first = await aProject({ workspace: own, name: 'First' });
    const second = await aProject({ workspace: own, name: 'Second' });
    await aProject({ organization: own.organization, name: 'Elsewhere' });
    const board = await aBoard({ project: first, groups: ['A', 'B'] });
    const deleted = await aBoard({ project: first, groups: ['A'] });
    const item = (groupId: string, name: string, boardId: string = board.id) =>
      made(client, 'items.create', { boardId, groupId, name });
    const parent = await item(board.group('A'), 'One');
    await item(board.group('B'), 'Two');
    const trashed = await item(board.group('B'), 'Three');
    await item(deleted.group('A'), 'Gone with its board', deleted.id);
    const child = { boardId: board.id, groupId: board.group('A'), name: 'Sub', parentId: parent.id };
    await made(client, 'items.create', child);
    await made(client, 'items.delete', { id: trashed.id });
    await made(client, 'boards.delete', { id: deleted.id });
    const { status, data } = await client.query('projects.list', { workspaceId: own.id });
    expect(status).toBe(200);
    const { boards: _boards, ...record } = first.record;
    expect(data).toEqual({
      projects: [
        { ...record, boardCount: 2, itemCount: 2, access: FULL_ACCESS },
        expect.objectContaining({ id: second.id, boardCount: 1, itemCount: 0 }),
      ],
      nextCursor: null,
    });
  });

  it('200: archived projects only on request, and then no others', async () => {
    const own = await aWorkspace();
    const { client } = own.organization.owner;
    const live = await aProject({ workspace: own });
    const archived = await aProject({ workspace: own });
    await made(client, 'projects.archive', { id: archived.id });
    const ids = async (input: object) => {
      const { data } = await client.query('projects.list', { workspaceId: own.id, ...input });
      return data.projects.map(({ id }: { id: string }) => id);
    };
    expect(await ids({})).toEqual([live.id]);
    expect(await ids({ archived: false })).toEqual([live.id]);
    expect(await ids({ archived: true })).toEqual([archived.id]);
  });

  it('200: finds any part of the name, ignoring case and taking wildcards literally', async () => {
    const own = await aWorkspace();
    const { client } = own.organization.owner;
    for (const name of ['Summer Campaign', '100% done', 'Winter_campaign']) {
      await aProject({ workspace: own, name });
    }
    const names = async (search: string) => {
      const { data } = await client.query('projects.list', { workspaceId: own.id, search });
      return data.projects.map(({ name }: { name: string }) => name);
    };
    expect(await names('CAMPAIGN')).toEqual(['Summer Campaign', 'Winter_campaign']);
    expect(await names('%')).toEqual(['100% done']);
    expect(await names('_c')).toEqual(['Winter_campaign']);
    expect(await names('spring')).toEqual([]);
    expect(await names('')).toHaveLength(3);
  });

  it('200: pages are complete while projects are added and deleted between them', async () => {
    const own = await aWorkspace();
    const { client } = own.organization.owner;
    const made_ = [];
    for (let number = 0; number < 5; number += 1) made_.push(await aProject({ workspace: own }));
    const page = async (cursor?: string) => {
      const input = { workspaceId: own.id, limit: 2, ...(cursor ? { cursor } : {}) };
      return (await client.query('projects.list', input)).data;
    };
    const first = await page();
    expect(first.nextCursor).toBe(made_[1]!.id);
    await made(client, 'projects.delete', { id: made_[1]!.id });
    const added = await aProject({ workspace: own });
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    const seen = [first, second, third].flatMap(({ projects }) =>
      projects.map(({ id }: { id: string }) => id),
    );
    expect(seen).toEqual([...made_.map(({ id }) => id), added.id]);
    expect(third.nextCursor).toBeNull();
  });

  it.each([
    ['no workspace', { workspaceId: undefined }, 'workspaceId'],
    ['an id of another noun', { workspaceId: newId('board') }, 'workspaceId'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['a limit that is no whole number', { limit: 1.5 }, 'limit'],
    ['an unknown cursor', { cursor: newId('project') }, 'cursor'],
    ['a cursor of another noun', { cursor: newId('board') }, 'cursor'],
    ['archived that is no boolean', { archived: 'yes' }, 'archived'],
    ['an unknown key', { offset: 10 }, 'offset'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await list(input))).toContain(path);
  });

  it("400: a cursor of another workspace's list, like an unknown one", async () => {
    const other = await aProject();
    const answer = await list({ cursor: other.id });
    expect(answer.body).toEqual((await list({ cursor: newId('project') })).body);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(workspace, (client) => list({}, client))).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(workspace, 'read', (client) => list({}, client))).toBe(403);
  });

  it('404: a closed workspace, for all who are not its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    expect(
      await statusesBySight(closed, (client) => client.query('projects.list', { workspaceId: closed.id })),
    ).toEqual(ONLY_ONLOOKERS);
  });

  it("404: another organization's workspace looks exactly like a missing one", async () => {
    const other = await aWorkspace();
    expect(await lookOf(other.id, (workspaceId) => list({ workspaceId }))).toEqual(MISSING);
  });
});
