import { beforeAll, describe, expect, it } from 'vitest';
import { expectNeedsScope, expectUnauthorized, statusesByRole } from '../../support/access-checks';
import type { WireAnswer } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aProject } from '../../support/factories/project.factory';
import { listedItems } from '../../support/item-lists';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `A,G${at}\n`).join('');

/** Proposals in the shape that people track them in, quirks and all. */
const PROPOSALS = `number,title,sig,participating,status,stage,authors,created,milestone,depends_on,can_disable
0001,Process,sig-architecture,,implemented,stable,@jb,2017-08-22,0.0,,false
6,Volumes,sig-storage,sig-node; sig-auth,implemented,stable,@ms; @jb,2018-01-05,v1.9,1,false
17,Snapshots,sig-storage,sig-node,implementable,beta,@xy,,v1.20,0006; 99,true
21,Scheduling,sig-scheduling,sig-node; sig-storage,provisional,alpha,@hw,2021-12-31,,17; 21,true
30,"Long, title",sig-storage,sig-auth,implementable,alpha,@hw,2022-02-28,v1.20,6; 17,true
`;

describe('boards.import', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;
  const send = (input: object, by = client()) => by.mutate('boards.import', input);
  const into = (content: string, more: object = {}) => send({ id: board.id, file: { content }, ...more });
  const asNew = (content: string, more: object = {}) =>
    send({ projectId: board.project.id, name: 'Imported', file: { content }, ...more });
  const columnsOf = ({ data }: WireAnswer) =>
    Object.fromEntries(
      data.columns.map(({ header, to, type }: Record<string, string>) => [header, type ?? to]),
    );

  beforeAll(async () => {
    board = await aBoard({
      groups: ['First', 'Second'],
      columns: [
        { name: 'Points', type: 'number' },
        { name: 'Stage', type: 'status' },
        { name: 'No.', type: 'auto_number' },
      ],
    });
  });

  it('200: a file becomes a board, with labels, dates and dependencies', async () => {
    const answer = await asNew(PROPOSALS);
    expect(answer.status).toBe(200);
    expect(columnsOf(answer)).toMatchObject({
      title: 'name',
      status: 'status',
      stage: 'status',
      participating: 'text',
      created: 'date',
      depends_on: 'dependency',
      can_disable: 'checkbox',
    });
    expect(answer.data.import).toMatchObject({ status: 'done', total: 5, done: 5, problems: [] });
    const { data: made } = await client().query('boards.get', { id: answer.data.import.boardId });
    const column = (name: string) => made.columns.find((each: { name: string }) => each.name === name);
    const labels = column('status').config.labels as { name: string; color: string; isDone: boolean }[];
    expect(labels.map(({ name }) => name)).toEqual(['implemented', 'implementable', 'provisional']);
    expect(new Set(labels.map(({ color }) => color)).size).toBe(3);
    expect(labels[0]!.isDone).toBe(true);

    const items = await listedItems(client(), { boardId: made.id });
    expect(items.map(({ name }) => name)).toEqual([
      'Process',
      'Volumes',
      'Snapshots',
      'Scheduling',
      'Long, title',
    ]);
    const named = (id: string) => items.find((item) => item.id === id)!.name;
    const dependencies = items.map(({ values }) => (values[column('depends_on').id] ?? []).map(named));
    // 99 is nowhere, and no row depends on itself.
    expect(dependencies).toEqual([[], ['Process'], ['Volumes'], ['Snapshots'], ['Volumes', 'Snapshots']]);
    expect(items[4]!.values).toMatchObject({
      [column('created').id]: '2022-02-28T00:00:00.000Z',
      [column('stage').id]: { label: 'alpha' },
      [column('can_disable').id]: true,
    });
    const report = answer.data.columns.find(({ header }: { header: string }) => header === 'depends_on');
    expect(report.unresolvedReferences).toBe(1);
  });

  it('200: rows are added to a board, in the groups that they name, each with its event and its number', async () => {
    const target = await aBoard({ groups: ['First'], columns: [{ name: 'No.', type: 'auto_number' }] });
    const owner = target.organization.owner.client;
    await owner.mutate('items.create', { boardId: target.id, groupId: target.groupIds[0], name: 'There' });
    const file = { content: 'Name,Group,Size\nA,first,1\nB,Extra,"2,5"\nC,,3\n' };
    let answer!: WireAnswer;
    const events = await eventsDuring(target.organization, async () => {
      answer = await owner.mutate('boards.import', { id: target.id, file });
    });
    expect(answer.data.import).toMatchObject({ boardId: target.id, status: 'done', total: 3 });
    const items = await listedItems(owner, { boardId: target.id });
    expect(items.map(({ name, position, values }) => [name, position, values[target.column('No.')]])).toEqual(
      [
        ['There', 0, 1],
        ['A', 1, 2],
        ['C', 2, 4],
        ['B', 0, 3],
      ],
    );
    const created = events.filter(({ type }) => type === 'item.created').map(({ data }) => data);
    expect(created.map(({ name, position }) => [name, position])).toEqual([
      ['A', 1],
      ['B', 0],
      ['C', 2],
    ]);
    expect(created[0].values).toMatchObject({ [target.column('No.')]: 2 });
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['group.created', 'column.created', 'item.created']),
    );
  });

  it('200: a mapping overrides guesses', async () => {
    const answer = await into('Task;Size;Phase;Note\nOne;5;done;x\n', {
      groupId: board.group('Second'),
      mapping: [
        { header: 'Size', columnId: board.column('Points') },
        { header: 'phase', columnId: board.column('Stage') },
        { header: 'Note', newColumn: { name: 'Remark', type: 'long_text' } },
      ],
    });
    expect(answer.data).toMatchObject({ delimiter: ';', encoding: 'utf-8', rowCount: 1, problemCount: 0 });
    const items = await listedItems(client(), { boardId: board.id });
    const item = items.find(({ name }) => name === 'One')!;
    expect(item.groupId).toBe(board.group('Second'));
    expect(item.values).toMatchObject({
      [board.column('Points')]: 5,
      [board.column('Stage')]: { label: 'Done' },
    });
  });

  it('200: people by e-mail or name', async () => {
    const { owner } = board.organization;
    const file = `Name,Who\nA,${owner.email}\nB,olivia owner\nC,\n`;
    const answer = await asNew(file);
    expect(columnsOf(answer)).toEqual({ Name: 'name', Who: 'people' });
    const items = await listedItems(client(), { boardId: answer.data.import.boardId });
    expect(items.map(({ values }) => Object.values(values))).toEqual([
      [[owner.userId]],
      [[owner.userId]],
      [],
    ]);
  });

  it('200: people whose names contain a comma, as in directories', async () => {
    const [jane, jack] = [
      await board.organization.addMember('member', 'Doe, Jane'),
      await board.organization.addMember('member', 'Doe, Jack'),
    ];
    const answer = await asNew('Name,Who\nA,"Doe, Jane"\nB,"Doe, Jack, olivia owner, doe, jane"\n');
    expect(columnsOf(answer)).toEqual({ Name: 'name', Who: 'people' });
    const items = await listedItems(client(), { boardId: answer.data.import.boardId });
    const { userId } = board.organization.owner;
    expect(items.map(({ values }) => Object.values(values))).toEqual([
      [[jane.userId]],
      [[jack.userId, userId, jane.userId]],
    ]);
  });

  describe('links', () => {
    let linked: TestBoard;
    let home: TestBoard;
    const ids: Record<string, string> = {};

    beforeAll(async () => {
      linked = await aBoard({ workspace: board.workspace, project: board.project, columns: [] });
      const columns = [{ name: 'Goal', type: 'link', config: { boardIds: [linked.id] } }];
      home = await aBoard({ workspace: board.workspace, project: board.project, columns });
      const names = ['Grow', 'Long, title', 'Twin', 'twin'];
      for (const name of names) ids[name] = await anItem(linked, { name });
    });
    const linksOf = async (content: string) => {
      const answer = await send({ id: home.id, file: { content } });
      if (answer.status !== 200) return refusedPaths(answer).concat(answer.error!.message);
      const items = await listedItems(client(), { boardId: home.id });
      return items.at(-1)!.values[home.column('Goal')] as string[];
    };

    it('200: by name or id, several to a cell, names with commas', async () => {
      expect(await linksOf('Name,Goal\nA,grow\n')).toEqual([ids['Grow']]);
      const both = `Name,Goal\nB,"${ids['Twin']}; Long, title"\n`;
      expect(await linksOf(both)).toEqual([ids['Twin'], ids['Long, title']]);
      expect(await linksOf('Name,Goal\nC,"Long, title"\n')).toEqual([ids['Long, title']]);
    });

    it('200: a new link column', async () => {
      const newColumn = { type: 'link', config: { boardIds: [linked.id] } };
      const mapping = [{ header: 'To', newColumn }];
      const { data } = await send({
        projectId: board.project.id,
        name: 'L',
        file: { content: 'Name,To\nA,Grow\n' },
        mapping,
      });
      const [item] = await listedItems(client(), { boardId: data.import.boardId });
      expect(Object.values(item!.values)).toEqual([[ids['Grow']]]);
    });

    it('400: names without a match, with several, of items elsewhere or hidden', async () => {
      const hidden = await aBoard();
      const secret = await anItem(hidden, { name: 'Secret' });
      const own = await anItem(home, { name: 'Own' });
      const reasons: string[] = [];
      for (const name of ['Nothing', 'Twin', 'Own', own, 'Secret', secret]) {
        const [path, message] = await linksOf(`Name,Goal\nA,${name}\n`);
        expect(path).toBe('lines.2.Goal');
        reasons.push(message!.replace(name, 'X'));
      }
      const unknown = 'lines.2.Goal: "X" is not an item that this column can link to';
      const several = 'lines.2.Goal: Several items are named "X"; use the id';
      expect(reasons).toEqual([unknown, several, unknown, unknown, unknown, unknown]);
    });
  });

  it('400: more columns or groups than a board can have, also in a dry run', async () => {
    const many = await aBoard({ columns: [{ name: 'C', type: 'text' }] });
    await many.organization.app.sql.query(
      `insert into columns (organization_id, id, board_id, name, type, position, width, required, config, created_at,
         updated_at)
       select organization_id, left(id, 25) || lpad(at::text, 5, '0'), board_id, name || at, type, at, width, required,
         config, created_at, updated_at
       from columns, generate_series(1, 498) at where id = $1`,
      [many.column('C')],
    );
    const owner = many.organization.owner.client;
    const wide = { id: many.id, file: { content: 'Name,X,Y\nA,1,2\n' } };
    const groups = { id: many.id, file: { content: `Name,Group\n${numbered(1_001)}` } };
    for (const input of [wide, groups]) {
      for (const dryRun of [true, false])
        expect(refusedPaths(await send({ ...input, dryRun }, owner))).toEqual(['mapping']);
    }
  });

  it('200: a dry run writes nothing and reports each bad row with its line', async () => {
    const content = 'Name,Points,Stage\nA,1,Done\n"B\nb",many,Done\n,3,Never\nD,4\n';
    let answer!: WireAnswer;
    const events = await eventsDuring(board.organization, async () => {
      answer = await into(content, { dryRun: true });
    });
    expect(events).toEqual([]);
    expect(answer.data).toMatchObject({ import: null, rowCount: 4, problemCount: 4 });
    expect(answer.data.problems).toEqual([
      { line: 3, column: 'Points', reason: '"many" is not a number' },
      { line: 5, column: 'Name', reason: 'The item has no name' },
      { line: 5, column: 'Stage', reason: '"Never" is not a label of this column' },
      { line: 6, column: null, reason: 'Has 2 cells where the header has 3' },
    ]);
  });

  it('200: bytes in other encodings, and workbooks', async () => {
    const bytes = {
      'windows-1252': Buffer.from('Name\nCaf\xe9\n', 'latin1'),
      'utf-16le': Buffer.from('\ufeffName\nCafé\n', 'utf16le'),
    };
    for (const [encoding, content] of Object.entries(bytes)) {
      const file = { content: content.toString('base64'), encoding: 'base64' };
      const { data } = await send({ projectId: board.project.id, name: 'B', file });
      expect(data.encoding).toBe(encoding);
      const [item] = await listedItems(client(), { boardId: data.import.boardId });
      expect(item!.name).toBe('Café');
    }
  });

  it('400: invalid rows reject the whole file, with place and reason, and the board is unchanged', async () => {
    let answer!: WireAnswer;
    const events = await eventsDuring(board.organization, async () => {
      answer = await into('Name,Points,New\nA,1,x\nB,much,y\n');
    });
    expect(refusedPaths(answer)).toEqual(['lines.3.Points']);
    expect(answer.error!.message).toBe('lines.3.Points: "much" is not a number');
    expect(events).toEqual([]);
    const { data } = await client().query('boards.get', { id: board.id });
    expect(data.columns.map(({ name }: { name: string }) => name)).not.toContain('New');
  });

  it.each([
    ['nowhere to go', { file: { content: 'A\n1\n' } }, 'id'],
    ['a new board without a name', { projectId: 'P', file: { content: 'A\n1\n' } }, 'name'],
    ['a board and a name', { id: 'B', name: 'x', file: { content: 'A\n1\n' } }, 'name'],
    ['no file', { id: 'B' }, 'file'],
    ['an unknown key', { id: 'B', file: { content: 'A\n1\n' }, sheet: 1 }, 'sheet'],
    ['no base64', { id: 'B', file: { content: '!', encoding: 'base64' } }, 'file.content'],
    [
      'an unknown header',
      { id: 'B', file: { content: 'A\n1\n' }, mapping: [{ header: 'X', to: 'skip' }] },
      'mapping.0.header',
    ],
    [
      'a mapping to nothing',
      { id: 'B', file: { content: 'A\n1\n' }, mapping: [{ header: 'A' }] },
      'mapping.0',
    ],
    [
      'a type that there is not',
      { id: 'B', file: { content: 'A,B\n1,2\n' }, mapping: [{ header: 'B', newColumn: { type: 'x' } }] },
      'mapping.0.newColumn.type',
    ],
    [
      'a computed type',
      {
        id: 'B',
        file: { content: 'A,B\n1,2\n' },
        mapping: [{ header: 'B', newColumn: { type: 'auto_number' } }],
      },
      'mapping.B',
    ],
  ])('400: %s', async (_what, input, path) => {
    const ids = {
      ...('id' in input ? { id: board.id } : {}),
      ...('projectId' in input ? { projectId: board.project.id } : {}),
    };
    expect(refusedPaths(await send({ ...input, ...ids }))).toEqual([path]);
  });

  it('400: a group, a column of another board', async () => {
    const other = await aBoard({ workspace: board.workspace, project: board.project });
    expect(refusedPaths(await into('A\n1\n', { groupId: other.groupIds[0] }))).toEqual(['groupId']);
    const mapping = [{ header: 'A', columnId: other.columnIds[0] }];
    expect(refusedPaths(await into('A,B\n1,2\n', { mapping }))).toEqual(['mapping.0.columnId']);
  });

  it('401: without a credential', async () => {
    await expectUnauthorized(board.workspace, (each) =>
      send({ id: board.id, file: { content: 'A\n1\n' } }, each),
    );
  });

  it('403: only members of the workspace can add boards, columns and groups', async () => {
    const file = (content: string) => ({ file: { content } });
    const inputs = [
      { projectId: board.project.id, name: 'N', ...file('A\n1\n') },
      { id: board.id, ...file('Name,Fresh\nA,1\n') },
      { id: board.id, ...file('Name,Group\nA,Fresh\n') },
    ];
    for (const input of inputs) {
      const statuses = await statusesByRole(board.workspace, (each) => send(input, each));
      expect(statuses).toEqual({ viewer: 403, visitor: 403, guest: 404, member: 200 });
    }
  });

  it('403: a user who can create items can import into existing groups and columns', async () => {
    const visitor = await board.organization.addMember('member');
    const viewer = await board.workspace.addMember('viewer');
    const input = { id: board.id, file: { content: 'Name,Points\nA,1\n' } };
    expect((await send(input, visitor.client)).status).toBe(200);
    expect((await send(input, viewer.client)).status).toBe(403);
  });

  it('403: a token without the scope write', async () => {
    await expectNeedsScope(board.workspace, 'write', (each) =>
      send({ id: board.id, file: { content: 'A\n1\n' } }, each),
    );
  });

  it("404: another organization's board, project, group and column, like missing ones", async () => {
    const other = await aBoard();
    const file = { content: 'A,B\n1,2\n' };
    await expectHidden(other.id, (id) => send({ id, file }));
    await expectHidden((await aProject()).id, (projectId) => send({ projectId, name: 'N', file }));
    await expectHidden(other.groupIds[0]!, (groupId) => send({ id: board.id, groupId, file }));
    await expectHidden(other.columnIds[0]!, (columnId) =>
      send({ id: board.id, file, mapping: [{ header: 'B', columnId }] }),
    );
  });
});
