import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import type { ListedItem } from '../../support/item-lists';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Long', type: 'long_text' },
  { name: 'Mail', type: 'email' },
  { name: 'Number', type: 'number' },
  { name: 'Time', type: 'time_tracking' },
  { name: 'Done', type: 'checkbox' },
  { name: 'Due', type: 'date' },
  { name: 'Meeting', type: 'date', config: { includeTime: true } },
  { name: 'Span', type: 'timeline' },
  {
    name: 'Status',
    type: 'status',
    config: { labels: [{ name: 'Open' }, { name: 'Shut' }, { name: 'Odd 50%_' }] },
  },
  { name: 'Tags', type: 'label', config: { labels: [{ name: 'red' }, { name: 'green' }, { name: 'blue' }] } },
  { name: 'Size', type: 'dropdown', config: { options: ['S', 'M', 'L'] } },
  { name: 'Priority', type: 'priority' },
  { name: 'People', type: 'people' },
  { name: 'Needs', type: 'dependency' },
  { name: 'Made', type: 'created_date' },
];

type Condition = { columnId: string; operator: string; value?: unknown };

describe('items.list filters', () => {
  let board: TestBoard;
  let anna: string;
  let first: string;
  const ids = new Map<string, string>();

  const list = (input: object, client = board.organization.owner.client) =>
    client.query('items.list', { boardId: board.id, limit: 200, ...input });
  const column = (name: string) => (COLUMNS.some((each) => each.name === name) ? board.column(name) : name);
  const condition = (name: string, operator: string, value?: unknown): Condition => ({
    columnId: column(name),
    operator,
    ...(value === undefined ? {} : { value }),
  });

  async function found(filters: object[], input: object = {}): Promise<string[]> {
    const { status, data } = await list({ filters, ...input });
    expect(status, JSON.stringify(data)).toBe(200);
    return data.items.map(({ name }: ListedItem) => name);
  }

  /** The matches of one condition: from its index where it has one, and in list order. */
  async function matching(name: string, operator: string, value?: unknown): Promise<string> {
    const asked = condition(name, operator, value);
    const found1 = await found([asked]);
    expect(await found([{ or: [asked] }])).toEqual(found1);
    expect(await found([asked], { sortBy: board.column('Number'), sortDir: 'desc' })).toHaveLength(
      found1.length,
    );
    return found1.join(' ');
  }

  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS });
    anna = (await board.organization.addMember('member', 'Anna')).userId;
    const add = async (name: string, values: Record<string, unknown>, group = 'One') => {
      const byId = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [board.column(key), value]),
      );
      ids.set(name, await anItem(board, { name, groupId: board.group(group), values: byId }));
    };
    await add('a', {
      Text: 'Alpha 12',
      Long: '<p>Fish &amp; <strong>chips</strong></p>',
      Mail: 'ann@example.com',
      Number: 1,
      Time: { seconds: 60 },
      Done: true,
      Due: '2026-03-10',
      Meeting: '2026-03-10T23:30:00Z',
      Span: { start: '2026-03-01', end: '2026-03-10' },
      Status: 'Open',
      Tags: ['red', 'green'],
      Size: 'S',
      Priority: 'High',
      People: [board.organization.owner.userId],
    });
    first = ids.get('a')!;
    await add('b', {
      Text: 'alpha 2 100%',
      Number: 2.5,
      Time: { seconds: 3600 },
      Done: false,
      Due: '2026-03-11T00:30:00Z',
      Meeting: '2026-03-11T00:30:00Z',
      Span: { start: '2026-03-10', end: '2026-03-20' },
      Status: 'Shut',
      Tags: ['green'],
      Size: 'M',
      Priority: 'Low',
      People: [anna, board.organization.owner.userId],
      Needs: [first],
    });
    await add(
      'c',
      { Text: 'Ärger', Number: -3, Due: '2026-04-01', Status: 'Odd 50%_', Tags: ['blue'], People: [anna] },
      'Two',
    );
    await add('d', {}, 'Two');
  });

  it('text: ignoring case, wildcards literally', async () => {
    expect(await matching('Text', 'is', 'ALPHA 12')).toBe('a');
    expect(await matching('Text', 'is_not', 'alpha 12')).toBe('b c d');
    expect(await matching('Text', 'contains', 'LPHA')).toBe('a b');
    expect(await matching('Text', 'contains', '100%')).toBe('b');
    expect(await matching('Text', 'contains', '_')).toBe('');
    expect(await matching('Text', 'not_contains', 'alpha')).toBe('c d');
    expect(await matching('Text', 'starts_with', 'alpha 1')).toBe('a');
    expect(await matching('Text', 'starts_with', 'ä')).toBe('c');
    expect(await matching('Text', 'starts_with', 'arg')).toBe('');
    expect(await matching('Text', 'ends_with', 'GER')).toBe('c');
    expect(await matching('Text', 'is_empty')).toBe('d');
    expect(await matching('Text', 'is_not_empty')).toBe('a b c');
    expect(await matching('Mail', 'contains', '@example')).toBe('a');
    expect(await matching('Long', 'contains', 'fish & chips')).toBe('a');
    expect(await matching('Long', 'contains', 'strong')).toBe('');
  });

  it('numbers, tracked time by its seconds', async () => {
    expect(await matching('Number', 'is', 2.5)).toBe('b');
    expect(await matching('Number', 'is', '2.50')).toBe('b');
    expect(await matching('Number', 'is_not', 1)).toBe('b c d');
    expect(await matching('Number', 'gt', 1)).toBe('b');
    expect(await matching('Number', 'gte', 1)).toBe('a b');
    expect(await matching('Number', 'lt', 1)).toBe('c');
    expect(await matching('Number', 'lte', 1)).toBe('a c');
    expect(await matching('Number', 'between', [-3, 1])).toBe('a c');
    expect(await matching('Number', 'is_empty')).toBe('d');
    expect(await matching('Time', 'gte', 3600)).toBe('b');
  });

  it('checkboxes: an unset one is neither true nor false', async () => {
    expect(await matching('Done', 'is', true)).toBe('a');
    expect(await matching('Done', 'is', false)).toBe('b');
    expect(await matching('Done', 'is_not', true)).toBe('b c d');
    expect(await matching('Done', 'is_empty')).toBe('c d');
  });

  it('dates by timestamp and by day', async () => {
    expect(await matching('Due', 'is', '2026-03-10')).toBe('a');
    expect(await matching('Due', 'is', '2026-03-11T00:30:00Z')).toBe('b');
    expect(await matching('Due', 'is_not', '2026-03-10')).toBe('b c d');
    expect(await matching('Due', 'before', '2026-03-11')).toBe('a');
    expect(await matching('Due', 'after', '2026-03-10')).toBe('b c');
    expect(await matching('Due', 'after', '2026-03-11T00:29:59Z')).toBe('b c');
    expect(await matching('Due', 'on', '2026-03-11')).toBe('b');
    expect(await matching('Due', 'on', '2026-03-11T12:00:00+01:00')).toBe('b');
    expect(await matching('Due', 'between', ['2026-03-10', '2026-03-11'])).toBe('a b');
    expect(await matching('Due', 'within', 'overdue')).toBe('a b c');
    expect(await matching('Due', 'within', 'today')).toBe('');
    expect(await matching('Made', 'within', 'today')).toBe('a b c d');
    expect(await matching('createdAt', 'within', 'this_week')).toBe('a b c d');
    expect(await matching('updatedAt', 'before', '2020-01-01')).toBe('');
  });

  it('date ranges by the days that they include', async () => {
    expect(await matching('Span', 'on', '2026-03-10')).toBe('a b');
    expect(await matching('Span', 'before', '2026-03-11')).toBe('a');
    expect(await matching('Span', 'after', '2026-03-09')).toBe('b');
    expect(await matching('Span', 'between', ['2026-03-15', '2026-03-16'])).toBe('b');
    expect(await matching('Span', 'is', { start: '2026-03-01', end: '2026-03-10' })).toBe('a');
    expect(await matching('Span', 'is_not', { start: '2026-03-01', end: '2026-03-10' })).toBe('b c d');
  });

  it('labels, options and priorities, by name, by {label} and by {id}', async () => {
    const { columns } = board.record;
    const open = columns.find(({ name }: { name: string }) => name === 'Status').config.labels[0];
    expect(await matching('Status', 'is', 'open')).toBe('a');
    expect(await matching('Status', 'is', { label: 'Open' })).toBe('a');
    expect(await matching('Status', 'is', { id: open.id })).toBe('a');
    expect(await matching('Status', 'is', { id: open.id, label: 'Open', color: open.color })).toBe('a');
    expect(await matching('Status', 'is_not', 'Open')).toBe('b c d');
    expect(await matching('Status', 'any_of', ['Open', { label: 'Shut' }])).toBe('a b');
    expect(await matching('Status', 'none_of', ['Open', 'Shut'])).toBe('c d');
    expect(await matching('Status', 'all_of', ['Open', 'Shut'])).toBe('');
    expect(await matching('Tags', 'is', 'green')).toBe('b');
    expect(await matching('Tags', 'is', ['green', 'red'])).toBe('a');
    expect(await matching('Tags', 'any_of', ['green', 'blue'])).toBe('a b c');
    expect(await matching('Tags', 'all_of', ['green', 'red'])).toBe('a');
    expect(await matching('Tags', 'none_of', ['red'])).toBe('b c d');
    expect(await matching('Tags', 'is_empty')).toBe('d');
    expect(await matching('Size', 'any_of', ['S', 'L'])).toBe('a');
    expect(await matching('Priority', 'is', { label: 'high' })).toBe('a');
  });

  it('many conditions together, on values, fields and rich text', async () => {
    const times = (count: number, ...conditions: Condition[]) =>
      Array.from({ length: count }, () => conditions).flat();
    const fish = condition('Long', 'contains', 'FISH & CHIPS');
    const noFish = condition('Long', 'not_contains', 'fish');
    expect(await found(times(50, fish))).toEqual(['a']);
    expect(await found([{ or: times(25, fish, condition('Long', 'ends_with', 'chips')) }])).toEqual(['a']);
    expect(await found(times(25, fish, condition('Status', 'is', 'Open')))).toEqual(['a']);
    expect(await found(times(25, noFish, condition('Status', 'is', 'Open')))).toEqual([]);
    expect(await found(times(20, noFish, condition('Number', 'gt', 0)))).toEqual(['b']);
    expect(await found([{ or: [...times(10, condition('Number', 'lt', 0)), fish] }])).toEqual(['a', 'c']);
    const all = [
      condition('Number', 'between', [1, 2]),
      condition('Tags', 'all_of', ['red', 'green']),
      condition('Size', 'is', 'S'),
      condition('Due', 'on', '2026-03-10'),
      condition('People', 'any_of', ['me']),
      condition('Time', 'lte', 60),
      condition('Done', 'is', true),
      condition('name', 'contains', 'A'),
      condition('createdBy', 'is', 'me'),
      condition('groupId', 'is', board.group('One')),
      condition('createdAt', 'within', 'last_7_days'),
      condition('updatedAt', 'within', 'last_7_days'),
      condition('Made', 'within', 'last_7_days'),
    ];
    expect(await found(all)).toEqual(['a']);
    expect(await found([{ or: all }])).toEqual(['a', 'b', 'c', 'd']);
    for (const sortBy of ['name', 'createdBy', 'updatedAt', board.column('Number')])
      expect(await found([...all, fish], { sortBy })).toEqual(['a']);
  });

  it('400: texts of more than five columns of long text', async () => {
    const columns = Array.from({ length: 6 }, (_, at) => ({ name: `Long ${at}`, type: 'long_text' }));
    const own = await aBoard({ columns });
    await anItem(own, { name: 'a', values: { [own.column('Long 0')]: '<p>here</p>' } });
    const ask = (filters: object[]) =>
      own.organization.owner.client.query('items.list', { boardId: own.id, filters });
    const having = columns.map(({ name }) => ({
      columnId: own.column(name),
      operator: 'contains',
      value: 'here',
    }));
    const five = await ask([{ or: having.slice(0, 5) }, ...having.slice(0, 1)]);
    expect(five.data.items).toMatchObject([{ name: 'a' }]);
    const empty = having.map(({ columnId }) => ({ columnId, operator: 'is_empty' }));
    expect((await ask(empty)).data.items).toEqual([]);
    expect(refusedPaths(await ask([{ or: having }]))).toEqual(['filters.0.or.5.columnId']);
  });

  it('labels by {color} alone: all labels with it', async () => {
    const labels = [
      { name: 'Open', color: '#00AA00' },
      { name: 'Held', color: '#AA0000' },
      { name: 'Gone', color: '#aa0000' },
    ];
    const own = await aBoard({
      groups: ['One'],
      columns: [
        { name: 'Status', type: 'status', config: { labels } },
        { name: 'Tags', type: 'label', config: { labels } },
        { name: 'Priority', type: 'priority' },
        { name: 'Size', type: 'dropdown', config: { options: ['S'] } },
      ],
    });
    const add = (name: string, Status: string, Tags: string[], Priority: string) =>
      anItem(own, {
        name,
        values: {
          [own.column('Status')]: Status,
          [own.column('Tags')]: Tags,
          [own.column('Priority')]: Priority,
        },
      });
    await add('a', 'Open', ['Open'], 'High');
    await add('b', 'Held', ['Held', 'Gone'], 'Low');
    await add('c', 'Gone', ['Open', 'Gone'], 'High');
    await anItem(own, { name: 'd' });
    const ask = (name: string, operator: string, value: unknown) =>
      own.organization.owner.client.query('items.list', {
        boardId: own.id,
        filters: [{ columnId: own.column(name), operator, value }],
      });
    const having = async (name: string, operator: string, value: unknown) =>
      (await ask(name, operator, value)).data.items.map((item: ListedItem) => item.name).join(' ');

    const red = { color: '#aa0000' };
    expect(await having('Status', 'is', red)).toBe('b c');
    expect(await having('Status', 'is_not', red)).toBe('a d');
    expect(await having('Status', 'any_of', [red, 'Open'])).toBe('a b c');
    expect(await having('Status', 'all_of', [red, 'Gone'])).toBe('c');
    expect(await having('Status', 'none_of', [red])).toBe('a d');
    expect(await having('Status', 'is', { label: 'gone', color: '#AA0000' })).toBe('c');
    expect(await having('Tags', 'is', red)).toBe('b');
    expect(await having('Tags', 'is', [red, 'Open'])).toBe('c');
    expect(await having('Tags', 'any_of', [red])).toBe('b c');
    expect(await having('Tags', 'all_of', [red, { color: '#00AA00' }])).toBe('c');
    expect(await having('Tags', 'all_of', [red, 'Held', 'Gone'])).toBe('b');
    expect(await having('Tags', 'none_of', [red])).toBe('a d');
    expect(await having('Priority', 'is', { color: '#C2570C' })).toBe('a c');

    const path = 'filters.0.value';
    expect(refusedPaths(await ask('Status', 'is', { color: '#123456' }))).toEqual([path]);
    expect(refusedPaths(await ask('Status', 'is', { label: 'Open', color: '#AA0000' }))).toEqual([path]);
    expect(refusedPaths(await ask('Status', 'is', { color: 7 }))).toEqual([path]);
    expect(refusedPaths(await ask('Size', 'is', red))).toEqual([path]);
    expect(refusedPaths(await ask('Tags', 'any_of', [['Open']]))).toEqual([`${path}.0`]);
  });

  it('people, references and the caller as me', async () => {
    expect(await matching('People', 'any_of', ['me'])).toBe('a b');
    expect(await matching('People', 'is', 'me')).toBe('a');
    expect(await matching('People', 'all_of', ['me', anna])).toBe('b');
    expect(await matching('People', 'none_of', [anna])).toBe('a d');
    expect(await matching('People', 'is_empty')).toBe('d');
    expect(await matching('Needs', 'any_of', [first])).toBe('b');
    expect(await matching('createdBy', 'is', 'me')).toBe('a b c d');
    expect(await matching('createdBy', 'is', anna)).toBe('');
  });

  it('former members are still found where they are assigned', async () => {
    const own = await aBoard({ groups: ['One'], columns: [{ name: 'People', type: 'people' }] });
    const { client } = own.organization.owner;
    const former = await own.organization.addMember('member', 'Former');
    const people = own.column('People');
    await anItem(own, { name: 'assigned', values: { [people]: [former.userId] } });
    await anItem(own, { name: 'other' });
    await made(former.client, 'items.create', { boardId: own.id, groupId: own.group('One'), name: 'made' });
    const assigned = { columnId: people, operator: 'any_of', value: [former.userId] };
    const { id } = await made(client, 'views.create', {
      boardId: own.id,
      name: 'Theirs',
      filters: [assigned],
    });
    const namesOf = async (filter: object) =>
      (await client.query('items.list', { boardId: own.id, filters: [filter] })).data?.items?.map(
        ({ name }: ListedItem) => name,
      );

    for (const change of ['organizations.members.deactivate', 'organizations.members.remove']) {
      await made(client, change, { userId: former.userId });
      expect(await namesOf(assigned), change).toEqual(['assigned']);
      expect(await namesOf({ columnId: 'createdBy', operator: 'is', value: former.userId })).toEqual([
        'made',
      ]);
      const { views } = (await client.query('views.list', { boardId: own.id })).data;
      expect(views).toMatchObject([{ id, filters: [assigned] }]);
    }
  });

  it('fields of every item, and search', async () => {
    expect(await matching('name', 'is', 'B')).toBe('b');
    expect(await matching('groupId', 'is', board.group('Two'))).toBe('c d');
    expect(await matching('groupId', 'any_of', board.groupIds)).toBe('a b c d');
    expect(await matching('name', 'is_empty')).toBe('');
    const names = await aBoard({ groups: ['One'] });
    for (const name of ['Quarterly report', '100% done', 'a_b', 'Report, the last'])
      await anItem(names, { name });
    const search = async (text: string) =>
      (
        await names.organization.owner.client.query('items.list', { boardId: names.id, search: text })
      ).data.items.map(({ name }: ListedItem) => name);
    expect(await search('REPORT')).toEqual(['Quarterly report', 'Report, the last']);
    expect(await search('0%')).toEqual(['100% done']);
    expect(await search('_')).toEqual(['a_b']);
    expect(await search('  ')).toHaveLength(4);
  });

  it('parts of a name in every script, ignoring case', async () => {
    const names = await aBoard({ groups: ['One'] });
    const written = ['Älteste Aufgabe', 'Привет мир', 'ΟΔΟΣ 4', 'Übung'];
    for (const name of written) await anItem(names, { name });
    const { client } = names.organization.owner;
    const namesOf = async (input: object) =>
      (await client.query('items.list', { boardId: names.id, ...input })).data.items.map(
        ({ name }: ListedItem) => name,
      );
    for (const [part, name] of [
      ['Älteste', written[0]],
      ['älteste', written[0]],
      ['ПРИВЕТ', written[1]],
      ['οδο', written[2]],
      ['ÜBUNG', written[3]],
    ] as const) {
      const expected = [name];
      expect(await namesOf({ search: part }), part).toEqual(expected);
      const filters = [{ columnId: 'name', operator: 'contains', value: part }];
      expect(await namesOf({ filters }), part).toEqual(expected);
      const endsOn = [{ columnId: 'name', operator: 'ends_with', value: name }];
      expect(await namesOf({ filters: endsOn }), part).toEqual(expected);
    }
  });

  it('nested and, or', async () => {
    const filters = [
      {
        or: [
          condition('Status', 'is', 'Open'),
          { and: [condition('Number', 'lt', 0), condition('Tags', 'is', 'blue')] },
        ],
      },
    ];
    expect(await found(filters)).toEqual(['a', 'c']);
    expect(await found([...filters, condition('Size', 'is', 'S')])).toEqual(['a']);
    expect(await found([])).toHaveLength(4);
  });

  it('computed columns by their results; a failed cell is empty', async () => {
    const own = await aBoard({
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Due', type: 'date' },
      ],
    });
    const { client } = own.organization.owner;
    const formulas: Record<string, string> = {
      Double: '{Number} * 2',
      Even: 'MOD({Number}, 2) = 0',
      Words: 'CONCAT("no ", {Number})',
      Next: 'DATEADD({Due}, 1, "days")',
      Inverse: '1 / {Number}',
    };
    const ids = new Map<string, string>();
    for (const [name, expression] of Object.entries(formulas)) {
      const input = { boardId: own.id, name, type: 'formula', config: { expression } };
      ids.set(name, (await made(client, 'columns.create', input)).id);
    }
    for (const number of [0, 1, 2]) {
      const values = { [own.column('Number')]: number, [own.column('Due')]: `2026-03-1${number}` };
      await anItem(own, { name: String(number), values });
    }
    const names = async (name: string, operator: string, value?: unknown) => {
      const filter = { columnId: ids.get(name)!, operator, ...(value === undefined ? {} : { value }) };
      const answers: string[] = [];
      for (const filters of [[filter], [{ or: [filter] }]]) {
        const { data } = await client.query('items.list', { boardId: own.id, filters });
        answers.push(data.items.map((item: ListedItem) => item.name).join(' '));
      }
      expect(answers[1]).toBe(answers[0]);
      return answers[0];
    };
    expect(await names('Double', 'gte', 2)).toBe('1 2');
    expect(await names('Double', 'between', [0, 2])).toBe('0 1');
    expect(await names('Even', 'is', true)).toBe('0 2');
    expect(await names('Words', 'contains', 'NO 1')).toBe('1');
    expect(await names('Words', 'starts_with', 'no ')).toBe('0 1 2');
    expect(await names('Next', 'on', '2026-03-12')).toBe('1');
    expect(await names('Inverse', 'is_empty')).toBe('0');
    expect(await names('Inverse', 'is_not_empty')).toBe('1 2');
    expect(await names('Inverse', 'is_not', 1)).toBe('0 2');
    const sorted = await client.query('items.list', {
      boardId: own.id,
      sortBy: ids.get('Inverse'),
      sortDir: 'desc',
    });
    expect(sorted.data.items.map(({ name }: ListedItem) => name)).toEqual(['1', '2', '0']);
  });

  it('pages of a filtered list neither skip nor repeat, in every order', async () => {
    const own = await aBoard({
      groups: ['One', 'Two'],
      columns: [
        { name: 'Number', type: 'number' },
        { name: 'Status', type: 'status' },
      ],
    });
    const { client } = own.organization.owner;
    for (let at = 0; at < 40; at += 1) {
      const values = {
        ...(at % 5 === 0 ? {} : { [own.column('Number')]: at % 7 }),
        [own.column('Status')]: ['To Do', 'Done'][at % 2],
      };
      await anItem(own, { name: `part ${at % 10} of ${at}`, groupId: own.groupIds[at % 2]!, values });
    }
    const done = { columnId: own.column('Status'), operator: 'is', value: 'Done' };
    const cases = [
      { filter: done, limit: 7, length: 20 },
      { filter: { or: [done] }, limit: 7, length: 20 },
      // So few that the counters are read for each item.
      { filter: { columnId: own.column('Number'), operator: 'is', value: 6 }, limit: 3, length: 4 },
      { filter: { columnId: 'name', operator: 'contains', value: 'part 3 ' }, limit: 1, length: 4 },
    ];
    for (const { filter, limit, length } of cases) {
      for (const sortBy of [undefined, own.column('Number'), own.column('Status'), 'name', 'createdAt']) {
        for (const sortDir of ['asc', 'desc']) {
          const input = { boardId: own.id, filters: [filter], sortBy, sortDir };
          const whole = (await client.query('items.list', { ...input, limit: 200 })).data.items;
          const walked: ListedItem[] = [];
          let cursor: string | null = null;
          do {
            const { data } = await client.query('items.list', {
              ...input,
              limit,
              ...(cursor ? { cursor } : {}),
            });
            walked.push(...data.items);
            cursor = data.nextCursor;
          } while (cursor);
          expect(walked).toEqual(whole);
          expect(whole).toHaveLength(length);
          const all = (await client.query('items.list', { ...input, filters: undefined, limit: 200 })).data
            .items;
          expect(whole).toEqual(
            all.filter(({ id }: ListedItem) => whole.some((each: ListedItem) => each.id === id)),
          );
        }
      }
    }
  });

  it('days are those of the organization, a date without a time is its day everywhere', async () => {
    const own = await aBoard({
      columns: [
        { name: 'Due', type: 'date' },
        { name: 'At', type: 'date', config: { includeTime: true } },
      ],
    });
    const { client } = own.organization.owner;
    await client.mutate('organizations.update', { timezone: 'America/New_York' });
    await anItem(own, { name: 'day', values: { [own.column('Due')]: '2026-03-10' } });
    await anItem(own, {
      name: 'late',
      values: { [own.column('Due')]: '2026-03-11T03:30:00Z', [own.column('At')]: '2026-03-11T03:30:00Z' },
    });
    await anItem(own, { name: 'midnight', values: { [own.column('At')]: '2026-03-11T00:00:00Z' } });
    const on = async (name: string, value: string) =>
      (
        await client.query('items.list', {
          boardId: own.id,
          filters: [{ columnId: own.column(name), operator: 'on', value }],
        })
      ).data.items.map((item: ListedItem) => item.name);
    expect(await on('Due', '2026-03-10')).toEqual(['day', 'late']);
    expect(await on('Due', '2026-03-11')).toEqual([]);
    expect(await on('At', '2026-03-10')).toEqual(['late', 'midnight']);
  });

  it('archived items and sub-items are filtered alike', async () => {
    const own = await aBoard({ columns: [{ name: 'Number', type: 'number' }] });
    const { client } = own.organization.owner;
    const parent = await anItem(own, { name: 'parent', values: { [own.column('Number')]: 1 } });
    await anItem(own, { name: 'sub 1', parentId: parent, values: { [own.column('Number')]: 1 } });
    await anItem(own, { name: 'sub 2', parentId: parent, values: { [own.column('Number')]: 2 } });
    const gone = await anItem(own, { name: 'gone', values: { [own.column('Number')]: 1 } });
    await client.mutate('items.archive', { id: gone });
    const ones = { columnId: own.column('Number'), operator: 'is', value: 1 };
    for (const filter of [ones, { or: [ones] }]) {
      const names = async (input: object) =>
        (await client.query('items.list', { boardId: own.id, filters: [filter], ...input })).data.items.map(
          ({ name }: ListedItem) => name,
        );
      expect(await names({})).toEqual(['parent']);
      expect(await names({ parentId: parent })).toEqual(['sub 1']);
      expect(await names({ archived: true })).toEqual(['gone']);
    }
  });

  it.each<[string, unknown, string[]]>([
    ['no list', { columnId: 'name', operator: 'is', value: 'a' }, ['filters']],
    ['no condition', ['name'], ['filters.0']],
    ['no column', [{ operator: 'is', value: 1 }], ['filters.0.columnId']],
    ['an unknown key', [{ columnId: 'name', operator: 'is', value: 'a', or: 1 }], ['filters.0.columnId']],
    ['an unknown column', [{ columnId: newId('column'), operator: 'is', value: 1 }], ['filters.0.columnId']],
    ['a prototype name', [{ columnId: '__proto__', operator: 'is', value: 1 }], ['filters.0.columnId']],
    ['an unknown operator', [{ columnId: 'name', operator: 'like', value: 'a' }], ['filters.0.operator']],
    [
      'a prototype operator',
      [{ columnId: 'name', operator: 'constructor', value: 'a' }],
      ['filters.0.operator'],
    ],
    ['an empty or', [{ or: [] }], ['filters.0.or']],
    ['an operator of another kind', [{ columnId: 'name', operator: 'gt', value: 1 }], ['filters.0.operator']],
    ['a value of another kind', [{ columnId: 'name', operator: 'is', value: 1 }], ['filters.0.value']],
    ['no value', [{ columnId: 'name', operator: 'is' }], ['filters.0.value']],
    [
      'a value that is too much',
      [{ columnId: 'name', operator: 'is_empty', value: 'a' }],
      ['filters.0.value'],
    ],
    [
      'an unknown day',
      [{ columnId: 'createdAt', operator: 'within', value: 'someday' }],
      ['filters.0.value'],
    ],
    ['no pair', [{ columnId: 'createdAt', operator: 'between', value: ['2026-01-01'] }], ['filters.0.value']],
    [
      'a pair the wrong way',
      [{ columnId: 'createdAt', operator: 'between', value: ['2026-02-01', '2026-01-01'] }],
      ['filters.0.value'],
    ],
    [
      'a group of another board',
      [{ columnId: 'groupId', operator: 'is', value: newId('group') }],
      ['filters.0.value'],
    ],
    [
      'no user id',
      [{ columnId: 'createdBy', operator: 'any_of', value: ['me', 'you'] }],
      ['filters.0.value.1'],
    ],
    [
      'too deep',
      [{ or: [{ or: [{ or: [{ or: [{ or: [{ columnId: 'name', operator: 'is', value: 'a' }] }] }] }] }] }],
      ['filters.0.or.0.or.0.or.0.or.0'],
    ],
    [
      'too many',
      Array.from({ length: 51 }, () => ({ columnId: 'name', operator: 'is', value: 'a' })),
      ['filters'],
    ],
  ])('400: %s', async (_, filters, paths) => {
    const answer = await list({ filters });
    expect(answer.status).toBe(400);
    expect(refusedPaths(answer)).toEqual(paths);
  });

  it.each(['before', 'after', 'on', 'is'])('200: %s days at the limits of the calendar', async (operator) => {
    for (const columnId of [
      board.column('Due'),
      board.column('Meeting'),
      board.column('Span'),
      'createdAt',
    ]) {
      if (columnId === board.column('Span') && operator === 'is') continue;
      for (const value of ['0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999Z']) {
        const { status } = await list({ filters: [{ columnId, operator, value }] });
        expect([columnId, value, status]).toEqual([columnId, value, 200]);
      }
    }
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['half a character', '\ud800'],
  ])('400: %s', async (_, value) => {
    for (const columnId of ['name', board.column('Text'), board.column('Status')]) {
      const { status } = await list({ filters: [{ columnId, operator: 'is', value }] });
      expect(status).toBe(400);
    }
    expect((await list({ search: value })).status).toBe(400);
  });

  it('400: a label that the column does not have', async () => {
    const answer = await list({ filters: [condition('Status', 'any_of', ['Open', 'Nowhere'])] });
    expect(answer.status).toBe(400);
    expect(refusedPaths(answer)).toEqual(['filters.0.value.1']);
  });

  describe('items that a column no longer accepts', () => {
    const scene = async () => {
      const linked = await aBoard({ groups: ['One'] });
      const { organization, workspace } = linked;
      const own = await aBoard({
        organization,
        workspace,
        groups: ['One'],
        columns: [{ name: 'Link', type: 'link' }],
      });
      const [named, unnamed] = [await anItem(linked), await anItem(linked)];
      await anItem(own, { name: 'naming', values: { [own.column('Link')]: [named] } });
      await anItem(own, { name: 'other' });
      const { client } = organization.owner;
      const asking = (operator: string, ids: string[], caller = client) =>
        caller.query('items.list', {
          boardId: own.id,
          filters: [{ columnId: own.column('Link'), operator, value: ids }],
        });
      const names = async (operator: string, ids: string[]) =>
        (await asking(operator, ids)).data?.items.map(({ name }: { name: string }) => name);
      return { linked, own, named, unnamed, client, asking, names };
    };

    it('200: an item in Trash', async () => {
      const { named, unnamed, client, names } = await scene();
      for (const id of [named, unnamed]) await made(client, 'items.delete', { id });
      expect(await names('any_of', [named])).toEqual(['naming']);
      expect(await names('any_of', [unnamed])).toEqual([]);
      expect(await names('none_of', [named])).toEqual(['other']);
      expect(await names('none_of', [unnamed])).toEqual(['naming', 'other']);
    });

    it('200: a permanently deleted item that a cell still names; a view with it is complete', async () => {
      const { own, named, client, names } = await scene();
      const filters = [{ columnId: own.column('Link'), operator: 'none_of', value: [named] }];
      await made(client, 'views.create', { boardId: own.id, name: 'View', filters });
      await made(client, 'items.delete', { id: named });
      await made(client, 'trash.purge', { ids: [named] });
      expect(await names('any_of', [named])).toEqual(['naming']);
      expect(await names('none_of', [named])).toEqual(['other']);
      const { views } = (await client.query('views.list', { boardId: own.id })).data;
      expect(views[0].filters).toEqual(filters);
    });

    it('404: an item that no cell names looks the same whether it was deleted or never existed', async () => {
      const { unnamed, client, asking } = await scene();
      await made(client, 'items.delete', { id: unnamed });
      await made(client, 'trash.purge', { ids: [unnamed] });
      expect(await lookOf(unnamed, (id) => asking('any_of', [id]))).toEqual(MISSING);
    });

    it('404: a hidden item in Trash', async () => {
      const { own, unnamed, client, asking } = await scene();
      await made(client, 'items.delete', { id: unnamed });
      const guest = await own.organization.addMember('guest');
      await made(client, 'boards.members.add', { boardId: own.id, userId: guest.userId, permission: 'edit' });
      expect(await lookOf(unnamed, (id) => asking('any_of', [id], guest.client))).toEqual(MISSING);
    });
  });

  it('404: another organization’s people and items look exactly like missing ones', async () => {
    const other = await aBoard({ groups: ['One'] });
    const theirs = await anItem(other);
    const asking = (name: string) => (value: string) =>
      list({ filters: [condition(name, 'any_of', [value])] });
    expect(await lookOf(theirs, asking('Needs'))).toEqual(MISSING);
    expect(await lookOf(other.organization.owner.userId, asking('People'))).toEqual(MISSING);
    expect(await lookOf(other.organization.owner.userId, asking('createdBy'))).toEqual(MISSING);
  });
});
