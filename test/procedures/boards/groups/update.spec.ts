import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../../support/access-checks';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('boards.groups.update', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'] });
  });
  const update = (input: object, client = board.organization.owner.client) =>
    client.mutate('boards.groups.update', { id: board.groupIds[0], ...input });

  it('200: changes the given fields and nothing else, with one event', async () => {
    const own = await aBoard({ groups: ['One'] });
    const { client, userId } = own.organization.owner;
    const [before] = own.record.groups;
    let group: TestBoard['record'];
    const events = await eventsDuring(own.organization, async () => {
      group = (await update({ id: before.id, collapsed: true }, client)).data;
    });
    expect(group).toEqual({ ...before, collapsed: true, updatedAt: group.updatedAt });
    expect(group.updatedAt > before.updatedAt).toBe(true);
    expect(events).toEqual([{ type: 'group.updated', boardId: own.id, actorId: userId, data: { group } }]);
    const { data } = await update({ id: before.id, name: 'Renamed', color: '#ABCDEF' }, client);
    expect(data).toMatchObject({ name: 'Renamed', color: '#ABCDEF', collapsed: true, position: 0 });
  });

  it.each([
    ['an empty name', { name: '' }, 'name'],
    ['a colour of null', { color: null }, 'color'],
    ['collapsed that is no boolean', { collapsed: 'true' }, 'collapsed'],
    ['a position', { position: 1 }, 'position'],
    ['an id of another noun', { id: 'brd_01HQXXXXXXXXXXXXXXXXXXXXXX' }, 'id'],
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

  it("404: another organization's group looks exactly like a missing one", async () => {
    const other = await aBoard();
    const [id] = other.groupIds;
    expect(await lookOf(id!, (each) => update({ id: each, name: 'Stolen' }))).toEqual(MISSING);
  });

  it('409: the group has changed since', async () => {
    const [, group] = board.record.groups;
    const version = { id: group.id, expectedUpdatedAt: group.updatedAt };
    expect((await update({ ...version, name: 'First' })).status).toBe(200);
    const written = await eventsDuring(board.organization, async () => {
      expect((await update({ ...version, name: 'Second' })).status).toBe(409);
    });
    expect(written).toEqual([]);
  });
});
