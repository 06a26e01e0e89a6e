import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { VIEWS_MAX } from '../../../src/modules/views/views.schemas';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

describe('views', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;
  const create = (input: object = {}) =>
    made(client(), 'views.create', { boardId: board.id, name: 'Mine', ...input });
  const listed = async () => (await client().query('views.list', { boardId: board.id })).data.views;

  beforeAll(async () => {
    board = await aBoard({
      columns: [
        { name: 'Status', type: 'status' },
        { name: 'Number', type: 'number' },
        { name: 'People', type: 'people' },
      ],
    });
  });

  it('200: a view is stored as given, with defaults for the rest', async () => {
    const filters = [
      { columnId: board.column('Status'), operator: 'any_of', value: ['Done', { label: 'To Do' }] },
      {
        or: [
          { columnId: 'name', operator: 'is_not_empty' },
          { columnId: 'createdBy', operator: 'is', value: 'me' },
        ],
      },
    ];
    let view: Awaited<ReturnType<typeof create>>;
    const events = await eventsDuring(board.organization, async () => {
      view = await create({
        filters,
        sortBy: board.column('Number'),
        sortDir: 'desc',
        groupBy: board.column('Status'),
        hiddenColumns: [board.column('People')],
        layout: 'board',
      });
    });
    expect(view).toEqual({
      id: expect.stringMatching(/^viw_/),
      boardId: board.id,
      name: 'Mine',
      layout: 'board',
      filters,
      sortBy: board.column('Number'),
      sortDir: 'desc',
      groupBy: board.column('Status'),
      hiddenColumns: [board.column('People')],
      options: {},
      personal: false,
      position: 0,
      createdBy: board.organization.owner.userId,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: view!.createdAt,
    });
    expect(events).toMatchObject([{ type: 'view.created', data: { view } }]);
    const plain = await create({ name: 'Plain' });
    expect(plain).toMatchObject({
      layout: 'table',
      filters: [],
      sortBy: null,
      sortDir: 'asc',
      groupBy: null,
      hiddenColumns: [],
    });
    expect(await listed()).toEqual(expect.arrayContaining([view, plain]));
    // What is kept is what items.list takes.
    const { status } = await client().query('items.list', {
      boardId: board.id,
      filters: view!.filters,
      sortBy: view!.sortBy,
    });
    expect(status).toBe(200);
  });

  it('400: at most 200 views on a board, also under parallel calls', async () => {
    const full = await aBoard({ project: board.project });
    const { id } = await made(client(), 'views.create', { boardId: full.id, name: 'First' });
    await full.organization.app.sql.query(
      `insert into views select organization_id, 'viw_' || lpad(n::text, 26, '0'), board_id, name, layout, filters, sort_by,
         sort_dir, group_by, hidden_columns, created_by, created_at, updated_at, options, personal_of
       from views, generate_series(1, $2) n where id = $1`,
      [id, VIEWS_MAX - 2],
    );
    const input = { boardId: full.id, name: 'Another' };
    const answers = await Promise.all([1, 2, 3].map(() => client().mutate('views.create', input)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('200: an update changes the given fields, and accepts an expected version', async () => {
    const view = await create({ sortBy: 'name', groupBy: 'groupId' });
    const renamed = await made(client(), 'views.update', { id: view.id, name: 'Other', sortBy: null });
    expect(renamed).toMatchObject({ name: 'Other', sortBy: null, groupBy: 'groupId' });
    expect(renamed.updatedAt > view.updatedAt).toBe(true);
    const stale = await client().mutate('views.update', {
      id: view.id,
      name: 'Late',
      expectedUpdatedAt: view.updatedAt,
    });
    expect(stale).toMatchObject({ status: 409, error: { data: { code: 'CONFLICT' } } });
    expect(await listed()).toContainEqual(renamed);
    expect((await client().mutate('views.delete', { id: view.id })).data).toEqual({ success: true });
    expect((await listed()).map(({ id }: { id: string }) => id)).not.toContain(view.id);
    expect((await client().mutate('views.delete', { id: view.id })).status).toBe(404);
  });

  it('200: a reference to a deleted column is omitted', async () => {
    const gone = await made(client(), 'columns.create', { boardId: board.id, name: 'Gone', type: 'number' });
    const condition = { columnId: gone.id, operator: 'gt', value: 1 };
    const kept = { columnId: 'name', operator: 'contains', value: 'a' };
    const view = await create({
      filters: [condition, { or: [condition] }, { or: [condition, kept] }],
      sortBy: gone.id,
      groupBy: gone.id,
      hiddenColumns: [gone.id, board.column('People')],
    });
    await made(client(), 'columns.delete', { id: gone.id });
    expect((await listed()).find(({ id }: { id: string }) => id === view.id)).toMatchObject({
      filters: [{ or: [kept] }],
      sortBy: null,
      groupBy: null,
      hiddenColumns: [board.column('People')],
    });
  });

  it('200: conditions that refer to records hidden from the reader are omitted, and the rest is valid for items.list', async () => {
    const { organization } = board;
    const reader = await organization.addMember('member');
    const secret = await aBoard({ workspace: await aWorkspace({ organization, visibility: 'closed' }) });
    const open = await aBoard({ project: board.project });
    const own = await aBoard({
      project: board.project,
      columns: [
        { name: 'Link', type: 'link' },
        { name: 'People', type: 'people' },
        { name: 'Text', type: 'text' },
      ],
    });
    const [hidden, seen] = [await anItem(secret), await anItem(open)];
    const on = (columnId: string, value: unknown) => ({ columnId, operator: 'any_of', value });
    const about = on(own.column('Link'), [seen]);
    const text = { columnId: own.column('Text'), operator: 'contains', value: hidden };
    const person = on(own.column('People'), [organization.owner.userId]);
    const filters = [
      on(own.column('Link'), [seen, hidden]),
      { or: [about, on(own.column('Link'), [hidden])] },
      { and: [on(own.column('Link'), [hidden])] },
      person,
      on('createdBy', ['me']),
      text,
    ];
    await made(client(), 'views.create', { boardId: own.id, name: 'All', filters });
    const shown = async (as: WireClient) => {
      const { data } = await as.query('views.list', { boardId: own.id });
      const answer = await as.query('items.list', { boardId: own.id, filters: data.views[0].filters });
      expect(answer.status).toBe(200);
      return data.views[0].filters;
    };
    expect(await shown(client())).toEqual(filters);
    expect(await shown(reader.client)).toEqual([{ or: [about] }, person, on('createdBy', ['me']), text]);
  });

  it.each<[string, object, string[]]>([
    [
      'an unknown column in a filter',
      { filters: [{ columnId: newId('column'), operator: 'is', value: 1 }] },
      ['filters.0.columnId'],
    ],
    [
      'an unknown operator',
      { filters: [{ columnId: 'name', operator: 'like', value: 'a' }] },
      ['filters.0.operator'],
    ],
    ['an unknown column to sort by', { sortBy: newId('column') }, ['sortBy']],
    ['an unknown column to group by', { groupBy: newId('column') }, ['groupBy']],
    ['an unknown hidden column', { hiddenColumns: [newId('column')] }, ['hiddenColumns.0']],
    ['an unknown layout', { layout: 'cube' }, ['layout']],
    ['an unknown key', { color: 'red' }, ['color']],
    ['a blank name', { name: '  ' }, ['name']],
  ])('400: %s', async (_, input, paths) => {
    const answer = await client().mutate('views.create', { boardId: board.id, name: 'Bad', ...input });
    expect(refusedPaths(answer)).toEqual(paths);
    expect((await listed()).map(({ name }: { name: string }) => name)).not.toContain('Bad');
  });

  it('401 and 403: without a credential, without a scope', async () => {
    const { id } = await create();
    for (const [procedure, input, scope] of [
      ['views.create', { boardId: board.id, name: 'x' }, 'write'],
      ['views.update', { id, name: 'x' }, 'write'],
      ['views.delete', { id }, 'delete'],
    ] as const) {
      const call = (as: WireClient) => as.mutate(procedure, input);
      expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
      expect(await statusWithoutScope(board.workspace, scope, call)).toBe(403);
    }
  });

  it('403: viewers save none, members change only their own, workspace admins all', async () => {
    const viewer = await board.workspace.addMember('viewer');
    const member = await board.workspace.addMember('member');
    const other = await board.workspace.addMember('member');
    const admin = await board.workspace.addMember('admin');
    expect((await viewer.client.query('views.list', { boardId: board.id })).status).toBe(200);
    expect((await viewer.client.mutate('views.create', { boardId: board.id, name: 'x' })).status).toBe(403);
    const view = await made(member.client, 'views.create', { boardId: board.id, name: 'Theirs' });
    expect((await other.client.mutate('views.update', { id: view.id, name: 'x' })).status).toBe(403);
    expect((await other.client.mutate('views.delete', { id: view.id })).status).toBe(403);
    expect((await member.client.mutate('views.update', { id: view.id, name: 'Own' })).status).toBe(200);
    expect((await admin.client.mutate('views.delete', { id: view.id })).status).toBe(200);
  });

  it('404: another organization’s id looks exactly like a missing id', async () => {
    const other = await aBoard();
    const theirs = await made(other.organization.owner.client, 'views.create', {
      boardId: other.id,
      name: 'x',
    });
    await expectHidden(other.id, (boardId) => client().query('views.list', { boardId }));
    await expectHidden(other.id, (boardId) => client().mutate('views.create', { boardId, name: 'x' }));
    await expectHidden(theirs.id, (id) => client().mutate('views.update', { id, name: 'x' }));
    await expectHidden(theirs.id, (id) => client().mutate('views.delete', { id }));
  });
});
