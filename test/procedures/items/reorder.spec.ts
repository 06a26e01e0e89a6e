import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.reorder', () => {
  let board: TestBoard;
  let ids: Record<string, string>;
  beforeAll(async () => {
    board = await aBoard({
      groups: ['Spare', 'One', 'Two', 'Free'],
      columns: [{ name: 'Number', type: 'number' }],
    });
    ids = {};
    for (const name of 'ABCDE') {
      ids[name] = await anItem(board, {
        name,
        groupId: board.group('One'),
        values: { [board.column('Number')]: 1 },
      });
    }
  });
  const reorder = (names: string, input: object = {}, client = board.organization.owner.client) =>
    client.mutate('items.reorder', {
      groupId: board.group('One'),
      itemIds: [...names].map((name) => ids[name] ?? name),
      ...input,
    });
  const order = async (input: object = {}) =>
    (await listedNames(board, { groupId: board.group('One'), ...input })).join('');

  it('200: all of the group, or a part that exchanges places', async () => {
    for (const [names, expected] of [
      ['EDCBA', 'EDCBA'],
      ['ABCDE', 'ABCDE'],
      ['DB', 'ADCBE'],
      ['C', 'ADCBE'],
      ['EA', 'EDCBA'],
      ['ABC', 'EDABC'],
      ['ABCDE', 'ABCDE'],
    ] as const) {
      const { status, data } = await reorder(names);
      expect([status, data]).toEqual([200, { success: true }]);
      expect(await order()).toBe(expected);
      expect(await order({ sortBy: board.column('Number'), sortDir: 'desc' })).toBe(expected);
      const items = await listedItems(board.organization.owner.client, {
        boardId: board.id,
        groupId: board.group('One'),
      });
      expect(items.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
    }
  });

  it('200: one event; none, and no new version, when the order is the same', async () => {
    const versions = async () =>
      (await listedItems(board.organization.owner.client, { boardId: board.id })).map(
        (item) => item.updatedAt,
      );
    const before = await versions();
    const actorId = board.organization.owner.userId;
    const data = { groupId: board.group('One'), itemIds: [ids['B'], ids['A']] };
    const written = await eventsDuring(board.organization, async () => {
      await reorder('ABCDE');
      await reorder('BD');
    });
    expect(written).toEqual([]);
    expect(await versions()).toEqual(before);
    const events = await eventsDuring(board.organization, () => reorder('BA'));
    expect(events).toEqual([{ type: 'item.reordered', boardId: board.id, actorId, data }]);
    await reorder('ABCDE');
  });

  describe('400', () => {
    it.each([
      ['no group', () => ({ groupId: undefined }), /^groupId$/],
      ['no items', () => ({ itemIds: [] }), /^itemIds$/],
      ['1,001 items', () => ({ itemIds: Array.from({ length: 1_001 }, () => newId('item')) }), /^itemIds$/],
      ['a repeated id', () => ({ itemIds: [ids['A'], ids['B'], ids['A']] }), /^itemIds/],
      ['an id of another noun', () => ({ itemIds: [ids['A'], board.group('One')] }), /^itemIds\.1$/],
      ['another group than the items’', () => ({ groupId: board.group('Two') }), /^itemIds$/],
    ])('%s', async (_what, input, path) => {
      const events = await eventsDuring(board.organization, async () => {
        expect(refusedPaths(await reorder('BA', input()))).toEqual([expect.stringMatching(path)]);
      });
      expect(events).toEqual([]);
      expect(await order()).toBe('ABCDE');
    });

    it('an item of another group or board, a sub-item, an archived one', async () => {
      const { organization, workspace } = board;
      const archived = await anItem(board, { groupId: board.group('Two') });
      await made(organization.owner.client, 'items.archive', { id: archived });
      for (const id of [
        await anItem(board, { groupId: board.group('Two') }),
        await anItem(await aBoard({ organization, workspace })),
        await anItem(board, { groupId: board.group('One'), parentId: ids['A'] as never }),
        archived,
      ]) {
        expect(refusedPaths(await reorder('', { itemIds: [ids['B'], id, ids['A']] }))).toEqual(['itemIds']);
      }
      expect(await order()).toBe('ABCDE');
    });
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => reorder('BA', {}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    const call = async (client: WireClient) => {
      const groupId = board.group('Free');
      const current = await listedItems(board.organization.owner.client, { boardId: board.id, groupId });
      return reorder('', { groupId, itemIds: current.map(({ id }) => id).toReversed() }, client);
    };
    for (const name of ['one', 'two']) await anItem(board, { name, groupId: board.group('Free') });
    expect(await statusesOfEditors(board, call)).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => reorder('BA', {}, client))).toBe(
      403,
    );
  });

  it('404: ids of another organization, like missing ones', async () => {
    const foreign = await aBoard();
    const item = await anItem(foreign);
    expect(await lookOf(foreign.groupIds[0]!, (groupId) => reorder('BA', { groupId }))).toEqual(MISSING);
    const among = (id: string) => reorder('', { itemIds: [ids['B'], id, ids['A']] });
    expect(await lookOf(item, among)).toEqual(MISSING);
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, among)).toEqual(MISSING);
    expect(await order()).toBe('ABCDE');
  });

  it('404: a closed workspace that the caller has not joined', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const itemIds = [await anItem(hidden), await anItem(hidden)].toReversed();
    const { client } = await board.organization.addMember('member');
    const call = (groupId: string) => reorder('', { groupId, itemIds }, client);
    expect(await lookOf(hidden.groupIds[0]!, call)).toEqual(MISSING);
    const among = (id: string) => reorder('', { itemIds: [ids['B'], id] }, client);
    expect(await lookOf(itemIds[0]!, among)).toEqual(MISSING);
  });
});
