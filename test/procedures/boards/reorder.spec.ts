import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard } from '../../support/factories/board.factory';
import { aProject, type TestProject } from '../../support/factories/project.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('boards.reorder', () => {
  let project: TestProject;
  let boardIds: string[];
  beforeAll(async () => {
    ({ project, boardIds } = await aProjectOf(2));
  });

  /** A project with its default board and as many others. */
  async function aProjectOf(count: number) {
    const own = await aProject();
    const ids: string[] = [own.defaultBoardId];
    for (let at = 0; at < count; at += 1) ids.push((await aBoard({ project: own })).id);
    return { project: own, boardIds: ids };
  }
  const reorder = (input: object = {}, client = project.organization.owner.client) =>
    client.mutate('boards.reorder', { projectId: project.id, boardIds, ...input });
  const order = async (own: TestProject, limit = 50) => {
    const { client } = own.organization.owner;
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = { projectId: own.id, limit, ...(cursor === null ? {} : { cursor }) };
      const { data } = await client.query('boards.list', page);
      for (const { id } of data.boards) ids.push(id);
      cursor = data.nextCursor;
    } while (cursor !== null);
    return ids;
  };

  it('200: lists, pages and projects show the boards in this order, later boards last', async () => {
    const own = await aProjectOf(3);
    const { client } = own.project.organization.owner;
    const wanted = own.boardIds.toReversed();
    const events = await eventsDuring(own.project.organization, async () => {
      const { status, data } = await client.mutate('boards.reorder', {
        projectId: own.project.id,
        boardIds: wanted,
      });
      expect([status, data]).toEqual([200, { success: true }]);
    });
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'board.reordered', data: { projectId: own.project.id, boardIds: wanted } },
    ]);
    const { id: later } = await aBoard({ project: own.project });
    expect(await order(own.project)).toEqual([...wanted, later]);
    expect(await order(own.project, 1)).toEqual([...wanted, later]);
    const { data } = await client.query('projects.get', { id: own.project.id });
    expect(data.boards.map(({ id }: { id: string }) => id)).toEqual([...wanted, later]);
  });

  it('200: an archived board is not named, and returns to its place', async () => {
    const own = await aProjectOf(2);
    const { client } = own.project.organization.owner;
    const [first, second, third] = own.boardIds;
    const input = { projectId: own.project.id };
    await made(client, 'boards.reorder', { ...input, boardIds: [third, second, first] });
    await made(client, 'boards.archive', { id: second });
    await made(client, 'boards.reorder', { ...input, boardIds: [first, third] });
    expect(await order(own.project)).toEqual([first, third]);
    await made(client, 'boards.restore', { id: second });
    expect(await order(own.project)).toHaveLength(3);
  });

  it('200: parallel orders leave one of them', async () => {
    const own = await aProjectOf(3);
    const { client } = own.project.organization.owner;
    const orders = [own.boardIds.toReversed(), own.boardIds];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        client.mutate('boards.reorder', { projectId: own.project.id, boardIds: orders[at % 2] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(orders).toContainEqual(await order(own.project));
  });

  it('400: each board of the project exactly once', async () => {
    const [first] = boardIds;
    const { id: other } = await aBoard({ workspace: project.workspace });
    expect(refusedPaths(await reorder({ boardIds: [first] }))).toEqual(['boardIds']);
    expect(refusedPaths(await reorder({ boardIds: [first, first] }))).toEqual(['boardIds.1']);
    expect(refusedPaths(await reorder({ boardIds: [...boardIds, other] }))).toEqual(['boardIds.3']);
    expect(refusedPaths(await reorder({ boardIds: Array.from({ length: 1_001 }, () => first) }))).toEqual([
      'boardIds',
    ]);
    expect(refusedPaths(await reorder({ position: 1 }))).toEqual(['position']);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(project.workspace, (client) => reorder({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(project.workspace, (client) => reorder({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(project.workspace, 'write', (client) => reorder({}, client))).toBe(403);
  });

  it("404: another organization's project or board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.project.id, (projectId) => reorder({ projectId }))).toEqual(MISSING);
    expect(await lookOf(other.id, (id) => reorder({ boardIds: [id] }))).toEqual(MISSING);
  });
});
