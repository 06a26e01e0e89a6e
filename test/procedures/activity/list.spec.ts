import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import {
  codesWithoutCredential,
  ONLY_ONLOOKERS,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { columnExamples, type ExampleWorld } from '../../support/column-examples';
import { deliverEvents } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, submit } from '../../support/factories/form.factory';
import { aFile } from '../../support/factories/file.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { lookOf, MISSING, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Stage', type: 'status' },
  { name: 'Owner', type: 'people' },
  { name: 'Files', type: 'file' },
];
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('activity.list', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS });
  });
  const call = (input: object, client = board.organization.owner.client) =>
    client.query('activity.list', input);
  const act = (name: string, input: object) => made(board.organization.owner.client, name, input);

  /** The entries, newest first, once everything that has happened has arrived. */
  async function entries(input: object) {
    await deliverEvents(board.organization.app);
    const { status, data, body } = await call(input);
    expect([status, body]).toEqual([200, body]);
    return data.entries;
  }
  const actions = async (input: object): Promise<string[]> =>
    (await entries(input)).map(({ action }: { action: string }) => action);

  it('200: comments of an item, by their ids and without their texts', async () => {
    const itemId = await anItem(board);
    const { id: commentId } = await act('comments.create', { itemId, body: 'A secret text' });
    const { id: replyId } = await act('comments.create', { itemId, body: 'Another', parentId: commentId });
    await act('comments.react', { commentId: replyId, emoji: 'eyes' });
    await act('comments.delete', { id: commentId });
    const found = await entries({ itemId });
    expect(found).toMatchObject([
      { action: 'comment.deleted', itemId, commentId, parentId: null },
      { action: 'comment.reaction_added', commentId: replyId, emoji: 'eyes' },
      { action: 'comment.created', commentId: replyId, parentId: commentId },
      { action: 'comment.created', commentId, parentId: null },
      { action: 'item.created' },
    ]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('200: files in cells with their names, and the number of files of comments', async () => {
    const itemId = await anItem(board);
    const file = await aFile(board.organization.owner.client, 'x', 'plan.txt');
    const columnId = board.column('Files');
    await act('items.setValue', { itemId, columnId, value: [file.id] });
    await act('items.setValue', { itemId, columnId, value: null });
    await act('comments.create', { itemId, body: 'See', attachmentIds: [file.id] });
    expect(await entries({ itemId })).toMatchObject([
      { action: 'comment.created', attachmentCount: 1 },
      { action: 'value.changed', columnId, previousValue: [file], value: null },
      { action: 'value.changed', columnId, previousValue: null, value: [file] },
      { action: 'item.created' },
    ]);
  });

  it('200: forms and submissions of a board, by their ids and without their answers', async () => {
    const other = await aBoard({ project: board.project });
    const formId = await aForm(other);
    const { submissionId } = (await submit(other, formId, { subject: 'A secret answer' })).body as {
      submissionId: string;
    };
    await act('forms.submissions.update', { id: submissionId, status: 'reviewed' });
    const found = await entries({ boardId: other.id });
    const form = { id: formId, name: 'Form' };
    expect(found).toMatchObject([
      { action: 'submission.updated', form, submissionId, status: 'reviewed', previousStatus: 'new' },
      { action: 'form.submitted', actor: null, form, submissionId },
      { action: 'item.created', actor: null },
      { action: 'form.published', form },
      { action: 'form.created', form },
      { action: 'board.created' },
    ]);
    // The name of the item is an answer; nothing else is.
    expect(JSON.stringify(found.toSpliced(2, 1))).not.toContain('secret');
  });

  it('200: what happened to an item, newest first, with values before and after', async () => {
    const { userId } = board.organization.owner;
    const itemId = await anItem(board, { name: 'First', values: { [board.column('Text')]: 'one' } });
    await act('items.setValue', { itemId, columnId: board.column('Stage'), value: 'Done' });
    await act('items.setValue', { itemId, columnId: board.column('Stage'), value: null });
    await act('items.setValue', { itemId, columnId: board.column('Text'), value: '"two": , {' });
    await act('items.update', { id: itemId, name: 'Renamed' });
    await act('items.move', { id: itemId, groupId: board.group('Two') });
    await act('items.archive', { id: itemId });
    const done = { id: expect.stringMatching(/^lbl_/), label: 'Done', color: expect.any(String) };
    const entry = (action: string, details: object) => ({
      id: expect.stringMatching(/^act_/),
      action,
      actor: { id: userId, name: 'Olivia Owner', avatar: null, isServiceAccount: false },
      boardId: board.id,
      itemId,
      itemName: 'Renamed',
      createdAt: expect.stringMatching(TIMESTAMP),
      ...details,
    });
    const stage = { columnId: board.column('Stage') };
    const [one, two] = ['One', 'Two'].map((name) => ({ id: board.group(name), name }));
    expect(await entries({ itemId })).toEqual([
      entry('item.archived', {}),
      entry('item.moved', { group: two, previousGroup: one, position: expect.any(Number) }),
      entry('item.updated', { changes: { name: 'Renamed' }, previous: { name: 'First' } }),
      entry('value.changed', { columnId: board.column('Text'), value: '"two": , {', previousValue: 'one' }),
      entry('value.changed', { ...stage, value: null, previousValue: done }),
      entry('value.changed', { ...stage, value: done, previousValue: null }),
      entry('item.created', {
        name: 'First',
        parentId: null,
        group: one,
        position: expect.any(Number),
        values: { [board.column('Text')]: 'one' },
      }),
    ]);
  });

  it('200: what happened on a board, with the names that groups and columns had then', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, groups: ['Only'], columns: COLUMNS });
    await act('boards.groups.create', { boardId: own.id, name: 'Second' });
    await act('columns.update', { id: own.column('Text'), name: 'Words' });
    const itemId = await anItem(own);
    await act('items.delete', { id: itemId });
    await act('boards.update', { id: own.id, name: 'Renamed' });
    const found = await entries({ boardId: own.id });
    expect(found).toMatchObject([
      { action: 'board.updated', board: { id: own.id, name: 'Renamed' }, itemId: null, itemName: null },
      { action: 'item.trashed', itemId, itemName: 'Item' },
      { action: 'item.created', itemId },
      { action: 'column.updated', column: { id: own.column('Text'), name: 'Words' } },
      { action: 'group.created', group: { id: expect.stringMatching(/^grp_/), name: 'Second' } },
      { action: 'board.created', board: { id: own.id, name: 'Board' } },
    ]);
  });

  it('200: actions whose events have another name keep their names', async () => {
    const own = await aBoard({ organization: board.organization, groups: ['One', 'Two'], columns: COLUMNS });
    const { userId } = await board.organization.addMember('guest');
    const boardId = own.id;
    const itemIds = [await anItem(own), await anItem(own)];
    await act('items.reorder', { groupId: own.groupIds[0], itemIds: itemIds.toReversed() });
    await act('boards.groups.reorder', { boardId, groupIds: own.groupIds.toReversed() });
    await act('columns.reorder', { boardId, columnIds: own.columnIds.toReversed() });
    await act('boards.members.add', { boardId, userId, permission: 'view' });
    await act('boards.members.add', { boardId, userId, permission: 'edit' });
    await act('boards.members.remove', { boardId, userId });
    expect((await actions({ boardId })).slice(0, 6)).toEqual([
      'board.member_removed',
      'board.member_changed',
      'board.member_added',
      'columns.reordered',
      'groups.reordered',
      'items.reordered',
    ]);
  });

  it('200: keeps the order of an item’s changes under parallel changes', async () => {
    const itemId = await anItem(board);
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        act('items.setValue', { itemId, columnId: board.column('Text'), value: `text ${at}` }),
      ),
    );
    const changes = (await entries({ itemId })).slice(0, -1);
    expect(changes).toHaveLength(20);
    // Each change begins with what the one before it left.
    for (const [at, { previousValue }] of changes.slice(0, -1).entries())
      expect(previousValue).toBe(changes[at + 1].value);
  });

  it('200: pages continue where they ended while entries are added', async () => {
    const itemId = await anItem(board);
    const columnId = board.column('Text');
    for (const value of ['a', 'b', 'c', 'd']) await act('items.setValue', { itemId, columnId, value });
    await deliverEvents(board.organization.app);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await call({ itemId, limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(
        ...data.entries.map(({ value, action }: { value: unknown; action: string }) => value ?? action),
      );
      cursor = data.nextCursor;
      await act('items.setValue', { itemId, columnId, value: `later ${seen.length}` });
      await deliverEvents(board.organization.app);
    } while (cursor !== null);
    expect(seen).toEqual(['d', 'c', 'b', 'a', 'item.created']);
  });

  it('200: values of a deleted column and the name of a deleted group are omitted', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, groups: ['Stays', 'Goes'], columns: COLUMNS });
    const itemId = await anItem(own, { groupId: own.group('Goes') });
    await act('items.setValue', { itemId, columnId: own.column('Text'), value: 'secret' });
    await act('columns.delete', { id: own.column('Text') });
    await act('boards.groups.delete', { id: own.group('Goes'), moveItemsTo: own.group('Stays') });
    const found = await entries({ itemId });
    expect(JSON.stringify(found)).not.toContain('secret');
    const changed = found.find(({ action }: { action: string }) => action === 'value.changed');
    expect(changed.columnId).toBe(own.column('Text'));
    expect(changed).not.toHaveProperty('value');
    expect(changed).not.toHaveProperty('previousValue');
    expect(found.at(-1)).toMatchObject({
      action: 'item.created',
      group: { id: own.group('Goes'), name: null },
    });
  });

  it('200: labels have their current names', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, columns: COLUMNS });
    const columnId = own.column('Stage');
    const itemId = await anItem(own, { values: { [columnId]: 'Done' } });
    const { labels } = own.record.columns.find(({ id }: { id: string }) => id === columnId).config;
    const renamed = labels.map((each: { name: string }) =>
      each.name === 'Done' ? { ...each, name: 'Finished' } : each,
    );
    await act('columns.update', { id: columnId, config: { labels: renamed } });
    const created = (await entries({ itemId })).at(-1);
    expect(created.values[columnId]).toMatchObject({ label: 'Finished' });
  });

  it('200: entries from a board that the caller does not see contain only that something happened', async () => {
    const { organization } = board;
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const hidden = await aBoard({ organization, workspace: closed, groups: ['Hidden'], columns: COLUMNS });
    const itemId = await anItem(hidden, { name: 'Old name' });
    await act('items.setValue', { itemId, columnId: hidden.column('Text'), value: 'secret' });
    await act('items.update', { id: itemId, name: 'New name' });
    await act('items.move', { id: itemId, boardId: board.id, groupId: board.group('One') });
    const before = await entries({ itemId });
    expect(before.at(-1)).toMatchObject({ boardId: hidden.id, name: 'Old name' });
    expect(before[0]).toMatchObject({
      action: 'item.moved',
      boardId: board.id,
      previousBoardId: hidden.id,
      previousGroup: { id: hidden.group('Hidden'), name: 'Hidden' },
    });

    const outsider = await organization.addMember('member');
    const { status, data } = await call({ itemId }, outsider.client);
    expect(status).toBe(200);
    const text = JSON.stringify(data);
    for (const secret of [hidden.id, hidden.group('Hidden'), hidden.column('Text'), 'secret', 'Old name'])
      expect(text).not.toContain(secret);
    expect(data.entries).toHaveLength(before.length);
    expect(Object.keys(data.entries.at(-1))).toEqual([
      'id',
      'action',
      'actor',
      'boardId',
      'itemId',
      'itemName',
      'createdAt',
    ]);
    // The board that the item left does not show its new name either.
    const [moved, ...left] = await entries({ boardId: hidden.id });
    expect(moved).toEqual(before[0]);
    expect(left.every(({ itemName }: { itemName: unknown }) => itemName === null)).toBe(true);
  });

  it('200: a move to another board is listed on both, page by page', async () => {
    const { organization, workspace } = board;
    const closed = await aWorkspace({ organization, visibility: 'closed' });
    const from = await aBoard({ organization, workspace, groups: ['From'], columns: COLUMNS });
    const to = await aBoard({ organization, workspace: closed, groups: ['To'], columns: COLUMNS });
    const ids = [];
    for (const name of ['One', 'Two', 'Three']) ids.push(await anItem(from, { name }));
    await act('items.bulkMove', { itemIds: ids.slice(0, 2), boardId: to.id, groupId: to.group('To') });
    await act('items.move', { id: ids[2], boardId: to.id, groupId: to.group('To') });
    const whole = await entries({ boardId: from.id, limit: 200 });
    expect(whole.map(({ action }: { action: string }) => action)).toEqual([
      ...Array.from({ length: 3 }, () => 'item.moved'),
      ...Array.from({ length: 3 }, () => 'item.created'),
      'board.created',
    ]);
    const there = await entries({ boardId: to.id });
    expect(there.slice(0, 3)).toEqual(whole.slice(0, 3));
    const paged = [];
    let cursor: string | null = null;
    do {
      const { data } = await call({ boardId: from.id, limit: 2, ...(cursor ? { cursor } : {}) });
      paged.push(...data.entries);
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole);
    // A user who cannot see the target board sees that the items were moved.
    const outsider = await organization.addMember('member');
    const { data } = await call({ boardId: from.id, limit: 1 }, outsider.client);
    expect(data.entries).toEqual([
      {
        id: whole[0].id,
        action: 'item.moved',
        actor: whole[0].actor,
        boardId: null,
        itemId: ids[2],
        itemName: null,
        createdAt: whole[0].createdAt,
        previousBoardId: from.id,
        previousGroup: { id: from.group('From'), name: 'From' },
      },
    ]);
  });

  it('200: values before and after have the wire format of the column type', async () => {
    const { organization, workspace, project } = board;
    const { client, userId } = organization.owner;
    const other = await aBoard({
      organization,
      workspace,
      project,
      columns: [{ name: 'Sum', type: 'number' }],
    });
    const own = await aBoard({ organization, workspace, project, columns: COLUMNS });
    const itemId = await anItem(own);
    const link = await made(client, 'columns.create', {
      boardId: own.id,
      name: 'Link',
      type: 'link',
      config: { boardIds: [other.id] },
    });
    const world: ExampleWorld = {
      userId,
      otherBoardId: other.id,
      otherItemId: await anItem(other),
      otherColumnId: other.column('Sum'),
      linkColumnId: link.id,
      itemId: await anItem(own),
    };
    const examples = Object.entries(columnExamples((pattern) => expect.stringMatching(pattern)));
    for (const [type, { plain, config, value }] of examples) {
      if (!value) continue;
      const column = await made(client, 'columns.create', {
        boardId: own.id,
        name: `Of ${type}`,
        type,
        config: config?.(world) ?? plain,
      });
      await act('items.setValue', { itemId, columnId: column.id, value: value(world) });
      const { data } = await client.query('items.get', { id: itemId });
      const wire = data.values[column.id];
      const columnId = column.id;
      expect((await entries({ itemId, limit: 1 }))[0]).toMatchObject({ columnId, value: wire });
      await act('items.setValue', { itemId, columnId, value: null });
      const [cleared] = await entries({ itemId, limit: 1 });
      expect([type, cleared]).toMatchObject([type, { columnId, previousValue: wire }]);
    }
  });

  it('200: a purged item keeps its name in the log, and neither values nor descriptions', async () => {
    const { organization, workspace } = board;
    const own = await aBoard({ organization, workspace, columns: COLUMNS });
    const columnId = own.column('Text');
    const itemId = await anItem(own, { name: 'Payroll', values: { [columnId]: 'secret one' } });
    await act('items.setValue', { itemId, columnId, value: 'secret two' });
    await act('items.update', { id: itemId, name: 'Payroll 2', description: '<p>secret three</p>' });
    await act('items.delete', { id: itemId });
    await act('trash.purge', { ids: [itemId] });
    await vi.waitFor(async () => {
      const found = await entries({ boardId: own.id });
      expect(found[0]).toMatchObject({ action: 'item.deleted', name: 'Payroll 2' });
      expect(JSON.stringify(found)).not.toContain('secret');
      expect(found.at(-3)).toMatchObject({ action: 'value.changed', columnId });
    });
  });

  it('200: a user who has left the organization is still named', async () => {
    const { organization } = board;
    const person = await organization.addMember('member', 'Paula Past');
    const itemId = await anItem(board, { client: person.client });
    await organization.app.sql.query('delete from members where user_id = $1', [person.userId]);
    expect((await entries({ itemId }))[0].actor).toEqual({
      id: person.userId,
      name: 'Paula Past',
      avatar: null,
      isServiceAccount: false,
    });
  });

  it('200: a rollback logs nothing; repeated delivery logs nothing twice', async () => {
    const itemId = await anItem(board);
    const rejected = await board.organization.owner.client.mutate('items.setValue', {
      itemId,
      columnId: board.column('Stage'),
      value: 'No such label',
    });
    expect(rejected.status).toBe(400);
    expect(await actions({ itemId })).toEqual(['item.created']);
    expect(await actions({ itemId })).toEqual(['item.created']);
  });

  it.each([
    ['neither an item nor a board', {}, 'itemId'],
    ['both', { itemId: newId('item'), boardId: newId('board') }, 'itemId'],
    ['an id of another noun', { itemId: newId('board') }, 'itemId'],
    ['no id', { boardId: 'brd_1' }, 'boardId'],
    ['an unknown key', { itemId: newId('item'), search: 'a' }, 'search'],
    ['a limit of none', { itemId: newId('item'), limit: 0 }, 'limit'],
    ['a limit beyond the largest', { itemId: newId('item'), limit: 201 }, 'limit'],
    ['a cursor of another noun', { itemId: newId('item'), cursor: newId('item') }, 'cursor'],
  ])('400: %s', async (_what, input, path) => {
    expect(refusedPaths(await call(input))).toContain(path);
  });

  it('400: an unknown cursor, of another item, or of another organization', async () => {
    const itemId = await anItem(board);
    const other = await anItem(board);
    const [{ id: theirs }] = await entries({ itemId: other });
    expect(refusedPaths(await call({ itemId, cursor: theirs }))).toEqual(['cursor']);
    expect(refusedPaths(await call({ itemId, cursor: newId('activity') }))).toEqual(['cursor']);
    const foreign = await aBoard();
    const { client } = foreign.organization.owner;
    const answer = await call({ boardId: foreign.id, cursor: theirs }, client);
    expect(refusedPaths(answer)).toEqual(['cursor']);
  });

  it('401: without a credential', async () => {
    const asked = (client: typeof board.organization.owner.client) => call({ boardId: board.id }, client);
    expect(await codesWithoutCredential(board.workspace, asked)).toEqual(UNAUTHORIZED);
  });

  it('403: a token without the scope read', async () => {
    const asked = (client: typeof board.organization.owner.client) => call({ boardId: board.id }, client);
    expect(await statusWithoutScope(board.workspace, 'read', asked)).toBe(403);
  });

  it('404: an id of another organization, like a missing one', async () => {
    const foreign = await aBoard();
    const item = await anItem(foreign);
    await deliverEvents(board.organization.app);
    expect(await lookOf(item, (itemId) => call({ itemId }))).toEqual(MISSING);
    expect(await lookOf(foreign.id, (boardId) => call({ boardId }))).toEqual(MISSING);
  });

  it('404: an item in Trash, as in items.get; the board still lists its entries', async () => {
    const itemId = await anItem(board);
    await act('items.delete', { id: itemId });
    await deliverEvents(board.organization.app);
    expect(await lookOf(itemId, (asked) => call({ itemId: asked }))).toEqual(MISSING);
    expect((await entries({ boardId: board.id, limit: 1 }))[0]).toMatchObject({
      action: 'item.trashed',
      itemId,
    });
  });

  it('404: a closed workspace, for all who are not its members', async () => {
    const closed = await aWorkspace({ visibility: 'closed' });
    const own = await aBoard({ workspace: closed });
    const itemId = await anItem(own);
    expect(await statusesBySight(closed, (client) => call({ itemId }, client))).toEqual(ONLY_ONLOOKERS);
    expect(await statusesBySight(closed, (client) => call({ boardId: own.id }, client))).toEqual(
      ONLY_ONLOOKERS,
    );
  });
});
