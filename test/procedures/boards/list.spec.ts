import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { FULL_ACCESS } from '../../support/caller-access';
import { aBoard } from '../../support/factories/board.factory';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('boards.list', () => {
  let project: TestProject;
  beforeAll(async () => {
    project = await aProject();
  });
  const list = (input: object = {}, client = project.organization.owner.client) =>
    client.query('boards.list', { projectId: project.id, ...input });

  it('200: the boards of the project, oldest first, without groups and columns', async () => {
    const own = await aProject();
    const board = await aBoard({ project: own, name: 'Second' });
    const { groups: _groups, columns: _columns, ...record } = board.record;
    const { status, data } = await own.organization.owner.client.query('boards.list', { projectId: own.id });
    expect(status).toBe(200);
    expect(data).toEqual({
      boards: [
        expect.objectContaining({ id: own.defaultBoardId, name: 'Main board' }),
        { ...record, itemCount: 0, access: FULL_ACCESS },
      ],
      nextCursor: null,
    });
  });

  it('200: pages are complete while boards are added and deleted between them', async () => {
    const own = await aProject();
    const { client } = own.organization.owner;
    const ids = [own.defaultBoardId];
    for (let number = 0; number < 4; number += 1) ids.push((await aBoard({ project: own })).id);
    const page = async (cursor?: string) => {
      const input = { projectId: own.id, limit: 2, ...(cursor ? { cursor } : {}) };
      return (await client.query('boards.list', input)).data;
    };
    const first = await page();
    await made(client, 'boards.delete', { id: ids[1] });
    const added = await aBoard({ project: own });
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    const seen = [first, second, third].flatMap(({ boards }) => boards.map(({ id }: { id: string }) => id));
    expect(seen).toEqual([...ids, added.id]);
    expect(third.nextCursor).toBeNull();
  });

  it.each([
    ['no project', { projectId: undefined }, 'projectId'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['an unknown cursor', { cursor: newId('board') }, 'cursor'],
    ['an unknown key', { search: 'x' }, 'search'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await list(input))).toContain(path);
  });

  it("400: a cursor of another project's list, like an unknown one", async () => {
    const { defaultBoardId } = await aProject();
    const answer = await list({ cursor: defaultBoardId });
    expect(answer.body).toEqual((await list({ cursor: newId('board') })).body);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(project.workspace, (client) => list({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(project.workspace, 'read', (client) => list({}, client))).toBe(403);
  });

  it('404: in a closed workspace, for all who are not in it', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const { id: projectId } = await aProject({ workspace: closed });
    const statuses = await statusesBySight(closed, (client) => client.query('boards.list', { projectId }));
    expect(statuses).toEqual(ONLY_ONLOOKERS);
  });

  it("404: another organization's project looks exactly like a missing one", async () => {
    const other = await aProject();
    expect(await lookOf(other.id, (projectId) => list({ projectId }))).toEqual(MISSING);
  });
});
