import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../../support/access-checks';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../../support/refusals';

describe('boards.groups.reorder', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['A', 'B', 'C'] });
  });
  const reorder = (input: object = {}, client = board.organization.owner.client) =>
    client.mutate('boards.groups.reorder', { boardId: board.id, groupIds: board.groupIds, ...input });

  it('200: the given order, from 0, with one event; items.list follows it', async () => {
    const own = await aBoard({ groups: ['A', 'B', 'C'] });
    const { client, userId } = own.organization.owner;
    for (const groupId of own.groupIds) {
      await client.mutate('items.create', {
        boardId: own.id,
        groupId,
        name: `In ${own.groupIds.indexOf(groupId)}`,
      });
    }
    const groupIds = [own.group('C'), own.group('A'), own.group('B')];
    let answer: TestBoard['record'];
    const events = await eventsDuring(own.organization, async () => {
      answer = (await reorder({ boardId: own.id, groupIds }, client)).data;
    });
    const places = (groups: { id: string; position: number }[]) =>
      groups.map(({ id, position }) => ({ id, position }));
    expect(places(answer.groups)).toEqual(groupIds.map((id, position) => ({ id, position })));
    expect(answer.updatedAt > own.record.updatedAt).toBe(true);
    expect(events).toEqual([
      { type: 'group.reordered', boardId: own.id, actorId: userId, data: { groups: answer.groups } },
    ]);
    const { data } = await client.query('items.list', { boardId: own.id });
    expect(data.items.map(({ name }: { name: string }) => name)).toEqual(['In 2', 'In 0', 'In 1']);
  });

  it('400: other than each of the groups once', async () => {
    const [a, b, c] = board.groupIds;
    const elsewhere = (await aBoard({ project: board.project })).groupIds[0];
    const foreign = (await aBoard()).groupIds[0];
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await reorder({ groupIds: [a, b] }))).toEqual(['groupIds']);
      expect(refusedPaths(await reorder({ groupIds: [] }))).toEqual(['groupIds']);
      expect(refusedPaths(await reorder({ groupIds: [a, b, b] }))).toEqual(['groupIds.2']);
      expect(refusedPaths(await reorder({ groupIds: [a, b, c, a] }))).toEqual(['groupIds.3']);
      expect(refusedPaths(await reorder({ groupIds: [a, elsewhere, c] }))).toEqual(['groupIds.1']);
      const answers = [await reorder({ groupIds: [a, foreign, c] })];
      answers.push(await reorder({ groupIds: [a, newId('group'), c] }));
      expect(refusedPaths(answers[0]!)).toEqual(['groupIds.1']);
      expect(answers[0]!.body).toEqual(answers[1]!.body);
    });
    expect(written).toEqual([]);
    const { data } = await board.organization.owner.client.query('boards.get', { id: board.id });
    expect(data.groups.map(({ id }: { id: string }) => id)).toEqual([a, b, c]);
  });

  it.each([
    ['no list', { groupIds: undefined }, 'groupIds'],
    ['an id of another noun', { groupIds: [newId('column')] }, 'groupIds.0'],
    ['1001 ids', { groupIds: Array.from({ length: 1001 }, () => newId('group')) }, 'groupIds'],
    ['an unknown key', { positions: [] }, 'positions'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await reorder(input))).toContain(path);
  });

  it('401: without a credential', async () => {
    expect(await codesWithoutCredential(board.workspace, (client) => reorder({}, client))).toEqual(
      UNAUTHORIZED,
    );
  });

  it('403: all but members of the workspace', async () => {
    expect(await statusesByRole(board.workspace, (client) => reorder({}, client))).toEqual(ONLY_BUILDERS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => reorder({}, client))).toBe(403);
  });

  it("404: another organization's board looks exactly like a missing one", async () => {
    const other = await aBoard();
    expect(await lookOf(other.id, (boardId) => reorder({ boardId }))).toEqual(MISSING);
  });

  it('409: the board has changed since', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client } = own.organization.owner;
    const input = { boardId: own.id, groupIds: own.groupIds, expectedUpdatedAt: own.record.updatedAt };
    expect((await reorder(input, client)).status).toBe(200);
    expect((await reorder(input, client)).status).toBe(409);
  });
});
