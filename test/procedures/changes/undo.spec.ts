import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireAnswer, WireClient } from '../../support/client';
import { deliverEvents } from '../../support/events';
import { contentOf } from '../../support/exported-board';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Status', type: 'status', config: { labels: [{ name: 'Open' }, { name: 'Done' }] } },
];

describe('changes.undo', () => {
  let board: TestBoard;
  let owner: WireClient;
  beforeAll(async () => {
    board = await aBoard({ groups: ['A', 'B'], columns: COLUMNS });
    owner = board.organization.owner.client;
  });
  const undo = (input: object, client = owner) => client.mutate('changes.undo', input);
  const call = async (name: string, input: object, client = owner): Promise<string> => {
    const { status, headers, error } = await client.mutate(name, input);
    expect([status, error]).toEqual([200, undefined]);
    return headers['x-request-id']!;
  };
  const setText = (itemId: string, value: string | null, client = owner) =>
    call('items.setValue', { itemId, columnId: board.column('Text'), value }, client);
  const textOf = async (id: string): Promise<unknown> =>
    (await owner.query('items.get', { id })).data.values[board.column('Text')];
  /** Of a change that one call undoes. */
  const outcome = ({ status, data, error }: WireAnswer) => {
    if (data === undefined) return [status, (error?.data as { reason?: string } | undefined)?.reason];
    const { nextCursor, ...rest } = data as { nextCursor: unknown };
    expect(nextCursor).toBeNull();
    return [status, rest];
  };
  const NOTHING = [404, 'change_not_found'];

  it('200: an archived board is read-only for an undo too', async () => {
    const archived = await aBoard({ organization: board.organization, columns: COLUMNS });
    const itemId = await anItem(archived);
    const columnId = archived.column('Text');
    const requestId = await call('items.setValue', { itemId, columnId, value: 'kept' });
    await call('boards.archive', { id: archived.id });
    expect(outcome(await undo({ requestId }))).toEqual([
      200,
      { undone: 0, skipped: [{ itemId, reason: 'board_archived' }] },
    ]);
    expect((await owner.query('items.get', { id: itemId })).data.values[columnId]).toBe('kept');
  });

  it('200: a value, from the outbox and from the log, with its own event and activity', async () => {
    const id = await anItem(board, { values: { [board.column('Text')]: 'before' } });
    for (const arrive of [() => Promise.resolve(), () => deliverEvents(board.organization.app)]) {
      const requestId = await setText(id, 'after');
      await arrive();
      const events = await eventsDuring(board.organization, async () => {
        expect(outcome(await undo({ requestId }))).toEqual([200, { undone: 1, skipped: [] }]);
      });
      expect(events).toEqual([
        {
          type: 'value.changed',
          boardId: board.id,
          actorId: board.organization.owner.userId,
          data: { columnId: board.column('Text'), value: 'before', previousValue: 'after' },
        },
      ]);
      expect(await textOf(id)).toBe('before');
    }
  });

  it('200: an undo can be undone, a second undo of the same call changes nothing', async () => {
    const id = await anItem(board);
    const requestId = await setText(id, 'one');
    const first = await undo({ requestId });
    expect(outcome(first)).toEqual([200, { undone: 1, skipped: [] }]);
    const again = await undo({ requestId });
    const skipped = [{ itemId: id, columnId: board.column('Text'), reason: 'changed_since' }];
    expect(outcome(again)).toEqual([200, { undone: 0, skipped }]);
    expect(outcome(await undo({ requestId: first.headers['x-request-id'] }))[0]).toBe(200);
    expect(await textOf(id)).toBe('one');
  });

  it('200: an option returns with its present case', async () => {
    const options = (first: string) => ({ options: [first, 'Other'] });
    const sized = await aBoard({
      organization: board.organization,
      columns: [{ name: 'Size', type: 'dropdown', config: options('small') }],
    });
    const columnId = sized.column('Size');
    const itemId = await anItem(sized, { values: { [columnId]: 'small' } });
    const requestId = await call('items.setValue', { itemId, columnId, value: 'Other' });
    await call('columns.update', { id: columnId, config: options('Small') });
    expect(outcome(await undo({ requestId }))).toEqual([200, { undone: 1, skipped: [] }]);
    expect((await owner.query('items.get', { id: itemId })).data.values[columnId]).toBe('Small');
  });

  it('200: two undos of one call at the same time undo it once', async () => {
    const id = await anItem(board);
    const requestId = await setText(id, 'one');
    const answers = await Promise.all([undo({ requestId }), undo({ requestId }), undo({ requestId })]);
    expect(answers.map(({ data }) => data.undone as number).toSorted()).toEqual([0, 0, 1]);
    expect(await textOf(id)).toBeUndefined();
  });

  it('200: what has changed since stays, the rest returns', async () => {
    const [first, second] = [await anItem(board), await anItem(board)];
    const changes = { [board.column('Text')]: 'bulk', [board.column('Status')]: 'Done' };
    const requestId = await call('items.bulkUpdate', { itemIds: [first, second], changes });
    await setText(first, 'later');
    const skipped = [{ itemId: first, columnId: board.column('Text'), reason: 'changed_since' }];
    expect(outcome(await undo({ requestId }))).toEqual([200, { undone: 2, skipped }]);
    const values = [];
    for (const id of [first, second]) values.push((await owner.query('items.get', { id })).data.values);
    expect(values).toEqual([{ [board.column('Text')]: 'later' }, {}]);
  });

  it('200: says why something stays', async () => {
    const own = await aBoard({ organization: board.organization, groups: ['A', 'B'], columns: COLUMNS });
    const reasonAfter = async (name: string, input: object, since: [string, object][]) => {
      const requestId = await call(name, input);
      for (const [each, its] of since) await call(each, its);
      return (await undo({ requestId })).data.skipped.map(({ reason }: { reason: string }) => reason);
    };
    const item = (input: object = {}) => anItem(own, { groupId: own.group('A'), ...input });
    const update = (id: string) => ({ id, name: 'Renamed' });
    let id = await item();
    expect(await reasonAfter('items.update', update(id), [['items.update', { id, name: 'Other' }]])).toEqual([
      'changed_since',
    ]);
    expect(await reasonAfter('items.update', update(id), [['items.delete', { id }]])).toEqual([
      'item_trashed',
    ]);
    id = await item();
    const purge: [string, object][] = [
      ['items.delete', { id }],
      ['trash.purge', { ids: [id] }],
    ];
    expect(await reasonAfter('items.update', update(id), purge)).toEqual(['item_deleted']);
    id = await item();
    const status = own.column('Status');
    const set = { itemId: id, columnId: status, value: 'Done' };
    await call('items.setValue', { ...set, value: 'Open' });
    const [open] = (await owner.query('columns.list', { boardId: own.id })).data.columns.find(
      (column: { id: string }) => column.id === status,
    ).config.labels;
    const label = { columnId: status, labelId: open.id };
    expect(await reasonAfter('items.setValue', set, [['columns.labels.remove', label]])).toEqual([
      'value_not_accepted',
    ]);
    await call('items.setValue', { ...set, value: null });
    expect(await reasonAfter('items.setValue', set, [['columns.delete', { id: status }]])).toEqual([
      'column_deleted',
    ]);
    const move = { id, groupId: own.group('B') };
    const dropped: [string, object][] = [
      ['boards.groups.delete', { id: own.group('A'), moveItemsTo: own.group('B') }],
    ];
    expect(await reasonAfter('items.move', move, dropped)).toEqual(['group_deleted']);
    const parent = await anItem(own, { groupId: own.group('B') });
    id = await anItem(own, { groupId: own.group('B'), parentId: parent });
    expect(await reasonAfter('items.delete', { id }, [['items.delete', { id: parent }]])).toEqual([
      'parent_not_live',
    ]);
  });

  it('200: items of several boards; items of one take no numbers of the other', async () => {
    const { organization } = board;
    const numbered = await aBoard({ organization, columns: [{ name: 'No.', type: 'auto_number' }] });
    const itemIds = [await anItem(numbered), await anItem(board), await anItem(board)];
    const requestId = await call('items.bulkDelete', { itemIds });
    expect(outcome(await undo({ requestId }))).toEqual([200, { undone: 3, skipped: [] }]);
    const { data } = await owner.query('items.get', { id: await anItem(numbered) });
    expect(data.values[numbered.column('No.')]).toBe(2);
  });

  it('200: an import, by its id and by the request', async () => {
    const before = await contentOf(owner, board.id);
    for (const key of ['importId', 'requestId']) {
      const file = { content: `Name,Text\n${'Imported,x\n'.repeat(50)}` };
      const answer = await owner.mutate('boards.import', { id: board.id, file });
      const ids = { importId: answer.data.import.id, requestId: answer.headers['x-request-id'] };
      expect(outcome(await undo({ [key]: ids[key as 'importId'] }))).toEqual([
        200,
        { undone: 50, skipped: [] },
      ]);
      expect(await contentOf(owner, board.id)).toEqual(before);
    }
  });

  it('200: a run of an automation, by administrators', async () => {
    const id = await anItem(board);
    const admin = await board.organization.addMember('admin');
    const { client: member } = await board.workspace.addMember('member');
    const automation = await made(owner, 'automations.create', {
      boardId: board.id,
      name: 'Close',
      trigger: { type: 'recurring', config: { cron: '0 9 * * 1' } },
      actions: [
        { type: 'set_value', config: { columnId: board.column('Text'), value: 'by automation' } },
        { type: 'move_item', config: { groupId: board.group('B') } },
      ],
    });
    const before = await contentOf(owner, board.id);
    const run = await made(owner, 'automations.run', { id: automation.id, itemId: id });
    const executionId = run.executionId ?? run.id ?? run.execution?.id;
    expect(await textOf(id)).toBe('by automation');
    expect(outcome(await undo({ executionId }, member))).toEqual(NOTHING);
    expect(outcome(await undo({ executionId }, admin.client))).toEqual([200, { undone: 1, skipped: [] }]);
    expect(await contentOf(owner, board.id)).toEqual(before);
  });

  it('400: a change that is not about items', async () => {
    const requestId = await call('boards.groups.create', { boardId: board.id, name: 'Spare' });
    expect(outcome(await undo({ requestId }))).toEqual([400, 'not_undoable']);
  });

  it('400: not exactly one id, or not an id', async () => {
    for (const [input, path] of [
      [{}, ''],
      [{ requestId: 'x', importId: newId('import') }, ''],
      [{ requestId: 'a b' }, 'requestId'],
      [{ requestId: 'x'.repeat(129) }, 'requestId'],
      [{ requestId: 5 }, 'requestId'],
      [{ importId: newId('execution') }, 'importId'],
      [{ executionId: null }, 'executionId'],
    ] as const)
      expect(refusedPaths(await undo(input))).toEqual([path]);
  });

  it('401, 403: no credential, a token without the scope', async () => {
    const attempt = (client: WireClient) => undo({ requestId: 'none' }, client);
    expect(await codesWithoutCredential(board.workspace, attempt)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(board.workspace, 'write', attempt)).toBe(403);
  });

  it('200: a token that cannot delete does not undo a creation', async () => {
    const writer = await board.organization.tokenFor(board.organization.owner, ['read', 'write']);
    const { data, headers } = await writer.mutate('items.create', {
      boardId: board.id,
      groupId: board.group('A'),
      name: 'Made',
    });
    const skipped = [{ itemId: data.id, reason: 'no_permission' }];
    expect(outcome(await undo({ requestId: headers['x-request-id'] }, writer))).toEqual([
      200,
      { undone: 0, skipped },
    ]);
  });

  it('404: unknown, of another user, of another organization, on a board that the caller no longer sees', async () => {
    const id = await anItem(board);
    const requestId = await setText(id, 'owned');
    const { client: member } = await board.workspace.addMember('member');
    const { client: stranger } = (await aWorkspace()).organization.owner;
    expect(outcome(await undo({ requestId: 'unknown' }))).toEqual(NOTHING);
    expect(outcome(await undo({ importId: newId('import') }))).toEqual(NOTHING);
    expect(outcome(await undo({ requestId }, member))).toEqual(NOTHING);
    expect(outcome(await undo({ requestId }, stranger))).toEqual(NOTHING);
    const guest = await board.organization.addMember('guest');
    const share = { boardId: board.id, userId: guest.userId };
    await made(owner, 'boards.members.add', { ...share, permission: 'edit' });
    const theirs = await setText(id, 'of a guest', guest.client);
    await made(owner, 'boards.members.updateRole', { ...share, permission: 'view' }).catch(() => undefined);
    await made(owner, 'boards.members.remove', share);
    expect(outcome(await undo({ requestId: theirs }, guest.client))).toEqual(NOTHING);
    await made(owner, 'boards.members.add', { ...share, permission: 'view' });
    expect(outcome(await undo({ requestId: theirs }, guest.client))).toEqual([
      200,
      { undone: 0, skipped: [{ itemId: id, reason: 'no_permission' }] },
    ]);
    expect(outcome(await undo({ requestId: theirs }))).toEqual([200, { undone: 1, skipped: [] }]);
  });

  it('a dry run returns the outcome and changes nothing', async () => {
    const id = await anItem(board);
    const requestId = await setText(id, 'kept');
    const dry = await owner.mutate('changes.undo', { requestId }, { 'x-dry-run': '1' });
    expect(outcome(dry)).toEqual([200, { undone: 1, skipped: [] }]);
    expect(await textOf(id)).toBe('kept');
  });
});
