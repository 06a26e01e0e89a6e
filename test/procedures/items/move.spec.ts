import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';
import { itemKey } from '../../support/record-keys';

describe('items.move', () => {
  let board: TestBoard;
  let other: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'] });
    const { organization, workspace } = board;
    other = await aBoard({ organization, workspace, groups: ['There'] });
  });
  const move = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.move', input);
  const get = async (id: string) => {
    const { data } = await board.organization.owner.client.query('items.get', { id });
    const { subItems: _subItems, commentCount: _comments, fileCount: _files, ...item } = data;
    return item;
  };

  /** A new board with A, B, C and D in its first group. */
  const aRow = async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, groups: ['One', 'Two'] });
    const ids: Record<string, string> = {};
    for (const name of 'ABCD') ids[name] = await anItem(own, { name });
    return { own, ids };
  };

  it.each([
    ['A', 0, 'ABCD'],
    ['A', 1, 'BACD'],
    ['A', 2, 'BCAD'],
    ['A', 3, 'BCDA'],
    ['A', 99, 'BCDA'],
    ['A', undefined, 'BCDA'],
    ['C', 0, 'CABD'],
    ['C', 1, 'ACBD'],
    ['C', 2, 'ABCD'],
    ['C', 3, 'ABDC'],
    ['D', 0, 'DABC'],
    ['D', 2, 'ABDC'],
    ['D', 3, 'ABCD'],
    ['D', undefined, 'ABCD'],
    ['D', 2_147_483_647, 'ABCD'],
  ])('200: %s to position %s of its group', async (name, position, order) => {
    const { own, ids } = await aRow();
    const before = await get(ids[name]!);
    const events = await eventsDuring(own.organization, async () => {
      const { status, data } = await move({ id: ids[name], groupId: own.group('One'), position });
      expect(status).toBe(200);
      expect(data).toEqual({ ...before, position: order.indexOf(name), updatedAt: data.updatedAt });
      expect(await get(ids[name]!)).toEqual(data);
      expect(data.updatedAt > before.updatedAt).toBe(order !== 'ABCD');
    });
    expect((await listedNames(own)).join('')).toBe(order);
    const data = {
      groupId: own.group('One'),
      position: order.indexOf(name),
      previousGroupId: own.group('One'),
    };
    // Standing there already is no change.
    const moved =
      order === 'ABCD'
        ? []
        : [{ type: 'item.moved', boardId: own.id, actorId: own.organization.owner.userId, data }];
    expect(events).toEqual(moved);
  });

  it('200: to another group, with its sub-items, at a position and at the end', async () => {
    const { own, ids } = await aRow();
    const { client } = own.organization.owner;
    const two = own.group('Two');
    await anItem(own, { name: 'X', groupId: two });
    const sub = await anItem(own, { name: 'Sub', parentId: ids['B'] as never });
    const gone = await anItem(own, { name: 'Gone', parentId: ids['B'] as never });
    await made(client, 'items.delete', { id: gone });
    expect((await move({ id: ids['B'], groupId: two, position: 0 })).data).toMatchObject({
      groupId: two,
      position: 0,
    });
    expect((await move({ id: ids['C'], groupId: two })).data).toMatchObject({ groupId: two, position: 2 });
    expect(await listedNames(own, { groupId: own.group('One') })).toEqual(['A', 'D']);
    expect(await listedNames(own, { groupId: two })).toEqual(['B', 'X', 'C']);
    expect(await get(sub)).toMatchObject({ groupId: two, parentId: ids['B'], position: 0 });
    expect((await made(client, 'items.restore', { id: gone })).groupId).toBe(two);
    expect(await listedNames(own, { sortBy: 'name', groupId: two })).toEqual(['B', 'C', 'X']);
  });

  it('200: a sub-item among its siblings', async () => {
    const { own, ids } = await aRow();
    const groupId = own.group('One');
    const subs = [];
    for (const name of ['S0', 'S1', 'S2'])
      subs.push(await anItem(own, { name, parentId: ids['A'] as never }));
    expect((await move({ id: subs[0], groupId, position: 1 })).data.position).toBe(1);
    expect(await listedNames(own, { parentId: ids['A'] })).toEqual(['S1', 'S0', 'S2']);
    expect((await move({ id: subs[1], groupId })).data).toMatchObject({ position: 2, parentId: ids['A'] });
    expect(await listedNames(own, { parentId: ids['A'] })).toEqual(['S0', 'S2', 'S1']);
    expect((await listedNames(own)).join('')).toBe('ABCD');
  });

  it('200: lists sorted by a column follow', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({
      organization,
      workspace,
      groups: ['One', 'Two'],
      columns: [{ name: 'Number', type: 'number' }],
    });
    const ids = [];
    for (const name of 'ABC') ids.push(await anItem(own, { name, values: { [own.column('Number')]: 1 } }));
    await move({ id: ids[2], groupId: own.group('One'), position: 0 });
    await move({ id: ids[0], groupId: own.group('Two') });
    for (const sortDir of ['asc', 'desc']) {
      const sorted = (input: object) => listedNames(own, { sortBy: own.column('Number'), sortDir, ...input });
      expect(await sorted({})).toEqual(['C', 'B', 'A']);
      expect(await sorted({ groupId: own.group('Two') })).toEqual(['A']);
    }
  });

  it('200: boardId can be the item’s own board', async () => {
    const { own, ids } = await aRow();
    const input = { id: ids['A'], boardId: own.id, groupId: own.group('Two') };
    expect((await move(input)).data).toMatchObject({
      boardId: own.id,
      groupId: own.group('Two'),
      position: 0,
    });
  });

  describe('to another board', () => {
    let from: TestBoard;
    let to: TestBoard;
    const COLUMNS = [
      { name: 'Same', type: 'text' },
      { name: 'Otherwise', type: 'text' },
      { name: 'Type', type: 'number' },
      { name: 'Status', type: 'status', config: { labels: [{ name: 'Open' }, { name: 'Only here' }] } },
      { name: 'Labels', type: 'label', config: { labels: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] } },
      { name: 'Size', type: 'dropdown', config: { options: ['S', 'M'] } },
      { name: 'Rating', type: 'rating', config: { maxRating: 10 } },
      { name: 'People', type: 'people' },
      { name: 'After', type: 'dependency' },
      { name: 'Links', type: 'link' },
      { name: 'Tracked', type: 'time_tracking' },
      { name: 'No', type: 'auto_number' },
    ];
    beforeAll(async () => {
      const { organization, workspace } = board;
      from = await aBoard({ organization, workspace, columns: COLUMNS });
      to = await aBoard({
        organization,
        workspace,
        groups: ['First', 'Second'],
        columns: [
          { name: 'Same', type: 'text' },
          { name: 'Type', type: 'text' },
          { name: 'Status', type: 'status', config: { labels: [{ name: 'Closed' }, { name: 'open' }] } },
          { name: 'Labels', type: 'label', config: { labels: [{ name: 'C' }, { name: 'A' }] } },
          { name: 'Size', type: 'dropdown', config: { options: ['M'] } },
          { name: 'Rating', type: 'rating', config: { maxRating: 5 } },
          { name: 'People', type: 'people', config: { multiple: false } },
          { name: 'After', type: 'dependency' },
          { name: 'Links', type: 'link' },
          { name: 'Tracked', type: 'time_tracking' },
          { name: 'No', type: 'auto_number', config: { start: 50 } },
        ],
      });
    });
    const relocate = (id: string, more: object = {}) =>
      move({ id, boardId: to.id, groupId: to.group('Second'), ...more });
    const valued = (values: Record<string, unknown>, more: object = {}) =>
      anItem(from, {
        values: Object.fromEntries(Object.entries(values).map(([name, value]) => [from.column(name), value])),
        ...more,
      });
    const shown = ({ values }: { values: Record<string, unknown> }) =>
      Object.fromEntries(
        to.record.columns.map(({ id, name }: { id: string; name: string }) => [name, values[id]]),
      );

    it('200: keeps the values of columns with the same name and type, and nothing else', async () => {
      const predecessor = await anItem(from);
      const linked = await anItem(other);
      const { userId } = board.organization.owner;
      const id = await valued({
        Same: 'kept',
        Otherwise: 'left',
        Type: 7,
        Status: 'Open',
        Labels: ['C', 'A'],
        Size: 'M',
        Rating: 5,
        People: [userId],
        After: [predecessor],
        Links: [linked],
        Tracked: { seconds: 60 },
      });
      const before = await get(id);
      const events = await eventsDuring(board.organization, async () => {
        const { status, data } = await relocate(id, { position: 0 });
        expect(status).toBe(200);
        expect(data).toMatchObject({
          id,
          name: 'Item',
          boardId: to.id,
          groupId: to.group('Second'),
          position: 0,
        });
        expect(data.createdAt).toBe(before.createdAt);
        expect(data.updatedAt > before.updatedAt).toBe(true);
        expect(shown(data)).toEqual({
          Same: 'kept',
          Type: undefined,
          Status: expect.objectContaining({ label: 'open' }),
          Labels: [expect.objectContaining({ label: 'C' }), expect.objectContaining({ label: 'A' })],
          Size: 'M',
          Rating: 5,
          People: [userId],
          After: undefined,
          Links: [linked],
          Tracked: { seconds: 60, runningSince: null, entries: [] },
          No: 50,
        });
        expect(Object.keys(data.values)).toHaveLength(9);
        expect(await get(id)).toEqual(data);
      });
      expect(events).toMatchObject([
        { type: 'item.removed', boardId: from.id, data: { groupId: from.groupIds[0] } },
        {
          type: 'item.moved',
          boardId: to.id,
          data: {
            groupId: to.group('Second'),
            position: 0,
            previousBoardId: from.id,
            previousGroupId: from.groupIds[0],
          },
        },
      ]);
      expect(await listedNames(to, { sortBy: to.column('Same') })).toContain('Item');
      expect(
        (await listedItems(board.organization.owner.client, { boardId: from.id })).map((item) => item.id),
      ).not.toContain(id);
      const { rows } = await board.organization.app.sql.query(
        `select count(*)::int as rows from item_values where item_key = ${itemKey('$2')}
           and column_key in (select key from columns where organization_id = $1 and id = any ($3))`,
        [board.organization.id, id, from.columnIds],
      );
      expect(rows).toEqual([{ rows: 0 }]);
    });

    it('200: an option gets the case that it has there', async () => {
      const { organization, workspace } = board;
      const sizes = (options: string[]) =>
        aBoard({
          organization,
          workspace,
          columns: [{ name: 'Size', type: 'dropdown', config: { options } }],
        });
      const [small, large] = [await sizes(['small']), await sizes(['Small'])];
      const id = await anItem(small, { values: { [small.column('Size')]: 'small' } });
      const { data } = await move({ id, boardId: large.id, groupId: large.groupIds[0] });
      expect(data.values[large.column('Size')]).toBe('Small');
    });

    it('200: drops values that a column there does not accept', async () => {
      const people = [board.organization.owner.userId, (await board.organization.addMember('member')).userId];
      const id = await valued({
        Status: 'Only here',
        Labels: ['B', 'A'],
        Size: 'S',
        Rating: 6,
        People: people,
      });
      const { data } = await relocate(id);
      expect(shown(data)).toMatchObject({
        Status: undefined,
        // One of its labels is there.
        Labels: [{ label: 'A' }],
        Size: undefined,
        Rating: undefined,
        People: undefined,
      });
    });

    it('200: drops a link to an item of the target board', async () => {
      const there = await anItem(to, { groupId: to.group('First') });
      const linked = await anItem(other);
      const id = await valued({ Links: [there, linked] });
      expect(shown((await relocate(id)).data).Links).toEqual([linked]);
      const only = await valued({ Links: [there] });
      expect(shown((await relocate(only)).data).Links).toBeUndefined();
    });

    it('200: sub-items are moved too, including archived and trashed ones, and are restored there', async () => {
      const { client } = board.organization.owner;
      const id = await valued({ Same: 'parent' }, { name: 'Parent' });
      const subs: Record<string, string> = {};
      for (const name of ['Live', 'Archived', 'Trashed', 'Last']) {
        subs[name] = await valued({ Same: name }, { name, parentId: id });
      }
      await made(client, 'items.archive', { id: subs['Archived'] });
      await made(client, 'items.delete', { id: subs['Trashed'] });
      await made(client, 'items.move', { id: subs['Last'], groupId: from.groupIds[0], position: 0 });
      const { data } = await relocate(id);
      expect(await listedNames(to, { parentId: id })).toEqual(['Last', 'Live']);
      expect(await listedNames(to, { parentId: id, archived: true })).toEqual(['Archived']);
      for (const name of ['Archived', 'Trashed']) {
        const restored = await made(client, 'items.restore', { id: subs[name] });
        expect(restored).toMatchObject({ boardId: to.id, groupId: data.groupId, parentId: id });
        expect(restored.values[to.column('Same')]).toBe(name);
      }
      expect(await listedNames(to, { parentId: id })).toEqual(['Last', 'Live', 'Archived', 'Trashed']);
      const sorted = await listedNames(to, { parentId: id, sortBy: to.column('Same') });
      expect(sorted).toEqual(['Archived', 'Last', 'Live', 'Trashed']);
    });

    it('200: at the end without a position; numbers continue', async () => {
      const first = (await relocate(await valued({}, { name: 'first' }))).data;
      const second = (await relocate(await valued({}, { name: 'second' }))).data;
      expect(second.position).toBe(first.position + 1);
      expect(second.values[to.column('No')]).toBe(first.values[to.column('No')] + 1);
    });

    it('200: into a closed workspace that the caller has joined, with Idempotency-Key once', async () => {
      const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
      const hidden = await aBoard({ workspace: closed });
      const { client } = await closed.addMember('member');
      const id = await anItem(from);
      const input = { id, boardId: hidden.id, groupId: hidden.groupIds[0] };
      const events = await eventsDuring(board.organization, async () => {
        const key = { 'idempotency-key': `move-${id}` };
        const answers = await Promise.all([1, 2, 3].map(() => client.mutate('items.move', input, key)));
        expect(answers.some(({ status }) => status === 200)).toBe(true);
        expect((await client.mutate('items.move', input, key)).data.boardId).toBe(hidden.id);
      });
      expect(events.map(({ type }) => type)).toEqual(['item.removed', 'item.moved']);
    });
  });

  describe('400', () => {
    it.each([
      ['no group', () => ({ groupId: undefined }), 'groupId'],
      ['a negative position', () => ({ position: -1 }), 'position'],
      ['a broken position', () => ({ position: 1.5 }), 'position'],
      ['a board id of another noun', () => ({ boardId: newId('group') }), 'boardId'],
      ['an unknown key', () => ({ parentId: newId('item') }), 'parentId'],
      ['a group of another board without its boardId', () => ({ groupId: other.group('There') }), 'groupId'],
      ['a group that is not the board’s', () => ({ boardId: other.id }), 'groupId'],
    ])('%s', async (_what, input, path) => {
      const id = await anItem(board);
      const events = await eventsDuring(board.organization, async () => {
        expect(refusedPaths(await move({ id, groupId: board.group('One'), ...input() }))).toEqual([path]);
      });
      expect(events).toEqual([]);
    });

    it('the same group of another board with an Idempotency-Key', async () => {
      const id = await anItem(board);
      const { client } = board.organization.owner;
      const input = { id, groupId: other.group('There') };
      expect(refusedPaths(await client.mutate('items.move', input, { 'idempotency-key': id }))).toEqual([
        'groupId',
      ]);
    });

    it('a sub-item away from its parent', async () => {
      const parent = await anItem(board, { groupId: board.group('One') });
      const id = await anItem(board, { parentId: parent, groupId: board.group('One') });
      expect(refusedPaths(await move({ id, groupId: board.group('Two') }))).toEqual(['groupId']);
      expect(refusedPaths(await move({ id, boardId: other.id, groupId: other.group('There') }))).toEqual([
        'groupId',
      ]);
      expect(await get(id)).toMatchObject({ groupId: board.group('One'), parentId: parent });
    });

    it('an archived item', async () => {
      const id = await anItem(board);
      await made(board.organization.owner.client, 'items.archive', { id });
      expect(refusedPaths(await move({ id, groupId: board.group('Two') }))).toEqual(['id']);
      const elsewhere = { id, boardId: other.id, groupId: other.group('There') };
      expect(refusedPaths(await move(elsewhere))).toEqual(['id']);
    });
  });

  it('200: cells that name the item keep it, and can be written back, but not newly name it', async () => {
    const { organization, workspace } = board;
    const columns = (type: string) => ({ organization, workspace, columns: [{ name: 'Names', type }] });
    const from = await aBoard(columns('dependency'));
    const to = await aBoard(columns('link'));
    const moved = await anItem(from);
    const names = async (own: TestBoard) => {
      const columnId = own.column('Names');
      const itemId = await anItem(own, { values: { [columnId]: [moved] } });
      const write = (value: string[]) =>
        organization.owner.client.mutate('items.setValue', { itemId, columnId, value });
      return { write, value: async () => valueOf(own, itemId, columnId) };
    };
    const cells = [await names(from), await names(to)];
    expect((await move({ id: moved, boardId: to.id, groupId: to.groupIds[0] })).status).toBe(200);
    for (const { write, value } of cells) {
      expect(await value()).toEqual([moved]);
      expect((await write([moved])).status).toBe(200);
      expect((await write([])).status).toBe(200);
      expect((await write([moved])).status).toBe(400);
    }
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => move({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    const call = (client: typeof board.organization.owner.client, id: string) =>
      move({ id, groupId: board.group('Two') }, client);
    expect(await statusesOfEditors(board, call)).toEqual(ONLY_EDITORS);
  });

  it('403: a user who can only view the source board, or the target board', async () => {
    const { organization } = board;
    const away = await aBoard({ organization });
    const { client, userId } = await board.workspace.addMember('member');
    await made(organization.owner.client, 'workspaces.members.add', {
      workspaceId: away.workspace.id,
      userId,
      role: 'viewer',
    });
    const events = await eventsDuring(organization, async () => {
      const out = { id: await anItem(away), boardId: board.id, groupId: board.group('One') };
      expect((await move(out, client)).status).toBe(403);
      const into = { id: await anItem(board), boardId: away.id, groupId: away.groupIds[0] };
      expect((await move(into, client)).status).toBe(403);
    });
    expect(events.map(({ type }) => type)).toEqual(['item.created', 'item.created']);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => move({}, client))).toBe(403);
  });

  it('404: ids of another organization, like missing ones', async () => {
    const foreign = await aBoard();
    const foreignItem = await anItem(foreign);
    const id = await anItem(board);
    const groupId = board.group('One');
    expect(await lookOf(foreignItem, (asked) => move({ id: asked, groupId }))).toEqual(MISSING);
    expect(await lookOf(foreignItem, (asked) => move({ id: asked, groupId, boardId: board.id }))).toEqual(
      MISSING,
    );
    expect(await lookOf(foreign.groupIds[0]!, (asked) => move({ id, groupId: asked }))).toEqual(MISSING);
    const elsewhere = (groupOf: string) => move({ id, groupId: groupOf, boardId: foreign.id });
    expect(await lookOf(foreign.groupIds[0]!, elsewhere)).toEqual(MISSING);
    expect(await lookOf(foreign.id, (boardId) => move({ id, groupId, boardId }))).toEqual(MISSING);
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, (asked) => move({ id: asked, groupId }))).toEqual(MISSING);
    expect(await listedNames(foreign)).toEqual(['Item']);
  });

  it('404: out of and into a closed workspace that the caller has not joined', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const hiddenItem = await anItem(hidden);
    const { client } = await board.organization.addMember('member');
    const out = (id: string) => move({ id, boardId: board.id, groupId: board.group('One') }, client);
    expect(await lookOf(hiddenItem, out)).toEqual(MISSING);
    const id = await anItem(board);
    const into = (groupId: string) => move({ id, boardId: hidden.id, groupId }, client);
    expect(await lookOf(hidden.groupIds[0]!, into)).toEqual(MISSING);
    expect(await lookOf(hidden.groupIds[0]!, (groupId) => move({ id, groupId }, client))).toEqual(MISSING);
  });

  it('409: the item has changed since; nothing is written', async () => {
    const id = await anItem(board);
    const { updatedAt: expectedUpdatedAt } = await get(id);
    await made(board.organization.owner.client, 'items.update', { id, name: 'Newer' });
    const events = await eventsDuring(board.organization, async () => {
      for (const input of [
        { groupId: board.group('Two') },
        { groupId: board.group('One'), position: 0 },
        { groupId: other.group('There'), boardId: other.id },
      ]) {
        const { status, error } = await move({ id, ...input, expectedUpdatedAt });
        expect([status, error!.data.code]).toEqual([409, 'CONFLICT']);
      }
    });
    expect(events).toEqual([]);
    const { updatedAt } = await get(id);
    const elsewhere = { id, groupId: other.group('There'), boardId: other.id, expectedUpdatedAt: updatedAt };
    expect((await move(elsewhere)).status).toBe(200);
    expect(await valueOf(other, id, other.columnIds[0]!)).toBeNull();
  });
});
