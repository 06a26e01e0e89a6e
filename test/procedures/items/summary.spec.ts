import { beforeAll, describe, expect, it } from 'vitest';
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
import { listedItems, type ListedItem } from '../../support/item-lists';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

interface Aggregated {
  columnId: string;
  fn: string;
  value: number | string | null;
}
interface Group {
  key: string | number | boolean | null;
  count: number;
  aggregates: Aggregated[];
}

const ITEMS = 40;
const NUMBERS = ['sum', 'avg', 'min', 'max', 'filled'];
const TIMES = ['min', 'max', 'filled'];

describe('items.summary', () => {
  let board: TestBoard;
  let memberId: string;
  let listed: ListedItem[];
  const client = () => board.organization.owner.client;
  const column = (name: string) => board.column(name);
  const summary = async (input: object = {}) => {
    const { status, data, body } = await client().query('items.summary', { boardId: board.id, ...input });
    expect(status, JSON.stringify(body)).toBe(200);
    return data as { total: number; aggregates: Aggregated[]; groups: Group[] };
  };
  const label = (name: string) =>
    board.record.columns
      .find((each: { id: string }) => each.id === column('Status'))
      .config.labels.find((each: { label?: string; name?: string }) => (each.label ?? each.name) === name).id;

  beforeAll(async () => {
    board = await aBoard({
      groups: ['One', 'Two', 'Empty'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Status', type: 'status' },
        { name: 'Tags', type: 'label', config: { labels: [{ name: 'a' }, { name: 'b' }] } },
        { name: 'Due', type: 'date' },
        { name: 'People', type: 'people' },
        { name: 'Done', type: 'checkbox' },
        { name: 'Stars', type: 'rating' },
        { name: 'Text', type: 'text' },
        { name: 'Twice', type: 'formula', config: { expression: '{Number} * 2' } },
        { name: 'Created', type: 'created_date' },
        { name: 'Time', type: 'time_tracking' },
      ],
    });
    memberId = (await board.organization.addMember('member')).userId;
    const statuses = ['To Do', 'Done'];
    const people = [board.organization.owner.userId, memberId];
    for (let at = 0; at < ITEMS; at += 1) {
      const values: Record<string, unknown> = {};
      if (at % 4 > 0) values[column('Number')] = at / 10;
      if (at % 3 > 0) values[column('Status')] = { label: statuses[at % 2] };
      if (at % 5 > 0) values[column('Tags')] = at % 2 === 0 ? ['a', 'b'] : ['b'];
      if (at % 6 > 0) values[column('Due')] = `2026-01-${String((at % 28) + 1).padStart(2, '0')}`;
      if (at % 7 > 0) values[column('People')] = people.slice(0, (at % 2) + 1);
      if (at % 8 > 0) values[column('Done')] = at % 2 === 0;
      if (at % 9 > 0) values[column('Stars')] = at % 6;
      if (at % 10 > 0) values[column('Text')] = `Text ${at % 3}`;
      if (at % 11 > 0) values[column('Time')] = { seconds: at };
      const groupId = board.groupIds[at % 2]!;
      const id = await anItem(board, { name: `Item ${at}`, groupId, values });
      // Not counted: sub-items, archived items and items in Trash.
      if (at % 10 === 0) await anItem(board, { groupId, parentId: id, values });
      const other = at % 8 === 0 ? await anItem(board, { groupId, values }) : null;
      if (other !== null)
        await made(client(), at % 16 === 0 ? 'items.archive' : 'items.delete', { id: other });
    }
    listed = await listedItems(client(), { boardId: board.id });
  });

  /** The keys that an item counts for. */
  function keysOf(item: ListedItem, groupBy: string): (string | number | boolean | null)[] {
    if (groupBy === 'groupId') return [item.groupId];
    const value = item.values[groupBy] ?? null;
    if (Array.isArray(value)) return value.map((each) => each.id ?? each);
    return [typeof value === 'object' && value !== null ? value.id : value];
  }

  function aggregated(items: readonly ListedItem[], { columnId, fn }: { columnId: string; fn: string }) {
    const cells = items.map(({ values }) => values[columnId] ?? null).filter((value) => value !== null);
    const values = cells.map((cell) => (typeof cell === 'object' && 'seconds' in cell ? cell.seconds : cell));
    if (fn === 'filled') return values.length;
    const sum = values.reduce((total: number, value: number) => total + value, 0);
    if (fn === 'sum') return sum;
    if (values.length === 0) return null;
    if (fn === 'avg') return sum / values.length;
    return values.reduce((a, b) => (fn === 'min' ? (a < b ? a : b) : a > b ? a : b));
  }

  function expectEqual(found: readonly Aggregated[], items: readonly ListedItem[]): void {
    const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value);
    expect(found.map(({ value }) => rounded(value))).toEqual(
      found.map((aggregate) => rounded(aggregated(items, aggregate))),
    );
  }

  const AGGREGATES = () => [
    ...['Number', 'Stars', 'Time'].flatMap((name) => NUMBERS.map((fn) => ({ columnId: column(name), fn }))),
    ...TIMES.map((fn) => ({ columnId: column('Due'), fn })),
    ...['Status', 'Tags', 'People', 'Done', 'Text'].map((name) => ({ columnId: column(name), fn: 'filled' })),
  ];
  const COMPUTED = () => [
    ...NUMBERS.map((fn) => ({ columnId: column('Twice'), fn })),
    ...TIMES.map((fn) => ({ columnId: column('Created'), fn })),
  ];
  const FILTERS = (): Record<string, object> => ({
    none: {},
    'an index': { filters: [{ columnId: column('Status'), operator: 'is', value: 'Done' }] },
    'two indexes': {
      filters: [
        { columnId: column('Status'), operator: 'any_of', value: ['Done', 'To Do'] },
        { columnId: column('Number'), operator: 'between', value: [0.5, 3] },
      ],
    },
    'no index': {
      filters: [
        {
          or: [
            { columnId: column('Number'), operator: 'is_empty' },
            { columnId: column('Done'), operator: 'is', value: true },
          ],
        },
      ],
    },
    candidates: { filters: [{ columnId: column('Tags'), operator: 'all_of', value: ['a', 'b'] }] },
    'a search': { search: 'item 1' },
    nothing: { search: 'nowhere' },
  });
  const GROUPS = ['groupId', 'Status', 'Tags', 'People', 'Done', 'Stars'] as const;

  describe.each(['none', 'an index', 'two indexes', 'no index', 'candidates', 'a search', 'nothing'])(
    '200: filtered by %s, as the items of items.list',
    (name) => {
      it.each(['plain', 'computed'] as const)('total and %s aggregates', async (which) => {
        const filters = FILTERS()[name]!;
        const items = await listedItems(client(), { boardId: board.id, ...filters });
        const aggregates = which === 'plain' ? AGGREGATES() : COMPUTED();
        const found = await summary({ ...filters, aggregates });
        expect(found.total).toBe(items.length);
        expect(found.groups).toEqual([]);
        expect(found.aggregates.map(({ columnId, fn }) => ({ columnId, fn }))).toEqual(aggregates);
        expectEqual(found.aggregates, items);
      });

      it.each(GROUPS)('by %s', async (by) => {
        const filters = FILTERS()[name]!;
        const items = await listedItems(client(), { boardId: board.id, ...filters });
        const groupBy = by === 'groupId' ? by : column(by);
        const found = await summary({ ...filters, groupBy, aggregates: AGGREGATES() });
        expect(found.total).toBe(items.length);
        expectEqual(found.aggregates, items);
        const counts = new Map(found.groups.map(({ key, count }) => [key, count]));
        for (const item of items)
          for (const key of keysOf(item, groupBy)) expect([...counts.keys()]).toContain(key);
        for (const { key, count, aggregates } of found.groups) {
          const own = items.filter((item) => keysOf(item, groupBy).includes(key));
          expect(count).toBe(own.length);
          expectEqual(aggregates, own);
        }
        const bare = await summary({ ...filters, groupBy });
        expect(bare.groups.map(({ key, count }) => [key, count])).toEqual([...counts]);
      });
    },
  );

  it('200: groups of the board and labels in their order, also without items', async () => {
    const groups = (await summary({ groupBy: 'groupId' })).groups;
    expect(groups.map(({ key, count }) => [key, count])).toEqual([
      [board.group('One'), ITEMS / 2],
      [board.group('Two'), ITEMS / 2],
      [board.group('Empty'), 0],
    ]);
    const statuses = (await summary({ groupBy: column('Status') })).groups;
    expect(statuses.map(({ key }) => key)).toEqual([
      label('To Do'),
      label('In Progress'),
      label('Done'),
      null,
    ]);
    expect(statuses[1]!.count).toBe(0);
  });

  it('200: people by their number of items, an item of two for both', async () => {
    const { groups } = await summary({ groupBy: column('People') });
    expect(groups.map(({ key }) => key)).toEqual([board.organization.owner.userId, memberId, null]);
    const counted = groups.reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBeGreaterThan(listed.length);
  });

  it('200: sums without the noise of binary fractions; of nothing 0', async () => {
    const own = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
    const { client: owner } = own.organization.owner;
    const aggregates = ['sum', 'avg'].map((fn) => ({ columnId: own.column('Number'), fn }));
    const values = async () => {
      const { data } = await owner.query('items.summary', { boardId: own.id, aggregates });
      return data.aggregates.map(({ value }: Aggregated) => value);
    };
    expect(await values()).toEqual([0, null]);
    for (const value of [0.1, 0.2]) await anItem(own, { values: { [own.column('Number')]: value } });
    expect(await values()).toEqual([0.3, 0.15]);
  });

  it('boards.get and boards.list: the number of live top-level items', async () => {
    const { data } = await client().query('boards.get', { id: board.id });
    expect(data.itemCount).toBe(ITEMS);
    const { boards } = (await client().query('boards.list', { projectId: board.project.id })).data;
    const counts = boards.map(({ id, itemCount }: { id: string; itemCount: number }) => [id, itemCount]);
    expect(counts).toContainEqual([board.id, ITEMS]);
    expect(
      counts.filter(([id]: [string]) => id !== board.id).map(([, count]: [string, number]) => count),
    ).toEqual([0]);
    const added = await anItem(board, { name: 'One more' });
    expect((await client().query('boards.get', { id: board.id })).data.itemCount).toBe(ITEMS + 1);
    await made(client(), 'items.delete', { id: added });
    expect((await client().query('boards.get', { id: board.id })).data.itemCount).toBe(ITEMS);
  });

  it.each([
    ['groupBy', () => ({ groupBy: column('Number') })],
    ['groupBy', () => ({ groupBy: 'name' })],
    ['groupBy', () => ({ groupBy: column('Text') })],
    ['groupBy', () => ({ groupBy: column('Twice') })],
    ['aggregates.0.fn', () => ({ aggregates: [{ columnId: column('Text'), fn: 'sum' }] })],
    ['aggregates.0.fn', () => ({ aggregates: [{ columnId: column('Due'), fn: 'avg' }] })],
    ['aggregates.0.fn', () => ({ aggregates: [{ columnId: column('People'), fn: 'max' }] })],
    ['aggregates.0.fn', () => ({ aggregates: [{ columnId: column('Number'), fn: 'median' }] })],
    [
      'aggregates.1.columnId',
      () => ({
        aggregates: [
          { columnId: column('Number'), fn: 'sum' },
          { columnId: 'col_01J00000000000000000000000', fn: 'sum' },
        ],
      }),
    ],
    ['filters.0.columnId', () => ({ filters: [{ columnId: 'nothing', operator: 'is', value: 1 }] })],
  ])('400: names %s', async (path, input) => {
    expect(refusedPaths(await client().query('items.summary', { boardId: board.id, ...input() }))).toEqual([
      path,
    ]);
  });

  it('401, 403, 404', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const call = (each: ReturnType<typeof client>) => each.query('items.summary', { boardId: hidden.id });
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusesBySight(closed, call)).toEqual(ONLY_ONLOOKERS);
    expect(await statusWithoutScope(closed, 'read', call)).toBe(403);
    const outsider = await closed.organization.addMember('member');
    expect(await lookOf(hidden.id, (id) => outsider.client.query('items.summary', { boardId: id }))).toEqual(
      MISSING,
    );
  });
});
