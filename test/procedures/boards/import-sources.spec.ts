import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { WireAnswer } from '../../support/client';
import { anAsanaTask, asanaCsv } from '../../support/exports/asana';
import { jiraCsv } from '../../support/exports/jira';
import { roadmapOfMonday } from '../../support/exports/monday';
import { trelloCsv } from '../../support/exports/trello';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { type ListedItem, listedItems } from '../../support/item-lists';
import { eventsDuring, refusedPaths } from '../../support/refusals';

describe('boards.import of files of other products', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;
  const send = (input: object) =>
    client().mutate('boards.import', { projectId: board.project.id, name: 'Moved', ...input });
  const text = (source: string, content: string, more: object = {}) =>
    send({ source, file: { content }, ...more });

  beforeAll(async () => {
    board = await aBoard();
    await board.organization.addMember('member', 'Ada Lovelace');
  });

  /** The board that an import has made. */
  async function made(answer: WireAnswer) {
    expect(answer.body).toMatchObject({ result: { data: { json: { import: { status: 'done' } } } } });
    const { data } = await client().query('boards.get', { id: answer.data.import.boardId });
    const items = await listedItems(client(), { boardId: data.id });
    const { data: members } = await client().query('organizations.members.list', { status: 'active' });
    const nameOf = (id: string) => members.members.find((each: { id: string }) => each.id === id)?.name ?? id;
    const column = (name: string) => {
      const found = data.columns.find((each: { name: string }) => each.name === name);
      if (!found) throw new Error(`${name}: ${data.columns.map((each: { name: string }) => each.name)}`);
      return found;
    };
    const types = Object.fromEntries(
      data.columns.map((each: Record<string, string>) => [each['name'], each['type']]),
    );
    const named = (name: string) => items.find((item) => item.name === name)!;
    const subItemsOf = async (name: string): Promise<ListedItem[]> => {
      const { data: parent } = await client().query('items.get', { id: named(name).id });
      return parent.subItems;
    };
    const group = (id: string) => data.groups.find((each: { id: string }) => each.id === id);
    return { data, items, column, types, named, subItemsOf, nameOf, group };
  }

  describe('monday', () => {
    const workbook = async (more: object = {}) => {
      const content = (await roadmapOfMonday()).toString('base64');
      return send({ source: 'monday', file: { content, encoding: 'base64' }, ...more });
    };

    it('200: groups, items and sub-items of a workbook, with colors and types', async () => {
      const answer = await workbook();
      const { data, items, column, types, named, subItemsOf, nameOf, group } = await made(answer);
      expect(data.groups.map(({ name, color }: Record<string, string>) => [name, color])).toEqual([
        ['Next', '#579BFC'],
        ['Later', '#A25DDC'],
      ]);
      expect(items.map((item) => [item.name, group(item.groupId).name])).toEqual([
        ['Website', 'Next'],
        ['Shop', 'Next'],
        ['Blog', 'Later'],
      ]);
      expect((await subItemsOf('Website')).map(({ name }) => name)).toEqual(['Copy', 'Logo']);
      expect(types).toEqual({
        Owner: 'people',
        'Owner (text)': 'text',
        Status: 'status',
        'Due date': 'date',
        Timeline: 'timeline',
        Budget: 'number',
        'Item ID in monday': 'text',
        Date: 'date',
      });
      const labels = column('Status').config.labels as Record<string, string>[];
      expect(labels.map(({ name, color, isDone }) => [name, color, isDone])).toEqual([
        ['Working on it', '#FDAB3D', false],
        ['Done', '#00C875', true],
        ['Stuck', '#DF2F4A', false],
      ]);
      const { values } = named('Website');
      expect(values[column('Owner').id].map(nameOf)).toEqual(['Ada Lovelace']);
      expect(values[column('Due date').id]).toBe('2026-11-01T00:00:00.000Z');
      expect(values[column('Timeline').id]).toEqual({
        start: '2026-11-01T00:00:00.000Z',
        end: '2026-11-30T00:00:00.000Z',
      });
      expect(values[column('Budget').id]).toBe(1200);
      // The title, two titles of groups, three headers and two rows of sums.
      expect(answer.data).toMatchObject({ rowCount: 5, ignoredRows: 8, problemCount: 0, unresolvedCount: 1 });
      expect(answer.data.unresolved).toEqual([
        { row: 14, column: 'Owner', value: 'Grace Hopper', kind: 'person' },
      ]);
      // The name is kept where a people column cannot.
      expect(named('Blog').values[column('Owner (text)').id]).toBe('Grace Hopper');
    });

    it('200: a workbook saved as CSV', async () => {
      const content = [
        'Product roadmap,,',
        'Next,,',
        'Name,Status,Done',
        'Website,Stuck,v',
        'Shop,,',
        ',,',
        'Later,,',
        'Name,Status,Done',
        'Blog,Stuck,',
        '',
      ].join('\n');
      const { items, types, column, named } = await made(await text('monday', content));
      expect(items.map(({ name }) => name)).toEqual(['Website', 'Shop', 'Blog']);
      expect(types).toEqual({ Status: 'status', Done: 'checkbox' });
      expect(named('Website').values[column('Done').id]).toBe(true);
    });

    it('400: a file without blocks', async () => {
      const answer = await text('monday', 'Key,Status\nA,b\n');
      expect(answer.error!.message).toMatch(/no header that begins with Name/);
    });
  });

  describe('jira', () => {
    const ISSUES = [
      {
        Summary: 'Validate',
        'Issue key': 'S-3',
        'Issue id': '3',
        'Issue Type': 'Sub-task',
        Status: 'Done',
        Parent: '2',
      },
      {
        Summary: 'Checkout',
        'Issue key': 'S-1',
        'Issue id': '1',
        'Issue Type': 'Epic',
        Status: 'To Do',
        Priority: 'Highest',
      },
      {
        Summary: 'Pay by card',
        'Issue key': 'S-2',
        'Issue id': '2',
        'Issue Type': 'Story',
        Status: 'In Progress',
        Priority: 'Lowest',
        Assignee: 'ada lovelace',
        Reporter: 'Former Colleague',
        Created: '02/Mar/26 3:41 AM',
        'Due date': '31/Mar/26 12:00 AM',
        Labels: ['payment', 'backend'],
        Sprint: ['Sprint 1', 'Sprint 2, late'],
        Comment: ['02/Mar/26 9:00 AM;5b10;One', '03/Mar/26 9:00 AM;5b10;Two'],
        'Inward issue link (Blocks)': ['S-1', 'OTHER-9'],
        'Custom field (Story Points)': '8.0',
        'Custom field (Epic Link)': 'S-1',
      },
      { Summary: 'Elsewhere', 'Issue key': 'S-4', 'Issue id': '4', Status: 'To Do', Parent: '99' },
    ];

    it('200: issues with repeated headers, their words, dates and links', async () => {
      const answer = await text('jira', jiraCsv(ISSUES));
      const { items, column, types, named, subItemsOf, nameOf } = await made(answer);
      expect(items.map(({ name }) => name)).toEqual(['Checkout', 'Elsewhere']);
      expect(types).toMatchObject({
        'Issue key': 'text',
        'Issue Type': 'dropdown',
        Status: 'status',
        Priority: 'priority',
        Assignee: 'people',
        Reporter: 'people',
        'Reporter (text)': 'text',
        'Created in Jira': 'date',
        'Due date': 'date',
        Labels: 'label',
        Sprint: 'label',
        'Comments in Jira': 'long_text',
        'Blocked by': 'dependency',
        'Story Points': 'number',
        'Parent (text)': 'text',
      });
      // Neither ids nor columns that are empty.
      for (const name of ['Issue id', 'Project key', 'Assignee Id', 'Environment', 'Votes'])
        expect(types).not.toHaveProperty(name);
      const [, pay] = (await subItemsOf('Checkout')).toSorted((a, b) => b.name.localeCompare(a.name));
      const { values } = pay!;
      expect(values[column('Priority').id]).toMatchObject({ label: 'Low' });
      expect(named('Checkout').values[column('Priority').id]).toMatchObject({ label: 'Critical' });
      expect(values[column('Assignee').id].map(nameOf)).toEqual(['Ada Lovelace']);
      expect(values[column('Created in Jira').id]).toBe('2026-03-02T03:41:00.000Z');
      expect(values[column('Labels').id].map(({ label }: { label: string }) => label)).toEqual([
        'payment',
        'backend',
      ]);
      expect(values[column('Sprint').id].map(({ label }: { label: string }) => label)).toEqual([
        'Sprint 1',
        'Sprint 2, late',
      ]);
      expect(values[column('Blocked by').id]).toEqual([named('Checkout').id]);
      expect(values[column('Comments in Jira').id]).toMatch(/One[\s\S]*Two/);
      expect(answer.data.unresolved).toEqual([
        // The sub-task of a story of the epic is a sub-item of the epic.
        { row: 2, column: 'Parent', value: '2', kind: 'depth' },
        { row: 4, column: 'Reporter', value: 'Former Colleague', kind: 'person' },
        { row: 4, column: 'Inward issue link (Blocks)', value: 'OTHER-9', kind: 'item' },
        { row: 5, column: 'Parent', value: '99', kind: 'parent' },
      ]);
      expect(answer.data.import).toMatchObject({ created: 4, updated: 0, unchanged: 0, unresolvedCount: 4 });
    });

    it('400: unresolved references, where the input says so', async () => {
      const answer = await text('jira', jiraCsv(ISSUES), { unresolved: 'reject' });
      expect(refusedPaths(answer)).toEqual([
        'lines.2.Parent',
        'lines.4.Reporter',
        'lines.4.Inward issue link (Blocks)',
        'lines.5.Parent',
      ]);
    });

    it('400: issues that are their own ancestors', async () => {
      const issues = [
        { Summary: 'A', 'Issue key': 'S-1', 'Issue id': '1', Parent: '2' },
        { Summary: 'B', 'Issue key': 'S-2', 'Issue id': '2', Parent: '3' },
        { Summary: 'C', 'Issue key': 'S-3', 'Issue id': '3', Parent: '2' },
      ];
      const answer = await text('jira', jiraCsv(issues));
      expect(refusedPaths(answer)).toEqual(['lines.3.Parent', 'lines.4.Parent']);
      expect(answer.error!.message).toMatch(/The parents of the row lead back to it/);
    });

    it('200: titles above the header, and newer names of columns', async () => {
      const content =
        'Issues of SHOP\nSummary,Work item key,Work type,Status\nA,S-1,Bug,Open\nB,S-2,Bug,Open\n';
      const answer = await text('jira', content);
      const { items, types } = await made(answer);
      expect(items.map(({ name }) => name)).toEqual(['A', 'B']);
      expect(types).toEqual({ 'Work item key': 'text', 'Work type': 'dropdown', Status: 'status' });
      expect(answer.data.ignoredRows).toBe(1);
    });

    it('200: a thousand columns of comments', async () => {
      const comments = Array.from({ length: 1_000 }, () => 'Comment');
      const cells = comments.map((_, at) => `c${at}`);
      const content = `Summary,Issue key,${comments.join(',')}\nA,S-1,${cells.join(',')}\n`;
      const { items, column } = await made(await text('jira', content));
      expect(items[0]!.values[column('Comments in Jira').id]).toMatch(/c0[\s\S]*c999/);
    });
  });

  describe('asana', () => {
    it('200: sections as groups, parents by name, e-mail addresses, tags and dates', async () => {
      const { owner } = board.organization;
      const tasks = [
        {
          'Task ID': '1',
          Name: 'Collect',
          'Assignee Email': owner.email,
          Assignee: 'Olivia',
          'Parent task': 'Brief',
        },
        {
          'Task ID': '2',
          'Created At': '2026-10-01',
          Name: 'Brief',
          'Section/Column': 'To do',
          Assignee: 'Olivia',
          'Assignee Email': owner.email,
          'Due Date': '2026-10-15',
          Tags: 'Urgent,Client',
          Notes: 'Two pages,\nwith a budget',
          'Estimated hours': '4',
        },
        {
          'Task ID': '3',
          'Completed At': '2026-10-20',
          Name: 'Print',
          'Section/Column': 'Doing',
          'Assignee Email': 'bob@elsewhere.example',
          Assignee: 'Bob',
          'Blocked By (Dependencies)': 'Brief',
        },
        { 'Task ID': '4', Name: 'Twin', 'Section/Column': 'Doing' },
        { 'Task ID': '5', Name: 'Twin', 'Section/Column': 'Doing' },
        { 'Task ID': '6', Name: 'Part', 'Parent task': 'Twin' },
      ];
      const answer = await text('asana', asanaCsv(tasks));
      const { data, items, column, types, named, subItemsOf, nameOf } = await made(answer);
      expect(data.groups.map(({ name }: { name: string }) => name)).toEqual(['To do', 'Doing']);
      expect(items.map(({ name }) => name)).toEqual(['Brief', 'Part', 'Print', 'Twin', 'Twin']);
      expect((await subItemsOf('Brief')).map(({ name }) => name)).toEqual(['Collect']);
      expect(types).toMatchObject({
        'Task ID in Asana': 'text',
        Assignee: 'people',
        'Assignee (text)': 'text',
        'Due Date': 'date',
        'Completed At': 'date',
        Tags: 'label',
        'Estimated hours': 'number',
        'Blocked by': 'dependency',
        Done: 'checkbox',
        'Parent (text)': 'text',
      });
      const { values } = named('Brief');
      expect(values[column('Assignee').id].map(nameOf)).toEqual(['Olivia Owner']);
      expect(values[column('Tags').id].map(({ label }: { label: string }) => label)).toEqual([
        'Urgent',
        'Client',
      ]);
      expect(values[column('Done').id]).toBe(false);
      expect(named('Print').values[column('Done').id]).toBe(true);
      expect(named('Print').values[column('Blocked by').id]).toEqual([named('Brief').id]);
      expect(answer.data.unresolved).toEqual([
        { row: 5, column: 'Assignee Email', value: 'bob@elsewhere.example', kind: 'person' },
        { row: 8, column: 'Parent task', value: 'Twin', kind: 'parent' },
      ]);
    });
  });

  it('200: comma lists of a field of a product are labels; places with a comma are not', async () => {
    const content =
      'Task ID,Name,Teams,Place\n1,A,"Web, App","Berlin, Germany"\n2,B,App,"Paris, France"\n3,C,Web,"Berlin, Germany"\n';
    const { types, column, named } = await made(await text('asana', content));
    expect(types).toMatchObject({ Teams: 'label' });
    expect(types['Place']).not.toBe('label');
    const teams = named('A').values[column('Teams').id] as { label: string }[];
    expect(teams.map(({ label }) => label)).toEqual(['Web', 'App']);
  });

  describe('trello', () => {
    it('200: lists as groups, labels without their colors, no archived cards', async () => {
      const cards = [
        {
          'Card ID': '5f1a',
          'Card Name': 'Tiles',
          'Card URL': 'https://trello.com/c/aB3dE5gH/1-tiles',
          'Card Description': '**White**',
          Labels: 'Urgent (red),Bathroom (sky)',
          Members: 'Ada Lovelace',
          'Due Date': '2026-11-20T12:00:00.000Z',
          'List Name': 'To do',
          'Due Complete': 'true',
        },
        { 'Card ID': '5f1b', 'Card Name': 'Old', 'List Name': 'To do', Archived: 'true' },
        { 'Card ID': '5f1c', 'Card Name': 'Paint', 'List Name': 'Doing', 'Due Complete': 'false' },
      ];
      const answer = await text('trello', trelloCsv(cards));
      const { data, items, column, types } = await made(answer);
      expect(data.groups.map(({ name }: { name: string }) => name)).toEqual(['To do', 'Doing']);
      expect(items.map(({ name }) => name)).toEqual(['Tiles', 'Paint']);
      expect(types).toEqual({
        'Card ID in Trello': 'text',
        'Trello card': 'url',
        Labels: 'label',
        Members: 'people',
        'Due Date': 'date',
        Done: 'checkbox',
      });
      expect(items[0]!.values[column('Labels').id].map(({ label }: { label: string }) => label)).toEqual([
        'Urgent',
        'Bathroom',
      ]);
      expect(items[0]!.values[column('Done').id]).toBe(true);
      expect(answer.data).toMatchObject({ rowCount: 2, ignoredRows: 1 });
    });
  });

  it('200: a guest of a board adds rows to its columns; people are not revealed, and no column is added', async () => {
    const shared = await aBoard({
      organization: board.organization,
      groups: ['To do'],
      columns: [
        { name: 'Task ID in Asana', type: 'text' },
        { name: 'Assignee', type: 'people' },
        { name: 'Done', type: 'checkbox' },
      ],
    });
    const guest = await board.organization.addMember('guest');
    const member = { boardId: shared.id, userId: guest.userId, permission: 'edit' };
    expect((await client().mutate('boards.members.add', member)).status).toBe(200);
    const { email } = board.organization.owner;
    const content = `Task ID,Completed At,Name,Assignee Email\n1,,A,${email}\n`;
    const input = { id: shared.id, source: 'asana', file: { content } };
    const answer = await guest.client.mutate('boards.import', input);
    expect(answer.data.unresolved).toEqual([
      { row: 2, column: 'Assignee Email', value: email, kind: 'person' },
    ]);
    const [item] = await listedItems(client(), { boardId: shared.id });
    expect(item!.values).toEqual({
      [shared.column('Task ID in Asana')]: '1',
      [shared.column('Done')]: false,
    });
    const { data } = await client().query('boards.get', { id: shared.id });
    expect(data.columns).toHaveLength(3);
    const more = {
      ...input,
      file: { content: content.replace('Completed At', 'Other').replace(',,A', ',x,A') },
    };
    expect((await guest.client.mutate('boards.import', more)).status).toBe(403);
  });

  it('200: a job imports a file of more than 2,000 rows, and updates it', async () => {
    const emails = [board.organization.owner.email, 'bob@former.example'];
    const tasks = Array.from({ length: 2_400 }, (_, at) => anAsanaTask(at + 1, emails));
    const ended = async (answer: WireAnswer) => {
      const { id } = answer.data.import;
      expect(answer.data.import.status).toBe('running');
      const record = await vi.waitUntil(
        async () => {
          const { data } = await client().query('boards.imports.get', { id });
          return data.status === 'running' ? null : data;
        },
        { interval: 50 },
      );
      expect(record).toMatchObject({ status: 'done', problems: [] });
      return record;
    };
    const record = await ended(await text('asana', asanaCsv(tasks)));
    expect(record).toMatchObject({ created: 2_400, updated: 0, unchanged: 0, unresolvedCount: 1_200 });
    expect(record.unresolved).toHaveLength(500);
    const items = await listedItems(client(), { boardId: record.boardId });
    expect(items).toHaveLength(600);
    const { data: parent } = await client().query('items.get', { id: items[0]!.id });
    expect(parent.subItems).toHaveLength(3);
    for (const task of tasks.slice(0, 300)) task.Name = `${task.Name} renamed`;
    for (const task of tasks) task['Parent task'] = '';
    tasks.push(anAsanaTask(9_997, emails));
    const input = {
      id: record.boardId,
      source: 'asana',
      updateBy: 'Task ID',
      file: { content: asanaCsv(tasks) },
    };
    const again = await ended(await client().mutate('boards.import', input));
    expect(again).toMatchObject({ created: 1, updated: 300, unchanged: 2_100 });
    expect(await listedItems(client(), { boardId: record.boardId })).toHaveLength(601);
  });

  it('200: sub-items are counted as created ones, with their events', async () => {
    const content = 'Name,Under\nW,\nP1,W\nP2,W\nP3,W\n';
    let answer!: WireAnswer;
    const events = await eventsDuring(board.organization, async () => {
      answer = await send({ file: { content }, mapping: [{ header: 'Under', to: 'parent' }] });
    });
    const { named, subItemsOf } = await made(answer);
    const created = events.filter(({ type }) => type === 'item.created').map(({ data }) => data);
    expect(created.map(({ name, parentId, position }) => [name, parentId, position])).toEqual([
      ['W', null, 0],
      ['P1', named('W').id, 0],
      ['P2', named('W').id, 1],
      ['P3', named('W').id, 2],
    ]);
    const { id, groupId, boardId } = named('W');
    const next = await client().mutate('items.create', { boardId, groupId, parentId: id, name: 'P4' });
    expect(next.data.position).toBe(3);
    expect((await subItemsOf('W')).map(({ name }) => name)).toEqual(['P1', 'P2', 'P3', 'P4']);
  });

  it('200: a dry run shows what would be created', async () => {
    const content = asanaCsv([
      { 'Task ID': '1', Name: 'Brief', 'Section/Column': 'To do', Tags: 'Urgent' },
      { 'Task ID': '2', Name: 'Collect', 'Parent task': 'Brief' },
    ]);
    let answer!: WireAnswer;
    const events = await eventsDuring(board.organization, async () => {
      answer = await text('asana', content, { dryRun: true });
    });
    expect(events).toEqual([]);
    expect(answer.data).toMatchObject({ import: null, problemCount: 0, unresolvedCount: 0 });
    expect(answer.data.preview).toMatchObject({ items: 1, subItems: 1, existing: 0, newGroups: ['To do'] });
    expect(answer.data.preview.rows).toMatchObject([
      { row: 2, name: 'Brief', group: 'To do', isSubItem: false, exists: false, cells: { Tags: 'Urgent' } },
      { row: 3, name: 'Collect', isSubItem: true },
    ]);
  });

  describe('dates', () => {
    const due = (...days: string[]) =>
      asanaCsv(days.map((day, at) => ({ 'Task ID': String(at), Name: `T${at}`, 'Due Date': day })));
    const dueOf = async (answer: WireAnswer) => {
      const { items, column } = await made(answer);
      return items.map(({ values }) => values[column('Due Date').id].slice(0, 10));
    };

    it('400: an order of day and month that nothing shows', async () => {
      const answer = await text('asana', due('3/4/2026', '5/6/2026'));
      expect(refusedPaths(answer)).toEqual(['dateOrder']);
      expect(answer.error!.message).toBe(
        'dateOrder: Must be dmy or mdy: "3/4/2026" in the column "Due Date" can be read both ways',
      );
    });

    it('200: the order that the input, the file or the organization says', async () => {
      const given = await text('asana', due('3/4/2026'), { dateOrder: 'dmy' });
      expect(given.data.dates).toEqual({ order: 'dmy', from: 'input', columns: ['Due Date'] });
      expect(await dueOf(given)).toEqual(['2026-04-03']);
      const shown = await text('asana', due('3/4/2026', '30/4/2026'));
      expect(shown.data.dates).toMatchObject({ order: 'dmy', from: 'file' });
      expect(await dueOf(shown)).toEqual(['2026-04-03', '2026-04-30']);
      const other = await aBoard();
      const { client: owner } = other.organization.owner;
      await owner.mutate('organizations.update', { dateFormat: 'DD.MM.YYYY' });
      const input = { projectId: other.project.id, name: 'D', source: 'asana' };
      const own = await owner.mutate('boards.import', { ...input, file: { content: due('3/4/2026') } });
      expect(own.data.dates).toMatchObject({ order: 'dmy', from: 'organization' });
    });
  });

  describe('a table with titles', () => {
    it('200: the header is found, or given by its row', async () => {
      const content = 'Quarterly report\n\nTask name,Size\nA,1\nB,2\n';
      for (const more of [{}, { headerRow: 3 }]) {
        const answer = await send({ file: { content }, ...more });
        const { items, types } = await made(answer);
        expect(items.map(({ name }) => name)).toEqual(['A', 'B']);
        expect(types).toEqual({ Size: 'number' });
        expect(answer.data.ignoredRows).toBe(1);
      }
    });

    it('400: a row without a header', async () => {
      for (const headerRow of [2, 90]) {
        const answer = await send({ file: { content: 'Report\n\nName,Size\nA,1\n' }, headerRow });
        expect(refusedPaths(answer)).toEqual(['headerRow']);
      }
    });

    it('400: headerRow for a file without a header', async () => {
      const answer = await send({ file: { content: 'A,B\n' }, headerRow: 1, hasHeader: false });
      expect(refusedPaths(answer)).toEqual(['hasHeader']);
    });

    it('200: parents of any table, where the mapping names them', async () => {
      const content = 'Name,Under\nPart,Whole\nWhole,\n';
      const answer = await send({ file: { content }, mapping: [{ header: 'Under', to: 'parent' }] });
      const { items, subItemsOf } = await made(answer);
      expect(items.map(({ name }) => name)).toEqual(['Whole']);
      expect((await subItemsOf('Whole')).map(({ name }) => name)).toEqual(['Part']);
    });
  });
});
