import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../../src/column-types/column-type';
import {
  statusWithoutScope,
  statusesByRole,
  ONLY_BUILDERS,
  codesWithoutCredential,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { columnExamples, type ExampleWorld } from '../../support/column-examples';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { aWorkspace } from '../../support/factories/workspace.factory';
import { eventsDuring, lookOf, MISSING, missingIdLike, refusedPaths } from '../../support/refusals';

const EXAMPLES = columnExamples((pattern) => expect.stringMatching(pattern));
const isComputed = (type: string) =>
  ['formula', 'lookup', 'auto_number', 'created_date', 'last_updated'].includes(type);

describe('columns.create', () => {
  let board: TestBoard;
  let world: ExampleWorld;
  beforeAll(async () => {
    board = await aBoard({ columns: [{ name: 'Links', type: 'link' }] });
    const { organization, workspace } = board;
    const other = await aBoard({ organization, workspace, columns: [{ name: 'Price', type: 'number' }] });
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
    client.mutate('columns.create', { boardId: board.id, name: 'Column', type: 'text', ...input });
  const positions = async (of: TestBoard) => {
    const { data } = await of.organization.owner.client.query('columns.list', { boardId: of.id });
    return data.columns.map(
      ({ name, position }: { name: string; position: number }) => `${position} ${name}`,
    );
  };

  it('200: a column at the end, with the defaults', async () => {
    const { status, data } = await create({ name: 'Plain' });
    expect(status).toBe(200);
    expect(data).toEqual({
      id: expect.stringMatching(/^col_[0-9A-Z]{26}$/),
      boardId: board.id,
      name: 'Plain',
      type: 'text',
      position: expect.any(Number),
      width: 150,
      required: false,
      config: {},
      defaultValue: null,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      updatedAt: data.createdAt,
    });
    const { data: listed } = await board.organization.owner.client.query('columns.list', {
      boardId: board.id,
    });
    expect(listed.columns.at(-1)).toEqual(data);
    expect(listed.columns.length).toBe(data.position + 1);
  });

  it('200: writes one event in the same transaction', async () => {
    let made: unknown;
    const events = await eventsDuring(board.organization, async () => {
      made = (await create({ name: 'Evented' })).data;
    });
    const actorId = board.organization.owner.userId;
    expect(events).toEqual([{ type: 'column.created', boardId: board.id, actorId, data: { column: made } }]);
  });

  it('200: at a position; beyond the end means the end', async () => {
    const own = await aBoard({
      columns: [
        { name: 'A', type: 'text' },
        { name: 'B', type: 'text' },
      ],
    });
    const { client } = own.organization.owner;
    for (const [name, position] of [
      ['first', 0],
      ['middle', 2],
      ['end', 4],
      ['beyond', 2_000_000_000],
    ] as const)
      expect(
        (await client.mutate('columns.create', { boardId: own.id, name, type: 'text', position })).status,
      ).toBe(200);
    expect(await positions(own)).toEqual(['0 first', '1 A', '2 middle', '3 B', '4 end', '5 beyond']);
    const { data } = await client.query('columns.list', { boardId: own.id });
    // Making room is no change of the columns that make it.
    expect(data.columns[1].updatedAt).toBe(data.columns[1].createdAt);
  });

  describe.each(COLUMN_TYPE_NAMES.map((type) => [type, EXAMPLES[type]] as const))('%s', (type, example) => {
    it('200: without a config', async () => {
      for (const config of [undefined, null, {}]) {
        const { status, data } = await create({ type, config });
        expect(status).toBe(200);
        expect(data).toMatchObject({ type, defaultValue: null });
        expect(data.config).toEqual(example.plain);
      }
    });

    it('200: with every field', async () => {
      const given = {
        name: `Whole ${type}`,
        type,
        width: 300,
        required: !isComputed(type),
        config: example.config?.(world),
        defaultValue: example.value?.(world),
      };
      const { status, data } = await create(given);
      expect(status).toBe(200);
      expect(data).toMatchObject({ name: given.name, type, width: 300, required: given.required });
      expect(data.config).toEqual((example.answered ?? example.config ?? (() => ({})))(world));
      expect(data.defaultValue).toEqual(example.shown ?? null);
      // The next ones on this board need no value in it.
      await board.organization.owner.client.mutate('columns.update', { id: data.id, required: false });
    });

    it.each([
      ['an unknown key', { 'no such key': 1 }, 'config.no such key'],
      ['an array', [], 'config'],
      ['a text', 'labels', 'config'],
      ['a key of every object', JSON.parse('{"__proto__": {"labels": []}}') as object, 'config.__proto__'],
    ])('400: a config that is %s', async (_what, config, path) => {
      expect(refusedPaths(await create({ type, config }))).toEqual([path]);
    });
  });

  const WITH_VALUE = COLUMN_TYPE_NAMES.filter((type) => EXAMPLES[type].value);
  it.each(WITH_VALUE)('200: the default value of a %s column is the value of a new item', async (type) => {
    const { config, value, shown } = EXAMPLES[type];
    const own = await aBoard({ ...board, columns: [{ name: 'Links', type: 'link' }] });
    const inside = { ...world, itemId: await anItem(own), linkColumnId: own.column('Links') };
    const { data } = await own.organization.owner.client.mutate('columns.create', {
      boardId: own.id,
      name: 'Filled',
      type,
      config: config?.(inside),
      defaultValue: value!(inside),
    });
    expect(await valueOf(own, inside.itemId, data.id)).toBeNull();
    expect(await valueOf(own, await anItem(own), data.id)).toEqual(shown);
    const id = await anItem(own, { values: { [data.id]: null } });
    expect(await valueOf(own, id, data.id)).toBeNull();
  });

  it('200: label ids of the caller only distinguish labels: each gets a new one', async () => {
    const [first, second] = [newId('label'), newId('label')];
    const labels = [
      { id: first, name: 'A' },
      { id: second, name: 'B' },
    ];
    const { data } = await create({ type: 'status', config: { labels, defaultLabelId: second } });
    const ids = data.config.labels.map(({ id }: { id: string }) => id);
    expect(new Set([...ids, first, second]).size).toBe(4);
    expect(data.config.defaultLabelId).toBe(ids[1]);
  });

  it('200: an auto_number column numbers existing items, in board order', async () => {
    const own = await aBoard({ groups: ['One', 'Two'], columns: [] });
    const { client } = own.organization.owner;
    const second = await anItem(own, { groupId: own.group('Two') });
    const archived = await anItem(own);
    const last = await anItem(own);
    const trashed = await anItem(own);
    const first = await anItem(own, { position: 0 });
    const sub = await anItem(own, { parentId: first });
    await client.mutate('items.archive', { id: archived });
    await client.mutate('items.delete', { id: trashed });
    const { data: column } = await client.mutate('columns.create', {
      boardId: own.id,
      name: 'No.',
      type: 'auto_number',
      config: { start: 10 },
    });
    const inOrder = [first, sub, last, second, archived];
    for (const [index, id] of inOrder.entries()) expect(await valueOf(own, id, column.id)).toBe(10 + index);
    expect(await valueOf(own, await anItem(own), column.id)).toBe(15);
    const { data } = await client.query('items.list', {
      boardId: own.id,
      sortBy: column.id,
      sortDir: 'desc',
    });
    expect(data.items.map(({ values }: { values: Record<string, number> }) => values[column.id])).toEqual([
      15, 13, 12, 10,
    ]);
  });

  it('200: created_date and last_updated show the times of existing items', async () => {
    const own = await aBoard({ columns: [] });
    const { client } = own.organization.owner;
    const item = await anItem(own);
    const made = async (type: string) =>
      (await client.mutate('columns.create', { boardId: own.id, name: type, type })).data.id as string;
    const [created, updated] = [await made('created_date'), await made('last_updated')];
    const { data } = await client.query('items.get', { id: item });
    expect(data.values).toEqual({ [created]: data.createdAt, [updated]: data.updatedAt });
  });

  it('200: columns created in parallel are at 0 to n-1, and numbers stay unique', async () => {
    const own = await aBoard({ columns: [{ name: 'N', type: 'auto_number' }] });
    const { client } = own.organization.owner;
    const columns = Array.from({ length: 20 }, (_, index) =>
      client.mutate('columns.create', {
        boardId: own.id,
        name: `Column ${index}`,
        type: index % 2 === 0 ? 'auto_number' : 'status',
        ...(index % 3 === 0 ? { position: 0 } : {}),
      }),
    );
    const items = Array.from({ length: 10 }, () => anItem(own));
    for (const { status } of await Promise.all(columns)) expect(status).toBe(200);
    const itemIds = await Promise.all(items);
    const { data } = await client.query('columns.list', { boardId: own.id });
    expect(data.columns.map(({ position }: { position: number }) => position)).toEqual([...Array(21).keys()]);
    for (const { id, type } of data.columns.filter(
      (column: { type: string }) => column.type === 'auto_number',
    )) {
      const numbers = await Promise.all(itemIds.map((item) => valueOf(own, item, id)));
      expect([type, ...(numbers as number[]).sort((a, b) => a - b)]).toEqual([
        type,
        ...Array.from({ length: 10 }, (_, n) => n + 1),
      ]);
    }
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: '\t ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a NUL byte', { name: 'A\u0000' }, 'name'],
    [
      'a lone surrogate in a config',
      { type: 'dropdown', config: { options: ['\ud800'] } },
      'config.options.0',
    ],
    ['no type', { type: undefined }, 'type'],
    ['an unknown type', { type: 'rollup' }, 'type'],
    ['a type that every object has', { type: 'constructor' }, 'type'],
    ['a type that is no text', { type: ['text'] }, 'type'],
    ['a negative position', { position: -1 }, 'position'],
    ['a position between two', { position: 0.5 }, 'position'],
    ['a position beyond numbers', { position: 1e300 }, 'position'],
    ['a width of 19', { width: 19 }, 'width'],
    ['a width of 2001', { width: 2001 }, 'width'],
    ['half a pixel', { width: 150.5 }, 'width'],
    ['required that is no boolean', { required: 'yes' }, 'required'],
    ['a computed column that is required', { type: 'formula', required: true }, 'required'],
    [
      'a computed column with a default value',
      { type: 'created_date', defaultValue: '2026-01-01' },
      'defaultValue',
    ],
    ['a default value of another shape', { type: 'number', defaultValue: 'many' }, 'defaultValue'],
    ['a default value beyond its range', { type: 'rating', defaultValue: 6 }, 'defaultValue'],
    ['an invalid default label', { type: 'status', defaultValue: 'Nowhere' }, 'defaultValue'],
    [
      'a default value of two people where one is allowed',
      { type: 'people', config: { multiple: false }, defaultValue: [newId('user'), newId('user')] },
      'defaultValue',
    ],
    [
      'a running timer as default value',
      { type: 'time_tracking', defaultValue: { start: true } },
      'defaultValue',
    ],
    [
      'two labels of one name',
      { type: 'label', config: { labels: [{ name: 'a' }, { name: 'A' }] } },
      'config.labels.1.name',
    ],
    [
      'labels without end',
      { type: 'label', config: { labels: Array.from({ length: 201 }, (_, n) => ({ name: `${n}` })) } },
      'config.labels',
    ],
    ['an unknown aggregate', { type: 'lookup', config: { aggregate: 'median' } }, 'config.aggregate'],
    ['an unknown key', { color: '#000000' }, 'color'],
    ['an id of another noun', { boardId: newId('project') }, 'boardId'],
  ])('400: %s', async (_what, input, path) => {
    const before = await positions(board);
    const written = await eventsDuring(board.organization, async () => {
      expect(refusedPaths(await create(input))).toContain(path);
    });
    expect(written).toEqual([]);
    expect(await positions(board)).toEqual(before);
  });

  it('400: a config nested deeper than the stack, or larger than a request needs', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const json = JSON.stringify({
      json: { boardId: board.id, name: 'A', type: 'status', config: { labels: 0 } },
    });
    const { client } = board.organization.owner;
    for (const hostile of [deep, `{"labels":${deep}}`]) {
      const body = json.replace('{"labels":0}', hostile);
      expect((await client.request('POST', '/api/trpc/columns.create', body)).status).toBe(400);
    }
    const wide = { labels: Array.from({ length: 5_000 }, () => 7) };
    expect(refusedPaths(await create({ type: 'label', config: wide }))).toEqual(['config.labels']);
  });

  it('400: the 501st column of a board', async () => {
    const own = await aBoard({ columns: [] });
    const { client } = own.organization.owner;
    await own.organization.app.sql.query(
      `insert into columns (organization_id, id, board_id, name, type, position, width, required, config, created_at,
         updated_at)
       select organization_id, 'col_' || lpad(n::text, 26, '0'), id, 'Filler', 'text', n, 150, false, '{}', now(), now()
       from boards, generate_series(0, 499) n where id = $1`,
      [own.id],
    );
    const answer = await client.mutate('columns.create', { boardId: own.id, name: 'One more', type: 'text' });
    expect(refusedPaths(answer)).toEqual(['boardId']);
  });

  it('400: a lookup through a column without items, or of another board', async () => {
    const { client } = board.organization.owner;
    const { data: text } = await create({ name: 'Text' });
    const lookup = (linkColumnId: string) => create({ type: 'lookup', config: { linkColumnId } });
    expect(refusedPaths(await lookup(text.id))).toEqual(['config.linkColumnId']);
    expect(refusedPaths(await lookup(world.otherColumnId))).toEqual(['config.linkColumnId']);
    const { data: dependency } = await create({ name: 'After', type: 'dependency' });
    expect((await lookup(dependency.id)).status).toBe(200);
    expect((await client.mutate('columns.delete', { id: dependency.id })).status).toBe(200);
  });

  it('400: a default value of the wrong board: links refer to other boards, dependencies do not', async () => {
    const wrong: [ColumnTypeName, string][] = [
      ['link', world.itemId],
      ['dependency', world.otherItemId],
    ];
    for (const [type, id] of wrong) {
      expect(refusedPaths(await create({ type, defaultValue: [id] }))).toEqual(['defaultValue']);
    }
  });

  it('401: without a credential', async () =>
    expect(await codesWithoutCredential(board.workspace, (client) => create({ name: 'No' }, client))).toEqual(
      UNAUTHORIZED,
    ));

  it('403: all but members of the workspace', async () =>
    expect(await statusesByRole(board.workspace, (client) => create({ name: 'Maybe' }, client))).toEqual(
      ONLY_BUILDERS,
    ));

  it('403: a token without the scope write', async () =>
    expect(
      await statusWithoutScope(board.workspace, 'write', (client) => create({ name: 'No' }, client)),
    ).toBe(403));

  it("404: another organization's ids look exactly like missing ids", async () => {
    const foreign = await aBoard({ columns: [{ name: 'Links', type: 'link' }] });
    const foreignItem = await anItem(foreign);
    const before = await positions(board);
    expect(await lookOf(foreign.id, (boardId) => create({ boardId }))).toEqual(MISSING);
    expect(
      await lookOf(foreign.id, (id) =>
        create({ type: 'link', config: { boardIds: [world.otherBoardId, id] } }),
      ),
    ).toEqual(MISSING);
    expect(
      await lookOf(foreign.column('Links'), (id) => create({ type: 'lookup', config: { linkColumnId: id } })),
    ).toEqual(MISSING);
    expect(
      await lookOf(foreign.column('Links'), (id) =>
        create({ type: 'lookup', config: { linkColumnId: world.linkColumnId, targetColumnId: id } }),
      ),
    ).toEqual(MISSING);
    expect(
      await lookOf(foreign.organization.owner.userId, (id) =>
        create({ type: 'people', defaultValue: [world.userId, id] }),
      ),
    ).toEqual(MISSING);
    expect(await lookOf(foreignItem, (id) => create({ type: 'link', defaultValue: [id] }))).toEqual(MISSING);
    expect(await lookOf(foreignItem, (id) => create({ type: 'dependency', defaultValue: [id] }))).toEqual(
      MISSING,
    );
    expect(await positions(board)).toEqual(before);
  });

  it('400: files as a default value', async () => {
    expect(refusedPaths(await create({ type: 'file', defaultValue: [newId('file')] }))).toEqual([
      'defaultValue',
    ]);
  });

  it('404: a board of a closed workspace that the caller has not joined', async () => {
    const closed = await aBoard({ workspace: await aWorkspace({ visibility: 'closed' }) });
    const outsider = await closed.organization.addMember('member');
    const { owner } = closed.organization;
    expect((await owner.client.query('boards.get', { id: closed.id })).status).toBe(200);
    const hidden = await create({ boardId: closed.id }, outsider.client);
    const missing = await create({ boardId: missingIdLike(closed.id) }, outsider.client);
    expect(hidden.status).toBe(404);
    expect(hidden.body).toEqual(missing.body);
  });

  it('409: an Idempotency-Key used for something else', async () => {
    const key = { 'idempotency-key': newId('event') };
    const own = await aBoard(board);
    const call = (name: string) =>
      own.organization.owner.client.mutate('columns.create', { boardId: own.id, name, type: 'text' }, key);
    const first = await call('Once');
    expect((await call('Once')).body).toEqual(first.body);
    expect((await call('Twice')).status).toBe(409);
    expect((await positions(own)).filter((name: string) => name.includes('Once'))).toHaveLength(1);
  });
});
