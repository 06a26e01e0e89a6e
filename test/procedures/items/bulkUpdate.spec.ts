import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

describe('items.bulkUpdate', () => {
  let board: TestBoard;
  let other: TestBoard;
  beforeAll(async () => {
    board = await aBoard({
      groups: ['One', 'Two'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Text', type: 'text' },
        { name: 'Status', type: 'status' },
        { name: 'People', type: 'people' },
        { name: 'After', type: 'dependency' },
        { name: 'Links', type: 'link' },
        { name: 'Tracked', type: 'time_tracking' },
        { name: 'Made', type: 'created_date' },
      ],
    });
    const { organization, workspace } = board;
    other = await aBoard({ organization, workspace, columns: [{ name: 'Text', type: 'text' }] });
  });
  const update = (itemIds: unknown, changes: unknown, client = board.organization.owner.client) =>
    client.mutate('items.bulkUpdate', { itemIds, changes });
  const change = (name: string, value: unknown) => ({ [board.column(name)]: value });

  it('200: several columns of 100 items, returned in the given order', async () => {
    const own = await aBoard({
      groups: ['One', 'Two'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'People', type: 'people' },
      ],
    });
    const { client, userId } = own.organization.owner;
    const ids: string[] = [];
    for (let at = 0; at < 100; at += 1) {
      const values = at < 10 ? { [own.column('Number')]: 5 } : {};
      ids.push(await anItem(own, { groupId: own.groupIds[at % 2]!, values }));
    }
    const changes = { [own.column('Number')]: '5', [own.column('People')]: [userId] };
    const events = await eventsDuring(own.organization, async () => {
      const { status, data } = await update(ids.toReversed(), changes, client);
      expect(status).toBe(200);
      expect(data.items.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
      for (const { values } of data.items) {
        expect(values).toEqual({ [own.column('Number')]: 5, [own.column('People')]: [userId] });
      }
      const { data: got } = await client.query('items.get', { id: ids[99] });
      expect(got).toMatchObject(data.items[0]);
    });
    // One event per cell that changed: ten numbers were there already.
    expect(events).toHaveLength(190);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['value.changed']));
    const sorted = await listedItems(client, { boardId: own.id, sortBy: own.column('Number'), limit: 30 });
    expect(sorted).toHaveLength(100);
  });

  it('200: null clears; a timer starts on each', async () => {
    const ids = [await anItem(board), await anItem(board, { values: change('Text', 'x') })];
    const { data } = await update(ids, { ...change('Text', null), ...change('Tracked', { start: true }) });
    for (const { values } of data.items) {
      expect(values[board.column('Text')]).toBeUndefined();
      expect(values[board.column('Tracked')].entries).toHaveLength(1);
    }
  });

  it('200: unchanged values cause no new version and no event', async () => {
    const ids = [await anItem(board), await anItem(board)];
    const first = await update(ids, change('Text', 'same'));
    const events = await eventsDuring(board.organization, async () => {
      expect((await update(ids, change('Text', 'same'))).data).toEqual(first.data);
    });
    expect(events).toEqual([]);
  });

  describe('400', () => {
    it.each([
      ['no ids', () => [undefined, change('Text', 'x')], /^itemIds$/],
      ['an empty list', () => [[], change('Text', 'x')], /^itemIds$/],
      ['101 ids', () => [Array.from({ length: 101 }, () => newId('item')), change('Text', 'x')], /^itemIds$/],
      ['an id of another noun', () => [[board.id], change('Text', 'x')], /^itemIds\.0$/],
      ['no changes', () => [[newId('item')], undefined], /^changes$/],
      ['empty changes', () => [[newId('item')], {}], /^changes$/],
      ['a list of changes', () => [[newId('item')], []], /^changes$/],
      ['a key that is no column id', () => [[newId('item')], { Text: 'x' }], /^changes\.Text$/],
    ])('%s', async (_what, input, path) => {
      const [ids, changes] = input();
      expect(refusedPaths(await update(ids, changes))).toEqual([expect.stringMatching(path)]);
    });

    it.each([
      ['a repeated id', (id: string) => [[id, id], change('Text', 'x')], /^itemIds/],
      [
        'a column of another board',
        (id: string) => [[id], { [other.column('Text')]: 'x' }],
        /^changes\.col_/,
      ],
      ['an unknown column', (id: string) => [[id], { [newId('column')]: 'x' }], /^changes\.col_/],
      ['a computed column', (id: string) => [[id], change('Made', '2026-01-01')], /^changes\.col_/],
      [
        'one wrong value among right ones',
        (id: string) => [[id], { ...change('Text', 'x'), ...change('Number', 'x') }],
        /^changes\.col_/,
      ],
      ['an item that depends on itself', (id: string) => [[id], change('After', [id])], /^changes\.col_/],
      ['a link to an item of this board', (id: string) => [[id], change('Links', [id])], /^changes\.col_/],
    ])('%s; nothing is written', async (_what, input, path) => {
      const id = await anItem(board);
      const first = await anItem(board);
      const [ids, changes] = input(id);
      const events = await eventsDuring(board.organization, async () => {
        const paths = refusedPaths(await update([first, ...(ids as string[])], changes));
        expect(paths).toEqual([expect.stringMatching(path)]);
      });
      expect(events).toEqual([]);
      expect(await valueOf(board, first, board.column('Text'))).toBeNull();
    });

    it('hostile keys', async () => {
      const id = await anItem(board);
      for (const key of ['__proto__', 'constructor', 'toString']) {
        const body = `{"json":{"itemIds":["${id}"],"changes":{"${board.column('Text')}":"x","${key}":{"x":1}}}}`;
        const { client } = board.organization.owner;
        expect((await client.request('POST', '/api/trpc/items.bulkUpdate', body)).status).toBe(400);
      }
      expect(await valueOf(board, id, board.column('Text'))).toBeNull();
    });

    it('items of two boards; nothing is written', async () => {
      const ids = [await anItem(board), await anItem(other)];
      const events = await eventsDuring(board.organization, async () => {
        expect(refusedPaths(await update(ids, change('Text', 'x')))).toEqual(['itemIds']);
      });
      expect(events).toEqual([]);
    });

    it('a cycle that the items close together; nothing is written', async () => {
      const [a, b, c] = [await anItem(board), await anItem(board), await anItem(board)] as const;
      await update([c], change('After', [a]));
      const events = await eventsDuring(board.organization, async () => {
        expect((await update([b, a], change('After', [c]))).status).toBe(400);
      });
      expect(events).toEqual([]);
      expect(await valueOf(board, b, board.column('After'))).toBeNull();
    });
  });

  it('401: without a credential', async () => {
    const call = (client: typeof board.organization.owner.client) =>
      update([newId('item')], change('Text', 'x'), client);
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => update([id], change('Text', 'x'), client))).toEqual(
      ONLY_EDITORS,
    );
  });

  it('403: a token without the scope write', async () => {
    const ids = [await anItem(board)];
    const call = (client: typeof board.organization.owner.client) => update(ids, change('Text', 'x'), client);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
  });

  it('404: one foreign, hidden or trashed id among 99 valid ones, like a missing one; nothing is written', async () => {
    const own = await aBoard({
      organization: board.organization,
      workspace: board.workspace,
      columns: [{ name: 'Text', type: 'text' }],
    });
    const ids: string[] = [];
    for (let at = 0; at < 99; at += 1) ids.push(await anItem(own));
    const foreign = await anItem(await aBoard());
    const trashed = await anItem(own);
    await made(own.organization.owner.client, 'items.delete', { id: trashed });
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await anItem(await aBoard({ workspace: closed }));
    const { client } = await board.organization.addMember('member');
    const events = await eventsDuring(own.organization, async () => {
      for (const id of [foreign, trashed, hidden]) {
        const among = (asked: string) =>
          update([...ids.slice(0, 98), asked, ids[98]], { [own.column('Text')]: 'x' }, client);
        expect(await lookOf(id, among)).toEqual(MISSING);
      }
    });
    expect(events).toEqual([]);
    expect(await listedNames(own)).toHaveLength(99);
    expect(await valueOf(own, ids[0] as never, own.column('Text'))).toBeNull();
  });

  it('404: ids inside values too', async () => {
    const foreign = await aBoard();
    const foreignItem = await anItem(foreign);
    const id = await anItem(board);
    const { userId } = foreign.organization.owner;
    expect(await lookOf(userId, (asked) => update([id], change('People', [asked])))).toEqual(MISSING);
    expect(await lookOf(foreignItem, (asked) => update([id], change('Links', [asked])))).toEqual(MISSING);
    expect(await lookOf(foreignItem, (asked) => update([id], change('After', [asked])))).toEqual(MISSING);
  });
});
