import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { type ListedItem, listedItems, listedNames } from '../../support/item-lists';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

/** A number from 0 to 1 per call, the same ones in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('items.list', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: [{ name: 'Text', type: 'text' }] });
  });
  const list = (input: object = {}, client = board.organization.owner.client) =>
    client.query('items.list', { boardId: board.id, ...input });

  it('200: the fields of the specification, in board order', async () => {
    const own = await aBoard({ groups: ['One', 'Two'], columns: [{ name: 'Text', type: 'text' }] });
    const { client, userId } = own.organization.owner;
    await anItem(own, { groupId: own.group('Two'), name: 'C' });
    await anItem(own, { groupId: own.group('One'), name: 'B' });
    const first = await anItem(own, { name: 'A', position: 0, values: { [own.column('Text')]: 'x' } });
    await anItem(own, { name: 'Sub', parentId: first });
    const { status, data } = await client.query('items.list', { boardId: own.id });
    expect(status).toBe(200);
    expect(data.nextCursor).toBeNull();
    expect(data.items.map(({ name, position }: ListedItem) => `${name} ${position}`)).toEqual([
      'A 0',
      'B 1',
      'C 0',
    ]);
    expect(data.items[0]).toEqual({
      id: first,
      name: 'A',
      boardId: own.id,
      groupId: own.group('One'),
      parentId: null,
      position: 0,
      createdBy: userId,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: data.items[0].createdAt,
      values: { [own.column('Text')]: 'x' },
    });
  });

  it('200: an empty board, an empty group, an item without sub-items', async () => {
    const own = await aBoard({ groups: ['One', 'Two'] });
    const { client } = own.organization.owner;
    const empty = { items: [], nextCursor: null };
    expect((await client.query('items.list', { boardId: own.id })).data).toEqual(empty);
    const parentId = await anItem(own);
    const two = { boardId: own.id, groupId: own.group('Two') };
    expect((await client.query('items.list', two)).data).toEqual(empty);
    expect((await client.query('items.list', { boardId: own.id, parentId })).data).toEqual(empty);
  });

  it('200: 50 items by default, at most 200, and a cursor only when more follow', async () => {
    const own = await aBoard();
    const { client } = own.organization.owner;
    for (let at = 0; at < 51; at += 1) await anItem(own, { name: `${at}` });
    const page = async (input: object) =>
      (await client.query('items.list', { boardId: own.id, ...input })).data;
    const first = await page({});
    expect(first.items).toHaveLength(50);
    expect(first.nextCursor).toBe(first.items[49].id);
    const second = await page({ cursor: first.nextCursor });
    expect(second).toMatchObject({ items: [{ name: '50', position: 50 }], nextCursor: null });
    expect((await page({ limit: 51 })).nextCursor).toBeNull();
    expect((await page({ limit: 200 })).items).toHaveLength(51);
    expect((await page({ limit: 1, cursor: first.items[0].id })).items).toMatchObject([
      { name: '1', position: 1 },
    ]);
  });

  describe('sorted', () => {
    let own: TestBoard;
    let inBoardOrder: ListedItem[];
    const OPTIONS = ['Small', 'Large', 'Medium'];
    const NAMES = ['item 2', 'Item 10', 'item 1', 'Äpfel', 'apfel', 'Zebra', 'zebra', '007 x', '7 y', 'b'];

    /** What a cell sorts by, from what the wire shows and the column's config; null when it is empty. */
    const keys: Record<string, (value: never, config: never) => string | number | null> = {
      Text: (value: string) => value,
      Mail: (value: string) => value,
      Number: (value: number) => value,
      Rating: (value: number) => value,
      Checkbox: (value: boolean) => Number(value),
      Date: (value: string) => Date.parse(value),
      Range: (value: { start: string; end: string }) => value.start + value.end,
      Status: ({ id }: { id: string }, { labels }: { labels: { id: string }[] }) =>
        labels.findIndex((label) => label.id === id),
      Labels: ([first]: { id: string }[], { labels }: { labels: { id: string }[] }) =>
        labels.findIndex((label) => label.id === first!.id),
      Dropdown: (value: string) => OPTIONS.indexOf(value),
      Priority: ({ label }: { label: string }) => ['Critical', 'High', 'Medium', 'Low'].indexOf(label),
      People: ([first]: string[]) => people[first!]!,
      After: (value: string[]) => value.length,
      Tracked: ({ seconds }: { seconds: number }) => seconds,
      No: (value: number) => value,
      Made: (value: string) => Date.parse(value),
      Changed: (value: string) => Date.parse(value),
    };
    const people: Record<string, string> = {};

    beforeAll(async () => {
      own = await aBoard({
        groups: ['One', 'Two', 'Three'],
        columns: [
          { name: 'Text', type: 'text' },
          { name: 'Mail', type: 'email' },
          { name: 'Number', type: 'number' },
          { name: 'Rating', type: 'rating' },
          { name: 'Checkbox', type: 'checkbox' },
          { name: 'Date', type: 'date' },
          { name: 'Range', type: 'date_range' },
          { name: 'Status', type: 'status' },
          {
            name: 'Labels',
            type: 'label',
            config: { labels: [{ name: 'B' }, { name: 'A' }, { name: 'C' }] },
          },
          { name: 'Dropdown', type: 'dropdown', config: { options: OPTIONS } },
          { name: 'Priority', type: 'priority' },
          { name: 'People', type: 'people' },
          { name: 'After', type: 'dependency' },
          { name: 'Tracked', type: 'time_tracking' },
          { name: 'No', type: 'auto_number' },
          { name: 'Made', type: 'created_date' },
          { name: 'Changed', type: 'last_updated' },
          { name: 'Sum', type: 'formula' },
        ],
      });
      const { organization } = own;
      const members = [];
      for (const name of ['anna', 'Bert', 'Änne']) members.push(await organization.addMember('member', name));
      for (const { userId, name } of members) people[userId] = name;
      const random = randomNumbers(7);
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
      const day = () => `2026-0${1 + Math.floor(random() * 3)}-01`;
      const ids: string[] = [];
      for (let at = 0; at < 45; at += 1) {
        const cells: Record<string, unknown> = {
          Text: pick(NAMES),
          Mail: pick(['a@x.org', 'B@x.org', 'c@x.org']),
          Number: pick([-1.5, 0, 3, 3, 1e300, '0.1']),
          Rating: pick([0, 3, 5]),
          Checkbox: random() < 0.5,
          Date: pick([day(), '0001-01-01', '9999-12-31']),
          Range: { start: day(), end: `2026-04-0${1 + Math.floor(random() * 2)}` },
          Status: pick(['To Do', 'In Progress', 'Done']),
          Labels: pick([['A'], ['B', 'A'], ['C', 'B'], ['A', 'B', 'C']]),
          Dropdown: pick(OPTIONS),
          Priority: pick(['Critical', 'High', 'Medium', 'Low']),
          People: pick(members).userId,
          After: ids.length < 4 ? null : ids.slice(0, 1 + Math.floor(random() * 3)),
          Tracked: { seconds: pick([0, 5, 60]) },
        };
        const values = Object.fromEntries(
          Object.entries(cells)
            .filter(([, value]) => value !== null && random() < 0.7)
            .map(([name, value]) => [own.column(name), value]),
        );
        const { client } = pick([organization.owner, ...members]);
        const groupId = pick(own.groupIds);
        ids.push(
          await anItem(own, {
            client,
            groupId,
            name: pick(NAMES),
            values,
            position: Math.floor(random() * 9),
          }),
        );
      }
      // So that the last change is not in the order of creation.
      for (const id of ids.toReversed()) {
        if (random() < 0.5) await made(organization.owner.client, 'items.update', { id, description: 'x' });
      }
      for (const id of ids.slice(0, 12)) await made(organization.owner.client, 'items.archive', { id });
      inBoardOrder = await listedItems(organization.owner.client, { boardId: own.id });
    });

    const textOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
    const compare = (a: string | number, b: string | number) =>
      typeof a === 'number' ? a - (b as number) : textOrder.compare(a, b as string);

    const expected = (
      items: ListedItem[],
      sortDir: 'asc' | 'desc',
      keyOf: (item: ListedItem) => string | number | null,
    ) =>
      items
        .map((item, at) => ({ id: item.id, key: keyOf(item), at }))
        .sort((a, b) => {
          if (a.key === null || b.key === null)
            return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
          const order = compare(a.key, b.key);
          return (sortDir === 'asc' ? order : -order) || a.at - b.at;
        })
        .map(({ id }) => id);

    const columnKey = (name: string) => {
      const { id, config } = own.record.columns.find((column: { name: string }) => column.name === name);
      return (item: ListedItem) => {
        const value = item.values[id] ?? null;
        return value === null ? null : keys[name]!(value as never, config as never);
      };
    };

    it('200: board order is the groups’ order, then positions', () => {
      const places = inBoardOrder.map(
        ({ groupId, position }) => own.groupIds.indexOf(groupId as never) * 1e3 + position,
      );
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const groupId of own.groupIds) {
        const inGroup = inBoardOrder.filter((item) => item.groupId === groupId);
        expect(inGroup.map(({ position }) => position)).toEqual([...inGroup.keys()]);
      }
    });

    const creators = () => [...new Set(inBoardOrder.map(({ createdBy }) => createdBy))].sort();

    const sorts: [string, (item: ListedItem) => string | number | null][] = [
      ...Object.keys(keys).map((name): [string, (item: ListedItem) => string | number | null] => [
        name,
        (item) => columnKey(name)(item),
      ]),
      ['name', ({ name }) => name],
      // Ids sort as bytes, not as people read numbers.
      ['createdBy', ({ createdBy }) => creators().indexOf(createdBy)],
      ['createdAt', ({ createdAt }) => Date.parse(createdAt)],
      ['updatedAt', ({ updatedAt }) => Date.parse(updatedAt)],
      ['groupId', ({ groupId }) => own.groupIds.indexOf(groupId as never)],
      ['Sum', () => null],
    ];
    const FIELDS = new Set(['name', 'createdBy', 'createdAt', 'updatedAt', 'groupId']);

    describe.each(['asc', 'desc'] as const)('%s', (sortDir) => {
      it.each(sorts)('200: by %s, on pages of every size, with exact positions', async (name, keyOf) => {
        const { client } = own.organization.owner;
        const sortBy = FIELDS.has(name) ? name : own.column(name);
        const lists = [
          [{}, 4],
          [{ groupId: own.group('Two') }, 1],
          [{ archived: true }, 5],
        ] as const;
        for (const [input, small] of lists) {
          const items = await listedItems(client, { boardId: own.id, ...input });
          expect(items.length).toBeGreaterThan(5);
          const byId = new Map(items.map((item) => [item.id, item]));
          const order = expected(items, sortDir, keyOf);
          for (const limit of [small, 200]) {
            const found = await listedItems(client, { boardId: own.id, ...input, sortBy, sortDir, limit });
            expect(found.map(({ id }) => id)).toEqual(order);
            for (const item of found) expect(item).toEqual(byId.get(item.id));
          }
        }
      });
    });

    it('200: archived items with the same rank are each listed once', async () => {
      const twins = await aBoard({ groups: ['One'], columns: [{ name: 'Number', type: 'number' }] });
      const { client } = twins.organization.owner;
      const number = twins.column('Number');
      await anItem(twins, { name: 'front' });
      await anItem(twins, { name: 'end' });
      for (let at = 0; at < 5; at += 1) {
        // Between the same two each time: the place that the one before has left.
        const id = await anItem(twins, { name: `${at}`, position: 1, values: { [number]: 1 } });
        await made(client, 'items.archive', { id });
      }
      for (const input of [
        {},
        { sortBy: number },
        { sortBy: number, sortDir: 'desc' },
        { sortBy: 'createdBy' },
      ]) {
        const names = await listedNames(twins, { archived: true, limit: 1, ...input });
        expect(names.toSorted()).toEqual(['0', '1', '2', '3', '4']);
      }
    });

    it('200: label names are current, and reordering labels reorders items', async () => {
      const statuses = await aBoard({ columns: [{ name: 'Status', type: 'status' }] });
      const { client } = statuses.organization.owner;
      const column = statuses.column('Status');
      for (const name of ['Done', 'To Do']) await anItem(statuses, { name, values: { [column]: name } });
      const sorted = () => listedItems(client, { boardId: statuses.id, sortBy: column });
      expect((await sorted()).map(({ name }) => name)).toEqual(['To Do', 'Done']);
      const { labels } = statuses.record.columns[0].config;
      const renamed = labels
        .toReversed()
        .map((label: { name: string }) => ({ ...label, name: `${label.name}!` }));
      await made(client, 'columns.update', { id: column, config: { labels: renamed } });
      expect((await sorted()).map(({ values }) => values[column].label)).toEqual(['Done!', 'To Do!']);
    });
  });

  describe('pages while the list changes', () => {
    const sorts = [undefined, 'name', 'Number', 'Status', 'createdAt', 'groupId'];
    it.each(
      sorts.flatMap((sortBy) => (['asc', 'desc'] as const).map((sortDir) => [sortBy, sortDir] as const)),
    )('200: by %s %s, no item that stays is skipped or repeated', async (sortBy, sortDir) => {
      const own = await aBoard({
        groups: ['One', 'Two'],
        columns: [
          { name: 'Number', type: 'number' },
          { name: 'Status', type: 'status' },
        ],
      });
      const { client } = own.organization.owner;
      const random = randomNumbers(11);
      const any = (below: number) => Math.floor(random() * below);
      const values = () => ({
        ...(random() < 0.7 ? { [own.column('Number')]: any(3) } : {}),
        ...(random() < 0.7 ? { [own.column('Status')]: ['To Do', 'Done'][any(2)] } : {}),
      });
      const add = () =>
        anItem(own, {
          groupId: own.groupIds[any(2)]!,
          name: `Item ${any(5)}`,
          position: any(30),
          values: values(),
        });
      const stay: string[] = [];
      const go: string[] = [];
      for (let at = 0; at < 30; at += 1) (at % 3 === 0 ? go : stay).push(await add());
      const input = {
        boardId: own.id,
        limit: 4,
        sortDir,
        ...(sortBy === undefined
          ? {}
          : { sortBy: sortBy.length > 6 || sortBy === 'name' ? sortBy : own.column(sortBy) }),
      };
      const whole = await listedItems(client, { ...input, limit: 200 });
      const found = await listedItems(client, input, async (soFar) => {
        await add();
        const cursor = soFar.at(-1)!.id;
        const others = go.filter((id) => id !== cursor);
        // The cursor's own item may go as well, as long as it goes nowhere else.
        const away = go.includes(cursor) ? cursor : (others[0] ?? '');
        if (away !== '') {
          await made(client, random() < 0.5 ? 'items.delete' : 'items.archive', { id: away });
          go.splice(go.indexOf(away), 1);
        }
        const moved = others.find((id) => id !== away);
        if (moved !== undefined) {
          await made(client, 'items.move', { id: moved, groupId: own.groupIds[any(2)], position: any(25) });
          await made(client, 'items.bulkUpdate', {
            itemIds: [moved],
            changes: { [own.column('Number')]: any(9) },
          });
        }
      });
      const kept = (items: ListedItem[]) => items.map(({ id }) => id).filter((id) => stay.includes(id));
      expect(kept(found)).toEqual(kept(whole));
      expect(kept(found)).toHaveLength(stay.length);
    });

    it('200: after a cursor that was trashed or archived, positions continue', async () => {
      const own = await aBoard();
      const { client } = own.organization.owner;
      const ids = [];
      for (let at = 0; at < 6; at += 1) ids.push(await anItem(own, { name: `${at}` }));
      await made(client, 'items.delete', { id: ids[1] });
      await made(client, 'items.archive', { id: ids[3] });
      const page = async (cursor: string | undefined) =>
        (await client.query('items.list', { boardId: own.id, cursor })).data.items.map(
          ({ name, position }: ListedItem) => `${name} ${position}`,
        );
      expect(await page(ids[1])).toEqual(['2 1', '4 2', '5 3']);
      expect(await page(ids[3])).toEqual(['4 2', '5 3']);
    });
  });

  it('200: of one group, of one parent, archived ones only on request', async () => {
    const own = await aBoard({ groups: ['One', 'Two'] });
    const { client } = own.organization.owner;
    const a = await anItem(own, { name: 'A' });
    await anItem(own, { name: 'B', groupId: own.group('Two') });
    const gone = await anItem(own, { name: 'Gone', groupId: own.group('Two') });
    const trashed = await anItem(own, { name: 'Trashed' });
    await anItem(own, { name: 'A1', parentId: a });
    const a2 = await anItem(own, { name: 'A2', parentId: a });
    await made(client, 'items.archive', { id: gone });
    await made(client, 'items.archive', { id: a2 });
    await made(client, 'items.delete', { id: trashed });
    expect(await listedNames(own)).toEqual(['A', 'B']);
    expect(await listedNames(own, { archived: false })).toEqual(['A', 'B']);
    expect(await listedNames(own, { archived: true })).toEqual(['Gone']);
    expect(await listedNames(own, { groupId: own.group('Two') })).toEqual(['B']);
    expect(await listedNames(own, { groupId: own.group('One'), archived: true })).toEqual([]);
    expect(await listedNames(own, { parentId: a })).toEqual(['A1']);
    expect(await listedNames(own, { parentId: a, groupId: own.group('One') })).toEqual(['A1']);
    expect(await listedNames(own, { parentId: a, archived: true })).toEqual(['A2']);
    for (const sortBy of ['name', 'createdAt']) {
      expect(await listedNames(own, { parentId: a, sortBy, sortDir: 'desc' })).toEqual(['A1']);
    }
  });

  describe('400', () => {
    it.each([
      ['no board', () => ({ boardId: undefined }), 'boardId'],
      ['a limit of 0', () => ({ limit: 0 }), 'limit'],
      ['a limit of 201', () => ({ limit: 201 }), 'limit'],
      ['a negative limit', () => ({ limit: -1 }), 'limit'],
      ['a broken limit', () => ({ limit: 1.5 }), 'limit'],
      ['a limit as text', () => ({ limit: '10' }), 'limit'],
      ['an unknown cursor', () => ({ cursor: newId('item') }), 'cursor'],
      ['a cursor of another noun', () => ({ cursor: newId('group') }), 'cursor'],
      ['a cursor that is no id', () => ({ cursor: "itm_'; drop table items" }), 'cursor'],
      ['an unknown field to sort by', () => ({ sortBy: 'position' }), 'sortBy'],
      ['an unknown column', () => ({ sortBy: newId('column') }), 'sortBy'],
      ['an unknown direction', () => ({ sortBy: 'name', sortDir: 'up' }), 'sortDir'],
      ['archived that is no boolean', () => ({ archived: 'true' }), 'archived'],
      ['an unknown key', () => ({ offset: 5 }), 'offset'],
    ])('%s', async (_what, input, path) => {
      expect(refusedPaths(await list(input()))).toContain(path);
    });

    it('a group, a parent or a column of another board', async () => {
      const { organization, workspace } = board;
      const other = await aBoard({ organization, workspace });
      const parentId = await anItem(other);
      expect(refusedPaths(await list({ groupId: other.groupIds[0] }))).toEqual(['groupId']);
      expect(refusedPaths(await list({ parentId }))).toEqual(['parentId']);
      expect(refusedPaths(await list({ sortBy: other.columnIds[0] }))).toEqual(['sortBy']);
      const own = await anItem(board, { groupId: board.group('One') });
      expect(refusedPaths(await list({ parentId: own, groupId: board.group('Two') }))).toEqual(['parentId']);
    });

    it('a cursor of another list, like an unknown one', async () => {
      const { organization, workspace } = board;
      const one = await anItem(board, { groupId: board.group('One') });
      const two = await anItem(board, { groupId: board.group('Two') });
      const sub = await anItem(board, { parentId: one });
      const elsewhere = await anItem(await aBoard({ organization, workspace }));
      const foreign = await anItem(await aBoard());
      const unknown = await list({ cursor: newId('item') });
      for (const [cursor, input] of [
        [sub, {}],
        [elsewhere, {}],
        [foreign, {}],
        [two, { groupId: board.group('One') }],
        [one, { parentId: one }],
      ] as const) {
        for (const sortBy of [undefined, 'name', board.column('Text')]) {
          expect((await list({ cursor, ...input, sortBy })).body).toEqual(unknown.body);
        }
      }
    });
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => list({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    expect(await statusWithoutScope(board.workspace, 'read', (client) => list({}, client))).toBe(403);
  });

  it('404: ids of another organization, like missing ones', async () => {
    const foreign = await aBoard();
    const item = await anItem(foreign);
    expect(await lookOf(foreign.id, (boardId) => list({ boardId }))).toEqual(MISSING);
    expect(await lookOf(foreign.groupIds[0]!, (groupId) => list({ groupId }))).toEqual(MISSING);
    expect(await lookOf(item, (parentId) => list({ parentId }))).toEqual(MISSING);
    const trashed = await anItem(board);
    await made(board.organization.owner.client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, (parentId) => list({ parentId }))).toEqual(MISSING);
    const [column] = foreign.columnIds;
    const asked = await list({ sortBy: column });
    expect(asked.body).toEqual((await list({ sortBy: newId('column') })).body);
  });

  it('404: a closed workspace, for all who are not its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const call = (client: typeof closed.organization.owner.client) =>
      client.query('items.list', { boardId: hidden.id });
    expect(await statusesBySight(closed, call)).toEqual(ONLY_ONLOOKERS);
  });

  it('404: groups and parents of a closed workspace too', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const parent = await anItem(hidden);
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden.groupIds[0]!, (groupId) => list({ groupId }, client))).toEqual(MISSING);
    expect(await lookOf(parent, (parentId) => list({ parentId }, client))).toEqual(MISSING);
  });

  describe('200: no item is skipped or repeated, although the cursor’s own item', () => {
    const COLUMNS_OF_WALKS = [
      { name: 'Number', type: 'number' },
      { name: 'Status', type: 'status' },
    ];
    const aWalk = async () => {
      const walked = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS_OF_WALKS });
      const ids: string[] = [];
      for (let at = 0; at < 9; at += 1) {
        const values = {
          [walked.column('Number')]: at,
          [walked.column('Status')]: at < 5 ? 'To Do' : 'Done',
        };
        ids.push(await anItem(walked, { groupId: walked.groupIds[at < 6 ? 0 : 1], values }));
      }
      return { walked, ids };
    };

    it.each([
      ['is moved to the end', {}, 'items.move', (b: TestBoard) => ({ groupId: b.groupIds[0] })],
      ['is moved to another group', {}, 'items.move', (b: TestBoard) => ({ groupId: b.groupIds[1] })],
      ['is moved to Trash', {}, 'items.delete', () => ({})],
      ['gets another key', { sortBy: 'Number' }, 'Number', () => ({ value: 100 })],
      ['loses its key', { sortBy: 'Number' }, 'Number', () => ({ value: null })],
      ['gets another option', { sortBy: 'Status' }, 'Status', () => ({ value: { label: 'Done' } })],
      ['gets another name', { sortBy: 'name' }, 'items.update', () => ({ name: 'zzz' })],
      ['is changed', { sortBy: 'updatedAt' }, 'items.update', () => ({ name: 'changed' })],
      [
        'is changed, backwards',
        { sortBy: 'updatedAt', sortDir: 'desc' },
        'items.update',
        () => ({ name: 'x' }),
      ],
    ] as const)('%s', async (_what, order, change, more) => {
      const { walked, ids } = await aWalk();
      const { client } = walked.organization.owner;
      const { sortBy } = { sortBy: undefined, ...order };
      const isColumn = sortBy === 'Number' || sortBy === 'Status';
      const input = {
        boardId: walked.id,
        limit: 4,
        ...order,
        ...(isColumn ? { sortBy: walked.column(sortBy) } : {}),
      };
      const first = (await client.query('items.list', input)).data;
      const cursor = first.nextCursor as string;
      const isCell = change === 'Number' || change === 'Status';
      const { status } = isCell
        ? await client.mutate('items.setValue', {
            itemId: cursor,
            columnId: walked.column(change),
            ...more(walked),
          })
        : await client.mutate(change, { id: cursor, ...more(walked) });
      expect(status).toBe(200);
      const seen = first.items.map(({ id }: { id: string }) => id);
      for (let next: string | null = cursor; next !== null;) {
        const { data } = await client.query('items.list', { ...input, cursor: next });
        seen.push(...data.items.map(({ id }: { id: string }) => id));
        next = data.nextCursor;
      }
      // The changed one itself may come again at its new place.
      const others = seen.filter((id: string) => id !== cursor);
      expect(others.toSorted()).toEqual(ids.filter((id) => id !== cursor).toSorted());
    });

    it('loses its group', async () => {
      const { walked, ids } = await aWalk();
      const { client } = walked.organization.owner;
      const first = (await client.query('items.list', { boardId: walked.id, limit: 4 })).data;
      await made(client, 'boards.groups.delete', { id: walked.groupIds[0] });
      const input = { boardId: walked.id, limit: 4, cursor: first.nextCursor };
      const { data } = await client.query('items.list', input);
      expect(data.items.map(({ id, position }: { id: string; position: number }) => [id, position])).toEqual(
        ids.slice(6).map((id, at) => [id, at]),
      );
    });

    it('positions count the current items before the page', async () => {
      const { walked, ids } = await aWalk();
      const { client } = walked.organization.owner;
      const first = (await client.query('items.list', { boardId: walked.id, limit: 4 })).data;
      await made(client, 'items.move', { id: first.nextCursor, groupId: walked.groupIds[1] });
      const input = { boardId: walked.id, limit: 2, cursor: first.nextCursor };
      const { data } = await client.query('items.list', input);
      expect(data.items.map(({ id, position }: { id: string; position: number }) => [id, position])).toEqual([
        [ids[4], 3],
        [ids[5], 4],
      ]);
    });
  });
});
