import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('boards.update', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
  });
  const update = (input: object, client = board.organization.owner.client) =>
    client.mutate('boards.update', { id: board.id, ...input });

  it('200: changes the given fields and nothing else, with one event', async () => {
    const { id, organization, record } = await aBoard();
    let answered: unknown;
    const events = await eventsDuring(organization, async () => {
      const { data } = await organization.owner.client.mutate('boards.update', { id, name: 'Renamed' });
      expect(data).toEqual({ ...record, name: 'Renamed', updatedAt: data.updatedAt });
      expect(data.updatedAt > record.updatedAt).toBe(true);
      answered = data;
    });
    expect(events).toEqual([
      { type: 'board.updated', boardId: id, actorId: organization.owner.userId, data: { board: answered } },
    ]);
  });

  it.each(['board', 'table', 'timeline', 'calendar', 'visual'])('200: the view %s', async (defaultView) => {
    expect((await update({ defaultView })).data.defaultView).toBe(defaultView);
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a name of null', { name: null }, 'name'],
    ['an invalid view', { defaultView: 'gantt' }, 'defaultView'],
    ['groups', { groups: [] }, 'groups'],
    ['a project', { projectId: 'prj_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'projectId'],
  ])('400: %s', async (_what, input, path) => {
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await update(input))).toContain(path);
    });
    expect(written).toEqual([]);
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => update({ name: 'No' }, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: all but members of the workspace', async () => {
    const statuses = await statusesByRole(board.workspace, (client) => update({ name: 'Maybe' }, client));
    expect(statuses).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    const { workspace } = board;
    expect(await statusWithoutScope(workspace, 'write', (client) => update({ name: 'No' }, client))).toBe(
      403,
    );
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (id) => update({ id, name: 'Stolen' }))).toEqual(MISSING);
    const { data } = await other.organization.owner.client.query('boards.get', { id: other.id });
    expect(data.name).toBe('Board');
  });

  it('409: the board has changed since; creating a group does not count', async () => {
    const { id, organization, record } = await aBoard();
    const { client } = organization.owner;
    await made(client, 'boards.groups.create', { boardId: id, name: 'Later' });
    const version = { id, expectedUpdatedAt: record.updatedAt };
    const { status } = await client.mutate('boards.update', { ...version, name: 'First' });
    expect(status).toBe(200);
    const written = await eventsDuring(organization, async () => {
      expect((await client.mutate('boards.update', { ...version, name: 'Second' })).status).toBe(409);
    });
    expect(written).toEqual([]);
    expect((await client.query('boards.get', { id })).data.name).toBe('First');
  });
});
