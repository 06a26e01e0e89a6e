import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';
import { ofOrganization } from '../../support/record-keys';

const COLUMNS = [
  { name: 'text', type: 'text' },
  { name: 'long_text', type: 'long_text' },
  { name: 'number', type: 'number' },
  { name: 'currency', type: 'currency' },
  { name: 'percentage', type: 'percentage' },
  { name: 'rating', type: 'rating' },
  { name: 'progress', type: 'progress' },
  { name: 'date', type: 'date' },
  { name: 'date_range', type: 'date_range' },
  { name: 'timeline', type: 'timeline' },
  { name: 'time_tracking', type: 'time_tracking' },
  { name: 'status', type: 'status' },
  { name: 'label', type: 'label', config: { labels: [{ name: 'Red' }, { name: 'Blue' }] } },
  { name: 'dropdown', type: 'dropdown', config: { options: ['S', 'M'] } },
  { name: 'checkbox', type: 'checkbox' },
  { name: 'priority', type: 'priority' },
  { name: 'people', type: 'people' },
  { name: 'one', type: 'people', config: { multiple: false } },
  { name: 'link', type: 'link' },
  { name: 'dependency', type: 'dependency' },
  { name: 'formula', type: 'formula' },
  { name: 'lookup', type: 'lookup' },
  { name: 'auto_number', type: 'auto_number' },
  { name: 'created_date', type: 'created_date' },
  { name: 'last_updated', type: 'last_updated' },
  { name: 'file', type: 'file' },
  { name: 'email', type: 'email' },
  { name: 'phone', type: 'phone' },
  { name: 'url', type: 'url' },
  { name: 'color', type: 'color' },
];

describe('items.setValue', () => {
  let board: TestBoard;
  let other: TestBoard;
  let there: string;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
    const { organization, workspace } = board;
    other = await aBoard({ organization, workspace, columns: [{ name: 'Text', type: 'text' }] });
    there = await anItem(other);
  });
  const owner = () => board.organization.owner;
  const set = (itemId: string, column: string, value: unknown, client = owner().client) =>
    client.mutate('items.setValue', {
      itemId,
      columnId: COLUMNS.some(({ name }) => name === column) ? board.column(column) : column,
      value,
    });
  const get = async (id: string) => {
    const { data } = await owner().client.query('items.get', { id });
    const { subItems: _subItems, commentCount: _comments, fileCount: _files, ...item } = data;
    return item;
  };

  const labelled = (label: string) => ({
    id: expect.stringMatching(/^lbl_/),
    label,
    color: expect.any(String),
  });
  const day = '2026-02-28T00:00:00.000Z';

  it.each<[string, unknown, unknown]>([
    ['text', ' a "b" \\ \n é 🚀 \u2028', ' a "b" \\ \n é 🚀 \u2028'],
    ['text', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['text', '', null],
    ['long_text', '<p onclick=x>a<script>b</script></p>', '<p>a</p>'],
    ['number', -0.1, -0.1],
    ['number', 1e300, 1e300],
    ['number', 5e-324, 5e-324],
    ['number', -0, 0],
    ['number', ' 12.50 ', 12.5],
    ['currency', '9.99', 9.99],
    ['percentage', '150', 150],
    ['rating', 5, 5],
    ['progress', 33.3, 33.3],
    ['date', '2026-02-28', day],
    ['date', '2026-02-28T01:00:00.1234+01:00', '2026-02-28T00:00:00.123Z'],
    ['date_range', { start: '2026-02-28', end: '2026-02-28' }, { start: day, end: day }],
    ['timeline', { start: '2026-02-28', end: day }, { start: day, end: day }],
    ['time_tracking', { seconds: 90 }, { seconds: 90, runningSince: null, entries: [] }],
    ['status', { label: 'Done' }, labelled('Done')],
    ['status', 'in progress', labelled('In Progress')],
    ['label', ['Blue', { label: 'Red' }, 'Blue'], [labelled('Blue'), labelled('Red')]],
    ['label', 'Red', [labelled('Red')]],
    ['label', [], null],
    ['dropdown', 'M', 'M'],
    ['checkbox', true, true],
    ['checkbox', false, false],
    ['priority', 'critical', { label: 'Critical', color: expect.any(String) }],
    ['people', [], null],
    ['email', ' Ada@Example.com ', 'Ada@Example.com'],
    ['phone', '+49 (0)30 123.456-7', '+49301234567'],
    ['url', 'mailto:ada@example.com', 'mailto:ada@example.com'],
    ['color', '#1a2b3c', '#1A2B3C'],
  ])('200: %s takes %o', async (column, value, shown) => {
    const id = await anItem(board);
    const { status, data } = await set(id, column, value);
    expect(status).toBe(200);
    expect(data.values[board.column(column)] ?? null).toEqual(shown);
    expect(await get(id)).toEqual(data);
    const cleared = await set(id, column, null);
    expect(cleared.status).toBe(200);
    expect(Object.hasOwn(cleared.data.values, board.column(column))).toBe(false);
  });

  it('200: people by id and by ids, a link, a predecessor', async () => {
    const id = await anItem(board);
    const before = await anItem(board);
    const { userId } = await board.organization.addMember('guest');
    const shown = async (column: string, value: unknown) =>
      (await set(id, column, value)).data.values[board.column(column)];
    expect(await shown('people', userId)).toEqual([userId]);
    expect(await shown('people', [owner().userId, userId, userId])).toEqual([owner().userId, userId]);
    expect(await shown('one', [userId])).toEqual([userId]);
    expect(await shown('link', there)).toEqual([there]);
    expect(await shown('dependency', [before])).toEqual([before]);
  });

  it('200: a timer that is started and stopped', async () => {
    const id = await anItem(board);
    const started = await set(id, 'time_tracking', { start: true });
    const { userId } = owner();
    const [entry] = started.data.values[board.column('time_tracking')].entries;
    expect(entry).toEqual({ userId, start: expect.stringMatching(/Z$/), end: null });
    expect(refusedPaths(await set(id, 'time_tracking', { start: true }))).toEqual(['value']);
    const stopped = await set(id, 'time_tracking', { stop: true });
    expect(stopped.data.values[board.column('time_tracking')]).toMatchObject({ runningSince: null });
    expect(refusedPaths(await set(id, 'time_tracking', { stop: true }))).toEqual(['value']);
  });

  it('400: a second timer of the same user on an item, in another column', async () => {
    const own = await aBoard({
      columns: [
        { name: 'Work', type: 'time_tracking' },
        { name: 'Travel', type: 'time_tracking' },
      ],
    });
    const { organization } = own;
    const id = await anItem(own);
    const act = (name: string, value: object, client = organization.owner.client) =>
      client.mutate('items.setValue', { itemId: id, columnId: own.column(name), value });
    expect((await act('Work', { start: true })).status).toBe(200);
    const rejected = await act('Travel', { start: true });
    expect(refusedPaths(rejected)).toEqual(['value']);
    expect(rejected.error!.message).toContain('your timer is running in Work');
    // Another user has a separate timer, in either column.
    const other = await organization.addMember('admin');
    expect((await act('Travel', { start: true }, other.client)).status).toBe(200);
    expect((await act('Work', { seconds: 60 })).status).toBe(200);
    expect((await act('Work', { stop: true })).status).toBe(200);
    expect((await act('Travel', { start: true })).status).toBe(200);
  });

  it('200: of ten concurrent starts one starts the timer', async () => {
    const id = await anItem(board);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => set(id, 'time_tracking', { start: true })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
    expect((await valueOf(board, id, board.column('time_tracking'))) as object).toMatchObject({
      entries: [{ userId: owner().userId }],
    });
  });

  it('200: of ten concurrent starts in two columns one starts a timer', async () => {
    const columns = ['Work', 'Travel'].map((name) => ({ name, type: 'time_tracking' }));
    const own = await aBoard({ organization: board.organization, columns });
    const id = await anItem(own);
    const { client } = own.organization.owner;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const columnId = own.column(at % 2 === 0 ? 'Work' : 'Travel');
        return client.mutate('items.setValue', { itemId: id, columnId, value: { start: true } });
      }),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)]);
  });

  it('200: one event with the value before and after; other cells are unchanged', async () => {
    const id = await anItem(board, {
      values: { [board.column('text')]: 'stays', [board.column('number')]: 1 },
    });
    const columnId = board.column('number');
    const events = await eventsDuring(board.organization, async () => {
      await set(id, 'number', 2);
      await set(id, 'number', null);
    });
    const event = { type: 'value.changed', boardId: board.id, actorId: owner().userId };
    expect(events).toEqual([
      { ...event, data: { columnId, value: 2, previousValue: 1 } },
      { ...event, data: { columnId, value: null, previousValue: 2 } },
    ]);
    expect(await valueOf(board, id, board.column('text'))).toBe('stays');
  });

  it('200: an unchanged value causes no new version and no event', async () => {
    const values: Record<string, unknown> = {
      text: 'x',
      number: 1.5,
      status: 'Done',
      label: ['Red', 'Blue'],
      people: [owner().userId],
      link: [there],
      date: '2026-02-28',
      checkbox: false,
      time_tracking: { seconds: 5 },
    };
    const id = await anItem(board, {
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [board.column(name), value])),
    });
    const before = await get(id);
    const events = await eventsDuring(board.organization, async () => {
      for (const [name, value] of Object.entries(values)) {
        const { status, data } = await set(id, name, value);
        expect([name, status, data]).toEqual([name, 200, before]);
      }
      expect((await set(id, 'email', null)).data).toEqual(before);
    });
    expect(events).toEqual([]);
    expect(await get(id)).toEqual(before);
  });

  it('200: a new version each time, also within one millisecond', async () => {
    const id = await anItem(board);
    const versions = [(await get(id)).updatedAt];
    for (let at = 0; at < 10; at += 1) versions.push((await set(id, 'number', at)).data.updatedAt);
    expect(new Set(versions).size).toBe(11);
    expect(versions).toEqual(versions.toSorted());
    const last = (await get(id)).values[board.column('last_updated')];
    expect(last).toBe(versions.at(-1));
  });

  it('200: the item is found at its new place in a sorted list, and not at the old one', async () => {
    const own = await aBoard({
      columns: [
        { name: 'Labels', type: 'label', config: { labels: [{ name: 'A' }, { name: 'B' }, { name: 'C' }] } },
        { name: 'People', type: 'people' },
      ],
    });
    const { client } = own.organization.owner;
    const ann = await own.organization.addMember('member', 'Ann');
    const ben = await own.organization.addMember('member', 'Ben');
    for (const [column, first, second] of [
      ['Labels', ['A', 'C'], ['B']],
      ['People', [ann.userId, ben.userId], [ben.userId]],
    ] as const) {
      const columnId = own.column(column);
      const one = await anItem(own, { name: 'one', values: { [columnId]: first } });
      const two = await anItem(own, { name: 'two', values: { [columnId]: second } });
      const sorted = async () =>
        (await listedItems(client, { boardId: own.id, sortBy: columnId }))
          .filter(({ id }) => id === one || id === two)
          .map(({ name }) => name);
      expect(await sorted()).toEqual(['one', 'two']);
      await made(client, 'items.setValue', { itemId: one, columnId, value: null });
      expect(await sorted()).toEqual(['two', 'one']);
      await made(client, 'items.setValue', { itemId: one, columnId, value: second });
      await made(client, 'items.setValue', { itemId: two, columnId, value: first });
      expect(await sorted()).toEqual(['two', 'one']);
    }
    const { rows } = await own.organization.app.sql.query(
      `select count(*)::int as rows from item_values where ${ofOrganization('item_values')}`,
      [own.organization.id],
    );
    expect(rows).toEqual([{ rows: 3 + 3 }]);
  });

  it('200: a renamed label is shown immediately, also where it was set before', async () => {
    const own = await aBoard({ columns: [{ name: 'Status', type: 'status' }] });
    const { client } = own.organization.owner;
    const columnId = own.column('Status');
    const id = await anItem(own, { values: { [columnId]: 'Done' } });
    const { labels } = own.record.columns[0].config;
    const renamed = labels.map((label: { name: string }) => ({
      ...label,
      name: `${label.name}!`,
      color: '#010203',
    }));
    await made(client, 'columns.update', { id: columnId, config: { labels: renamed } });
    expect(await valueOf(own, id, columnId)).toMatchObject({ label: 'Done!', color: '#010203' });
    expect((await listedItems(client, { boardId: own.id }))[0]!.values[columnId].label).toBe('Done!');
    expect((await client.mutate('items.setValue', { itemId: id, columnId, value: 'Done' })).status).toBe(400);
  });

  it('200: sub-items and archived items as well', async () => {
    const parent = await anItem(board);
    const sub = await anItem(board, { parentId: parent });
    expect((await set(sub, 'number', 1)).data).toMatchObject({ parentId: parent, position: 0 });
    await made(owner().client, 'items.archive', { id: parent });
    expect((await set(parent, 'number', 2)).data.values[board.column('number')]).toBe(2);
    const archived = await listedItems(owner().client, {
      boardId: board.id,
      archived: true,
      sortBy: board.column('number'),
    });
    expect(archived.map(({ id }) => id)).toContain(parent);
  });

  describe('dependencies', () => {
    it('400: an item cannot depend on itself, directly or circularly', async () => {
      const [a, b, c] = [await anItem(board), await anItem(board), await anItem(board)] as const;
      expect(refusedPaths(await set(a, 'dependency', [a]))).toEqual(['value']);
      expect((await set(b, 'dependency', [a])).status).toBe(200);
      expect((await set(c, 'dependency', [b])).status).toBe(200);
      expect((await set(c, 'dependency', [a, b])).status).toBe(200);
      for (const value of [[c], [b], [a]]) {
        expect(refusedPaths(await set(a, 'dependency', value))).toEqual(['value']);
      }
      expect((await set(c, 'dependency', null)).status).toBe(200);
      expect((await set(a, 'dependency', [c])).status).toBe(200);
    });

    it('200: exactly one of two concurrent writes that would close a cycle', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [a, b] = [await anItem(board), await anItem(board)] as const;
        const answers = await Promise.all([set(a, 'dependency', [b]), set(b, 'dependency', [a])]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      }
    });
  });

  describe('400', () => {
    it.each<[string, unknown]>([
      ['text', 5],
      ['text', ['x']],
      ['text', 'x'.repeat(10_001)],
      ['text', 'a\u0000b'],
      ['text', 'a\ud800'],
      ['long_text', 'x'.repeat(100_001)],
      ['number', 'NaN'],
      ['number', 'Infinity'],
      ['number', '1e5'],
      ['number', '0x10'],
      ['number', '1e400'],
      ['number', ''],
      ['number', true],
      ['number', '9'.repeat(100_000)],
      ['currency', '$5'],
      ['rating', 6],
      ['rating', -1],
      ['rating', 2.5],
      ['progress', 100.1],
      ['progress', -0.1],
      ['date', '2026-02-30'],
      ['date', '28.02.2026'],
      ['date', '2026-02-28T00:00:00'],
      ['date', 1_772_236_800],
      ['date', '+020000-01-01T00:00:00Z'],
      ['date_range', { start: '2026-03-01', end: '2026-02-28' }],
      ['date_range', { start: '2026-03-01' }],
      ['timeline', ['2026-02-28', '2026-03-01']],
      ['time_tracking', 90],
      ['time_tracking', { seconds: -1 }],
      ['time_tracking', { seconds: 1, entries: [{}] }],
      ['status', 'Nowhere'],
      ['status', { id: newId('label') }],
      ['status', ['Done']],
      ['label', ['Green']],
      ['dropdown', 'XL'],
      ['checkbox', 'true'],
      ['priority', 'Urgent'],
      ['people', 'Ada'],
      ['people', [{ id: 'x' }]],
      ['link', [5]],
      ['dependency', 'x'],
      ['file', [{ id: 'x', name: '../..' }]],
      ['email', 'ada'],
      ['phone', '12'],
      ['url', 'javascript:alert(1)'],
      ['url', '//example.com'],
      ['color', 'red'],
      ['formula', 1],
      ['lookup', []],
      ['auto_number', 7],
      ['created_date', day],
      ['last_updated', day],
    ])('%s rejects %o', async (column, value) => {
      const id = await anItem(board);
      const events = await eventsDuring(board.organization, async () => {
        const [path] = refusedPaths(await set(id, column, value));
        expect(path).toBe('value');
      });
      expect(events).toEqual([]);
    });

    it.each([
      ['NaN', 'NaN', 'number'],
      ['1e400', '1e400', 'number'],
      ['__proto__ in an object', '{"__proto__":{"seconds":1}}', 'time_tracking'],
      ['constructor in an object', '{"constructor":{"prototype":{}}}', 'status'],
      ['__proto__ beside a label', '{"label":"Done","__proto__":{}}', 'status'],
      ['lists, 5,000 deep', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'people'],
      ['objects, 5,000 deep', `${'{"label":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'status'],
      ['1,001 ids', JSON.stringify(Array.from({ length: 1_001 }, () => newId('user'))), 'people'],
      ['5 million characters', `"${'x'.repeat(5_000_000)}"`, 'text'],
    ])('hostile: %s', async (_what, json, column) => {
      const itemId = await anItem(board);
      const body = `{"json":{"itemId":"${itemId}","columnId":"${board.column(column)}","value":${json}}}`;
      const events = await eventsDuring(board.organization, async () => {
        const { status } = await owner().client.request('POST', '/api/trpc/items.setValue', body);
        expect(status).toBe(400);
      });
      expect(events).toEqual([]);
    });

    it('two people where one is allowed, names of options of another column', async () => {
      const { userId } = await board.organization.addMember('member');
      const id = await anItem(board);
      expect(refusedPaths(await set(id, 'one', [userId, owner().userId]))).toEqual(['value']);
      expect(refusedPaths(await set(id, 'label', ['Done']))).toEqual(['value']);
    });

    it('clearing a required column', async () => {
      const own = await aBoard({ columns: [] });
      const { client } = own.organization.owner;
      const { id: columnId } = await made(client, 'columns.create', {
        boardId: own.id,
        name: 'Must',
        type: 'label',
        required: true,
        config: { labels: [{ name: 'A' }] },
      });
      const itemId = await anItem(own, { values: { [columnId]: ['A'] } });
      for (const value of [null, []]) {
        const answer = await client.mutate('items.setValue', { itemId, columnId, value });
        expect(refusedPaths(answer)).toEqual(['value']);
      }
    });

    it('a missing value, which must not clear the cell', async () => {
      const itemId = await anItem(board, { values: { [board.column('text')]: 'x' } });
      const input = { itemId, columnId: board.column('text') };
      expect(refusedPaths(await owner().client.mutate('items.setValue', input))).toEqual(['value']);
      expect(await valueOf(board, itemId, board.column('text'))).toBe('x');
    });

    it('a column of another board', async () => {
      const id = await anItem(board);
      expect(refusedPaths(await set(id, other.column('Text'), 'x'))).toEqual(['columnId']);
      expect(refusedPaths(await set(there, 'text', 'x'))).toEqual(['columnId']);
      // The same where the write holds the item, because its value depends on others.
      expect(refusedPaths(await set(there, 'time_tracking', { seconds: 1 }))).toEqual(['columnId']);
      expect(refusedPaths(await set(there, 'dependency', [id]))).toEqual(['columnId']);
    });

    it('an item of this board in a link, one of another in a dependency, a board outside the link’s config', async () => {
      const id = await anItem(board);
      expect(refusedPaths(await set(id, 'link', [await anItem(board)]))).toEqual(['value']);
      expect(refusedPaths(await set(id, 'dependency', [there]))).toEqual(['value']);
      const { organization, workspace } = board;
      const third = await aBoard({ organization, workspace, columns: [] });
      const { id: columnId } = await made(owner().client, 'columns.create', {
        boardId: third.id,
        name: 'Narrow',
        type: 'link',
        config: { boardIds: [board.id] },
      });
      const itemId = await anItem(third);
      const link = (value: string) => owner().client.mutate('items.setValue', { itemId, columnId, value });
      expect((await link(id)).status).toBe(200);
      expect(refusedPaths(await link(there))).toEqual(['value']);
    });
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => set(there, 'text', 'x', client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(await statusesOfEditors(board, (client, id) => set(id, 'text', 'x', client))).toEqual(
      ONLY_EDITORS,
    );
  });

  it('403: a token without the scope write', async () => {
    const call = (client: typeof board.organization.owner.client) => set(there, 'text', 'x', client);
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
  });

  describe('404: ids of another organization, like missing ones', () => {
    let foreign: TestBoard;
    let foreignItem: string;
    beforeAll(async () => {
      foreign = await aBoard({ columns: [{ name: 'Text', type: 'text' }] });
      foreignItem = await anItem(foreign);
    });

    it.each(['text', 'people', 'time_tracking', 'dependency'])('item, with a %s column', async (column) => {
      const value = { text: 'x', people: owner().userId, time_tracking: { seconds: 1 }, dependency: null }[
        column
      ];
      expect(await lookOf(foreignItem, (id) => set(id, column, value))).toEqual(MISSING);
    });
    it('column', async () => {
      const id = await anItem(board);
      expect(await lookOf(foreign.column('Text'), (columnId) => set(id, columnId, 'x'))).toEqual(MISSING);
      expect(await lookOf(foreign.column('Text'), (columnId) => set(foreignItem, columnId, 'x'))).toEqual(
        MISSING,
      );
    });
    it('person, linked item, predecessor, file', async () => {
      const id = await anItem(board);
      const { userId } = foreign.organization.owner;
      expect(await lookOf(userId, (value) => set(id, 'people', [value]))).toEqual(MISSING);
      expect(await lookOf(foreignItem, (value) => set(id, 'link', [value]))).toEqual(MISSING);
      expect(await lookOf(foreignItem, (value) => set(id, 'dependency', [value]))).toEqual(MISSING);
      expect(await lookOf(newId('file'), (value) => set(id, 'file', [value]))).toEqual(MISSING);
    });
    it('nothing was written there', async () => {
      expect(await listedNames(foreign)).toEqual(['Item']);
    });
  });

  it('404: a trashed item; a closed workspace that the caller has not joined', async () => {
    const trashed = await anItem(board);
    await made(owner().client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, (id) => set(id, 'text', 'x'))).toEqual(MISSING);
    expect(await lookOf(trashed, (id) => set(id, 'dependency', null))).toEqual(MISSING);
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed, columns: [{ name: 'Text', type: 'text' }] });
    const hiddenItem = await anItem(hidden);
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden.column('Text'), (id) => set(hiddenItem, id, 'x', client))).toEqual(MISSING);
    expect(await lookOf(hiddenItem, (id) => set(id, 'text', 'x', client))).toEqual(MISSING);
  });

  it('409: the item has changed since; nothing is written', async () => {
    const itemId = await anItem(board);
    const { updatedAt: expectedUpdatedAt } = await get(itemId);
    const input = { itemId, columnId: board.column('number'), expectedUpdatedAt };
    expect((await owner().client.mutate('items.setValue', { ...input, value: 1 })).status).toBe(200);
    const events = await eventsDuring(board.organization, async () => {
      for (const [column, value] of [
        ['number', 2],
        ['number', 1],
        ['time_tracking', { seconds: 1 }],
        ['dependency', null],
      ] as const) {
        const changed = { ...input, columnId: board.column(column), value };
        expect((await owner().client.mutate('items.setValue', changed)).error?.data.code).toBe('CONFLICT');
      }
    });
    expect(events).toEqual([]);
    expect(await valueOf(board, itemId, board.column('number'))).toBe(1);
  });

  it('200: existing references of a cell are kept, whatever happened to their targets', async () => {
    const [gone, kept, added] = [await anItem(other), await anItem(other), await anItem(other)];
    const member = await board.organization.addMember('member');
    const itemId = await anItem(board);
    expect((await set(itemId, 'link', [gone, kept])).status).toBe(200);
    expect((await set(itemId, 'people', [member.userId])).status).toBe(200);
    await made(owner().client, 'items.delete', { id: gone });
    await board.organization.app.sql.query(
      `update members set status = 'deactivated' where organization_id = $1 and user_id = $2`,
      [board.organization.id, member.userId],
    );
    expect((await set(itemId, 'link', [gone, kept, added])).status).toBe(200);
    expect(await valueOf(board, itemId, board.column('link'))).toEqual([gone, kept, added]);
    expect((await set(itemId, 'people', [member.userId, owner().userId])).status).toBe(200);
    // Once it no longer exists from the cell it cannot come back, and no other cell takes it.
    expect((await set(itemId, 'link', [kept])).status).toBe(200);
    expect((await set(itemId, 'link', [gone, kept])).status).toBe(404);
    expect((await set(await anItem(board), 'link', [gone])).status).toBe(404);
  });

  it('200: while other users keep renaming columns', async () => {
    const busy = await aBoard({
      organization: board.organization,
      columns: [{ name: 'Number', type: 'number' }],
    });
    const { client } = owner();
    const itemId = await anItem(busy);
    const over = new AbortController();
    const rename = async (worker: number) => {
      for (let at = 0; !over.signal.aborted; at += 1) {
        await client.mutate('columns.update', { id: busy.column('Number'), name: `Number ${worker} ${at}` });
      }
    };
    const renaming = [1, 2, 3].map(rename);
    const statuses = [];
    for (let value = 0; value < 20; value += 1) {
      const input = { itemId, columnId: busy.column('Number'), value };
      statuses.push((await client.mutate('items.setValue', input)).status);
    }
    over.abort();
    await Promise.all(renaming);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await valueOf(busy, itemId, busy.column('Number'))).toBe(19);
  });

  it('200: while the cache of the board is outdated at each attempt', async () => {
    const busy = await aBoard({
      organization: board.organization,
      columns: [{ name: 'Number', type: 'number' }],
    });
    const { app, id } = busy.organization;
    const itemId = await anItem(busy);
    const over = new AbortController();
    const repeatedly = async (work: () => Promise<unknown>) => {
      while (!over.signal.aborted) {
        await work();
        // A read from the cache alone would leave no turn to the connections.
        await setImmediate();
      }
    };
    // Without a notification, and long enough for the reader to fill the cache meanwhile: whenever a writer gets the lock,
    // the cache is outdated.
    const change = () =>
      app.sql.query('select board_structure_change($1, $2), pg_sleep(0.02)', [id, busy.id]);
    const read = () => owner().client.query('boards.get', { id: busy.id });
    const others = [change, change, read].map(repeatedly);
    const statuses = [];
    for (let value = 0; value < 10; value += 1) {
      const input = { itemId, columnId: busy.column('Number'), value };
      statuses.push((await owner().client.mutate('items.setValue', input)).status);
    }
    over.abort();
    await Promise.all(others);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await valueOf(busy, itemId, busy.column('Number'))).toBe(9);
  });
});
