import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../../src/column-types/column-type';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { columnExamples, type ExampleWorld } from '../../support/column-examples';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { ONLY_EDITORS, statusesOfEditors } from '../../support/item-access';
import { listedItems, listedNames } from '../../support/item-lists';
import { eventsDuring, lookOf, MISSING, refusedPaths } from '../../support/refusals';

const EXAMPLES = columnExamples((pattern) => expect.stringMatching(pattern));
const COMPUTED: ColumnTypeName[] = ['formula', 'lookup', 'auto_number', 'created_date', 'last_updated'];
/** Files are there once they can be uploaded. */
const WRITABLE = COLUMN_TYPE_NAMES.filter((type) => EXAMPLES[type].value !== undefined);
const NAMES = { type: 'text', name: 'Text' };

describe('items.create', () => {
  let board: TestBoard;
  let other: TestBoard;
  let world: ExampleWorld;
  beforeAll(async () => {
    board = await aBoard({
      groups: ['One', 'Two'],
      columns: [
        NAMES,
        { name: 'Status', type: 'status' },
        { name: 'People', type: 'people' },
        { name: 'Links', type: 'link' },
        { name: 'After', type: 'dependency' },
        { name: 'Files', type: 'file' },
        { name: 'Number', type: 'number' },
        { name: 'Sum', type: 'formula' },
        { name: 'Made', type: 'created_date' },
      ],
    });
    const { organization, workspace } = board;
    other = await aBoard({ organization, workspace, columns: [{ name: 'Price', type: 'number' }] });
    world = {
      userId: organization.owner.userId,
      otherBoardId: other.id,
      otherItemId: await anItem(other),
      otherColumnId: other.column('Price'),
      linkColumnId: board.column('Links'),
      itemId: await anItem(board),
    };
  });
  const create = (input: object, client = board.organization.owner.client) =>
    client.mutate('items.create', { boardId: board.id, groupId: board.group('One'), name: 'Item', ...input });
  const get = async (id: string) => (await board.organization.owner.client.query('items.get', { id })).data;

  it('200: returns the item as items.get does', async () => {
    const { status, data } = await create({
      name: 'Whole',
      description: '<p>Rich</p>',
      values: { [board.column('Text')]: 'a' },
    });
    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^itm_[0-9A-Z]{26}$/),
      name: 'Whole',
      description: '<p>Rich</p>',
      boardId: board.id,
      groupId: board.group('One'),
      parentId: null,
      position: expect.any(Number),
      values: { [board.column('Text')]: 'a', [board.column('Made')]: data.createdAt },
      createdBy: board.organization.owner.userId,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      updatedAt: data.createdAt,
    });
    expect(await get(data.id)).toEqual({ ...data, subItems: [], commentCount: 0, fileCount: 0 });
  });

  it('200: one event with the values, and no value.changed in addition', async () => {
    let id = '';
    const events = await eventsDuring(board.organization, async () => {
      const values = { [board.column('Text')]: 'a', [board.column('Number')]: '7' };
      id = (await create({ name: 'Evented', values })).data.id;
    });
    expect(events).toMatchObject([
      {
        type: 'item.created',
        boardId: board.id,
        actorId: board.organization.owner.userId,
        data: {
          name: 'Evented',
          groupId: board.group('One'),
          parentId: null,
          values: { [board.column('Text')]: 'a', [board.column('Number')]: 7 },
        },
      },
    ]);
    const { rows } = await board.organization.app.sql.query(`select 1 from outbox where item_id = $1`, [id]);
    expect(rows).toHaveLength(1);
  });

  it('200: at a position; at the end without one, or with one beyond it', async () => {
    const own = await aBoard({ groups: ['A', 'B'] });
    const { client } = own.organization.owner;
    const add = async (name: string, position?: number, group = 'A') => {
      const input = { boardId: own.id, groupId: own.group(group), name, position };
      return (await made(client, 'items.create', input)).position;
    };
    expect(await add('first')).toBe(0);
    expect(await add('elsewhere', undefined, 'B')).toBe(0);
    expect(await add('end')).toBe(1);
    expect(await add('front', 0)).toBe(0);
    expect(await add('middle', 2)).toBe(2);
    expect(await add('beyond', 2_147_483_647)).toBe(4);
    expect(await add('last but one', 4)).toBe(4);
    expect(await listedNames(own, { groupId: own.group('A') })).toEqual([
      'front',
      'first',
      'middle',
      'end',
      'last but one',
      'beyond',
    ]);
    const items = await listedItems(client, { boardId: own.id });
    expect(items.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 0]);
  });

  it('200: a sub-item is in its parent’s list, not in the group’s', async () => {
    const parent = await anItem(board, { name: 'Parent' });
    const before = (await listedNames(board)).length;
    const first = (await create({ name: 'S1', parentId: parent })).data;
    const zeroth = (await create({ name: 'S0', parentId: parent, position: 0 })).data;
    expect([first.position, zeroth.position]).toEqual([0, 0]);
    expect(first).toMatchObject({ parentId: parent, groupId: board.group('One') });
    expect(await listedNames(board)).toHaveLength(before);
    expect(await listedNames(board, { parentId: parent })).toEqual(['S0', 'S1']);
    expect((await get(parent)).subItems.map(({ name }: { name: string }) => name)).toEqual(['S0', 'S1']);
    expect((await get(first.id)).position).toBe(1);
  });

  it.each([
    ['1 character', 'x'],
    ['500 characters', 'x'.repeat(500)],
    ['blanks around it', '  x  '],
    ['characters outside the basic plane', '🚀'.repeat(250)],
    ['what looks like markup or a template', '<b>{item.name}</b> "quoted" \\ \u2028'],
    ['a key that could be a column’s', `"${newId('column')}": "`],
  ])('200: a name of %s is returned unchanged', async (_what, name) => {
    const { status, data } = await create({ name, values: { [board.column('Text')]: name } });
    expect(status).toBe(200);
    expect(data.name).toBe(name);
    expect((await get(data.id)).values[board.column('Text')]).toBe(name);
  });

  it('200: the description is sanitized; blank and null mean none', async () => {
    const hostile =
      '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=y><a href="javascript:z">l</a></p>';
    const { data } = await create({ description: hostile });
    expect(data.description).toBe('<p>Hi<a>l</a></p>');
    expect((await create({ description: '' })).data.description).toBeNull();
    expect((await create({ description: null })).data.description).toBeNull();
    expect((await create({})).data.description).toBeNull();
  });

  describe('values', () => {
    /** A board with a column of that type, which has the type's whole config. */
    const aBoardWith = async (type: ColumnTypeName) => {
      const { organization, workspace } = board;
      const own = await aBoard({ organization, workspace, columns: [{ name: 'Links', type: 'link' }] });
      const here = { ...world, linkColumnId: own.column('Links'), itemId: await anItem(own) };
      const { client } = organization.owner;
      const config = EXAMPLES[type].config?.(here);
      const column = await made(client, 'columns.create', { boardId: own.id, name: 'Column', type, config });
      const createWith = (value: unknown) =>
        client.mutate('items.create', {
          boardId: own.id,
          groupId: own.groupIds[0],
          name: 'Item',
          values: { [column.id]: value },
        });
      return { own, here, columnId: column.id as string, client, createWith };
    };

    it.each(WRITABLE)('200: %s is returned everywhere in its wire format', async (type) => {
      const { own, here, columnId, client, createWith } = await aBoardWith(type);
      const { status, data: item } = await createWith(EXAMPLES[type].value!(here));
      expect(status).toBe(200);
      const shown = { [columnId]: EXAMPLES[type].shown };
      expect(item.values).toEqual(shown);
      expect((await client.query('items.get', { id: item.id })).data.values).toEqual(shown);
      const listed = await listedItems(client, { boardId: own.id });
      expect(listed.find(({ id }) => id === item.id)!.values).toEqual(shown);
      // What is shown is taken back, and means the same.
      const events = await eventsDuring(own.organization, async () => {
        const again = { itemId: item.id, columnId, value: item.values[columnId] };
        const { status: statusAgain, data } = await client.mutate('items.setValue', again);
        expect([statusAgain, data?.updatedAt, data?.values]).toEqual([200, item.updatedAt, item.values]);
      });
      expect(events).toEqual([]);
    });

    it.each(COMPUTED)('400: %s cannot be set', async (type) => {
      const { columnId, createWith } = await aBoardWith(type);
      for (const value of ['x', 1, '2026-01-01']) {
        expect(refusedPaths(await createWith(value))).toEqual([`values.${columnId}`]);
      }
    });

    it('200: defaults fill missing values; null leaves a cell empty', async () => {
      const own = await aBoard({
        columns: [
          { name: 'Status', type: 'status', config: { labels: [{ name: 'New' }], defaultLabelId: 'New' } },
        ],
      });
      const { client } = own.organization.owner;
      const size = await made(client, 'columns.create', {
        boardId: own.id,
        name: 'Size',
        type: 'number',
        defaultValue: 5,
      });
      const input = { boardId: own.id, groupId: own.groupIds[0], name: 'Item' };
      const status = own.column('Status');
      const plain = await made(client, 'items.create', input);
      expect(plain.values).toMatchObject({ [size.id]: 5, [status]: { label: 'New' } });
      const given = await made(client, 'items.create', { ...input, values: { [size.id]: 6 } });
      expect(given.values[size.id]).toBe(6);
      const empty = await made(client, 'items.create', {
        ...input,
        values: { [size.id]: null, [status]: null },
      });
      expect(empty.values).toEqual({});
    });

    it('400: a required column needs a value or a default', async () => {
      const own = await aBoard({ columns: [] });
      const { client } = own.organization.owner;
      const column = (name: string, more: object) =>
        made(client, 'columns.create', { boardId: own.id, name, type: 'text', required: true, ...more });
      const must = await column('Must', {});
      await column('Filled', { defaultValue: 'x' });
      const input = { boardId: own.id, groupId: own.groupIds[0], name: 'Item' };
      const written = await eventsDuring(own.organization, async () => {
        for (const values of [undefined, {}, { [must.id]: null }, { [must.id]: '' }]) {
          const answer = await client.mutate('items.create', { ...input, values });
          expect(refusedPaths(answer)).toEqual([`values.${must.id}`]);
        }
      });
      expect(written).toEqual([]);
      expect((await client.mutate('items.create', { ...input, values: { [must.id]: 'y' } })).status).toBe(
        200,
      );
    });

    it('200: 50 parallel creations are numbered without a gap', async () => {
      const own = await aBoard({
        groups: ['A', 'B'],
        columns: [
          { name: 'No', type: 'auto_number', config: { start: 100 } },
          { name: 'Text', type: 'text' },
        ],
      });
      const { client } = own.organization.owner;
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          client.mutate('items.create', {
            boardId: own.id,
            groupId: own.groupIds[at % 2],
            name: `Item ${at}`,
            position: at % 3 === 0 ? 0 : undefined,
            // Every sixth one is rejected, and takes no number.
            values: { [own.column('Text')]: Math.floor(at / 2) % 6 === 5 ? 7 : 'x' },
          }),
        ),
      );
      const numbers = answers
        .filter(({ status }) => status === 200)
        .map(({ data }) => data.values[own.column('No')] as number);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => 100 + at));
      const listed = await listedItems(client, { boardId: own.id });
      expect(listed.map(({ position }) => position)).toEqual([...Array(25).keys(), ...Array(25).keys()]);
    });
  });

  it('200: 20 parallel calls with one Idempotency-Key create one item and one event', async () => {
    const { client } = board.organization.owner;
    const input = { boardId: board.id, groupId: board.group('Two'), name: 'Once' };
    const key = { 'idempotency-key': `create-${newId('item')}` };
    const events = await eventsDuring(board.organization, async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.mutate('items.create', input, key)),
      );
      const first = answers.find(({ status }) => status === 200)!;
      for (const answer of answers) expect([200, 409]).toContain(answer.status);
      expect(new Set(answers.flatMap(({ data }) => data?.id ?? []))).toEqual(new Set([first.data.id]));
      const repeated = await client.mutate('items.create', input, key);
      expect(repeated.body).toEqual(first.body);
      const otherInput = await client.mutate('items.create', { ...input, name: 'Twice' }, key);
      expect(otherInput.status).toBe(409);
    });
    expect(events.map(({ type }) => type)).toEqual(['item.created']);
    expect(await listedNames(board, { groupId: board.group('Two') })).toEqual(['Once']);
  });

  describe('400', () => {
    it.each([
      ['no board', () => ({ boardId: undefined }), /^boardId$/],
      ['no group', () => ({ groupId: undefined }), /^groupId$/],
      ['a group id of another noun', () => ({ groupId: board.id }), /^groupId$/],
      ['no name', () => ({ name: undefined }), /^name$/],
      ['a blank name', () => ({ name: ' \t\n' }), /^name$/],
      ['a name of 501 characters', () => ({ name: 'x'.repeat(501) }), /^name$/],
      ['an invalid name', () => ({ name: { toString: 'x' } }), /^name$/],
      ['a name with a NUL', () => ({ name: 'a\u0000' }), /^name$/],
      ['a name with half a character', () => ({ name: 'a\ud800' }), /^name$/],
      ['a description of 100,001 characters', () => ({ description: 'x'.repeat(100_001) }), /^description$/],
      ['a negative position', () => ({ position: -1 }), /^position$/],
      ['a broken position', () => ({ position: 0.5 }), /^position$/],
      ['a position as text', () => ({ position: '1' }), /^position$/],
      ['a position beyond all numbers', () => ({ position: 1e300 }), /^position$/],
      ['values that are a list', () => ({ values: [] }), /^values$/],
      ['an unknown key', () => ({ columns: {} }), /^columns$/],
      ['a group of another board', () => ({ groupId: other.groupIds[0] }), /^groupId$/],
      ['a parent on another board', () => ({ parentId: world.otherItemId }), /^parentId$/],
      ['a column of another board', () => ({ values: { [other.column('Price')]: 1 } }), /^values\.col_/],
      ['an unknown column', () => ({ values: { [newId('column')]: 1 } }), /^values\.col_/],
      ['a key that is no column id', () => ({ values: { Text: 1 } }), /^values\.Text$/],
      ['a computed column', () => ({ values: { [board.column('Made')]: '2026-01-01' } }), /^values\.col_/],
      [
        'an item of this board in a link',
        () => ({ values: { [board.column('Links')]: [world.itemId] } }),
        /^values/,
      ],
      [
        'an item of another board in a dependency',
        () => ({ values: { [board.column('After')]: [world.otherItemId] } }),
        /^values/,
      ],
    ])('%s', async (_what, input, path) => {
      const written = await eventsDuring(board.organization, async () => {
        const paths = refusedPaths(await create(input()));
        expect(paths).toContainEqual(expect.stringMatching(path));
      });
      expect(written).toEqual([]);
    });

    it('a parent in another group, a sub-item as parent, an archived parent', async () => {
      const parent = await anItem(board, { groupId: board.group('Two') });
      expect(refusedPaths(await create({ parentId: parent }))).toEqual(['parentId']);
      const own = await anItem(board);
      const sub = await anItem(board, { parentId: own });
      expect(refusedPaths(await create({ parentId: sub }))).toEqual(['parentId']);
      await made(board.organization.owner.client, 'items.archive', { id: own });
      expect(refusedPaths(await create({ parentId: own }))).toEqual(['parentId']);
    });

    it.each([
      ['NaN as text', '"NaN"'],
      ['1e400', '1e400'],
      ['a number in exponent text', '"1e400"'],
      ['an object', '{"__proto__":{"x":1}}'],
      ['a list', '[1]'],
      ['a list of lists, 5,000 deep', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
      ['a text of a million characters', `"${'9'.repeat(1_000_000)}"`],
    ])('hostile values: %s in a number', async (_what, json) => {
      const { client } = board.organization.owner;
      const body = `{"json":{"boardId":"${board.id}","groupId":"${board.group('One')}","name":"Item","values":{"${board.column('Number')}":${json}}}}`;
      const written = await eventsDuring(board.organization, async () => {
        expect((await client.request('POST', '/api/trpc/items.create', body)).status).toBe(400);
      });
      expect(written).toEqual([]);
    });

    it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
      'hostile values: the key "%s"',
      async (key) => {
        const { client } = board.organization.owner;
        const body = (where: string) =>
          where === 'values'
            ? `{"json":{"boardId":"${board.id}","groupId":"${board.group('One')}","name":"Item","values":{"${key}":{"x":1}}}}`
            : `{"json":{"boardId":"${board.id}","groupId":"${board.group('One')}","name":"Item","${key}":{"x":1}}}`;
        for (const where of ['values', 'input']) {
          const answer = await client.request('POST', '/api/trpc/items.create', body(where));
          expect([where, answer.status]).toEqual([where, 400]);
        }
      },
    );

    it.each(['Text', 'Status', 'People', 'Links', 'After', 'Files', 'Number'])(
      'hostile values: every wrong shape in %s',
      async (column) => {
        const shapes: unknown[] = [
          true,
          1.5,
          -0,
          [],
          [[]],
          {},
          [null],
          [{}],
          { id: {} },
          { id: '__proto__' },
          { label: ['x'] },
          { constructor: 1 },
          'x'.repeat(200_000),
          ['x'.repeat(200_000)],
          newId('column'),
          [newId('label')],
        ];
        for (const shape of shapes) {
          const { status } = await create({ values: { [board.column(column)]: shape } });
          expect(status, JSON.stringify(shape).slice(0, 60)).toBeLessThan(500);
        }
      },
    );
  });

  it('401: without a credential', async () => {
    const codes = await codesWithoutCredential(board.workspace, (client) => create({}, client));
    expect(codes).toEqual(UNAUTHORIZED);
  });

  it('403: viewers; guests see nothing of the board', async () => {
    expect(
      await statusesOfEditors(board, (client) => create({ groupId: board.group('Two') }, client)),
    ).toEqual(ONLY_EDITORS);
  });

  it('403: a token without the scope write', async () => {
    expect(await statusWithoutScope(board.workspace, 'write', (client) => create({}, client))).toBe(403);
  });

  describe('404: ids of another organization, like missing ones', () => {
    let foreign: TestBoard;
    let foreignItem: string;
    beforeAll(async () => {
      foreign = await aBoard();
      foreignItem = await anItem(foreign);
    });
    const value = (column: string, id: string) => ({ values: { [board.column(column)]: [id] } });

    it('board', async () => {
      expect(await lookOf(foreign.id, (boardId) => create({ boardId }))).toEqual(MISSING);
    });
    it('group', async () => {
      expect(await lookOf(foreign.groupIds[0]!, (groupId) => create({ groupId }))).toEqual(MISSING);
    });
    it('parent', async () => {
      expect(await lookOf(foreignItem, (parentId) => create({ parentId }))).toEqual(MISSING);
    });
    it('person', async () => {
      const { userId } = foreign.organization.owner;
      expect(await lookOf(userId, (id) => create(value('People', id)))).toEqual(MISSING);
    });
    it('linked item', async () => {
      expect(await lookOf(foreignItem, (id) => create(value('Links', id)))).toEqual(MISSING);
    });
    it('predecessor', async () => {
      expect(await lookOf(foreignItem, (id) => create(value('After', id)))).toEqual(MISSING);
    });
    it('file', async () => {
      expect(await lookOf(newId('file'), (id) => create(value('Files', id)))).toEqual(MISSING);
    });
    it('column: BAD_REQUEST in both cases, naming it', async () => {
      const [column] = foreign.columnIds;
      const asked = await create({ values: { [column!]: 1 } });
      const missing = newId('column');
      const answer = await create({ values: { [missing]: 1 } });
      expect(JSON.stringify(asked.body).replaceAll(column!, '')).toBe(
        JSON.stringify(answer.body).replaceAll(missing, ''),
      );
    });
  });

  it('404: a closed workspace that the caller has not joined, and a link into it', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const hidden = await aBoard({ workspace: closed });
    const hiddenItem = await anItem(hidden);
    const { client } = await board.organization.addMember('member');
    expect(await lookOf(hidden.id, (boardId) => create({ boardId }, client))).toEqual(MISSING);
    const link = (id: string) => create({ values: { [board.column('Links')]: [id] } }, client);
    expect(await lookOf(hiddenItem, link)).toEqual(MISSING);
    const { status } = await create({ values: { [board.column('Links')]: [hiddenItem] } });
    expect(status).toBe(200);
  });

  it('404: a trashed item as parent, in a link and in a dependency; a former member', async () => {
    const { organization } = board;
    const trashed = await anItem(board);
    await made(organization.owner.client, 'items.delete', { id: trashed });
    expect(await lookOf(trashed, (parentId) => create({ parentId }))).toEqual(MISSING);
    const after = (id: string) => create({ values: { [board.column('After')]: [id] } });
    expect(await lookOf(trashed, after)).toEqual(MISSING);
    const { userId } = await anOrganization().then(() => organization.addMember('member'));
    await organization.app.sql.query(
      `update members set status = 'deactivated' where organization_id = $1 and user_id = $2`,
      [organization.id, userId],
    );
    const people = (id: string) => create({ values: { [board.column('People')]: [id] } });
    expect(await lookOf(userId, people)).toEqual(MISSING);
  });

  it('200: an item in Trash keeps its references', async () => {
    const { client } = board.organization.owner;
    const id = await anItem(board);
    const after = await anItem(board, { values: { [board.column('After')]: [id] } });
    await made(client, 'items.delete', { id });
    expect(await valueOf(board, after, board.column('After'))).toEqual([id]);
  });
});
