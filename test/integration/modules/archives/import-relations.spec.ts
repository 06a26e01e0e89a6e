import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { startApp, type TestApp } from '../../../support/app';
import { archived, type EditedArchive, editRecords, partsOf, repack } from '../../../support/archives';
import { deliverEventsSoFar } from '../../../support/events';
import { anAutomation } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aFile } from '../../../support/factories/file.factory';
import { anItem } from '../../../support/factories/item.factory';
import { aNotification } from '../../../support/factories/notification.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';
import { imported } from '../../../support/organization-moves';
import { aSampleWorld, type SampleWorld } from '../../../support/sample-world';

type Row = Record<string, unknown>;
/** A name, the part of the message, and the change of the archive. */
type Case = readonly [name: string, message: string, edit: (parts: EditedArchive['parts']) => void];

describe('records of an archive that are related as no call relates them', () => {
  let from: TestApp;
  let to: TestApp;
  let world: SampleWorld;
  let plan: TestBoard;
  let directory: string;
  let original: EditedArchive;
  let otherColumn: string;
  let otherGroup: string;
  let otherWorkspace: string;
  let items: Record<'first' | 'second' | 'third', string>;
  let comments: Record<'reply' | 'elsewhere' | 'withFile', string>;
  let aboutComment: string;

  beforeAll(async () => {
    from = await startApp({ ROLES: 'api' });
    to = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-relations-'));
    world = await aSampleWorld({ app: from });
    const { organization, board, otherBoard, itemId, otherItemId } = world;
    const { client } = organization.owner;
    plan = await aBoard({
      workspace: board.workspace,
      project: board.project,
      columns: [
        { name: 'After', type: 'dependency' },
        { name: 'Linked', type: 'link' },
        { name: 'Number', type: 'number' },
        { name: 'No', type: 'auto_number' },
        { name: 'Double', type: 'formula', config: { expression: '{Number} * 2' } },
        { name: 'Of linked', type: 'lookup' },
        { name: 'Key', type: 'text', config: { unique: true } },
      ],
    });
    await made(client, 'columns.update', {
      id: plan.column('Of linked'),
      config: { linkColumnId: plan.column('Linked'), targetColumnId: otherBoard.columnIds[0] },
    });
    const key = (value: string) => ({ [plan.column('Key')]: value });
    const first = await anItem(plan, { name: 'First', values: key('K') });
    const { id: inTrash } = await made(client, 'items.create', {
      boardId: plan.id,
      groupId: plan.groupIds[0],
      name: 'In Trash',
      values: key('T'),
    });
    await made(client, 'items.delete', { id: inTrash });
    await anItem(plan, { name: 'After Trash', values: key('T') });
    const second = await anItem(plan, { name: 'Second', values: { [plan.column('After')]: [first] } });
    const third = await anItem(plan, { name: 'Third', values: { [plan.column('After')]: [second] } });
    items = { first, second, third };
    const comment = (input: object) => made(client, 'comments.create', { body: 'A comment', ...input });
    const { id: reply } = await comment({ itemId, parentId: world.commentId });
    const { id: elsewhere } = await comment({ itemId: otherItemId });
    const { id: fileId } = await aFile(client, 'Attached');
    const { id: withFile } = await comment({ itemId, attachmentIds: [fileId] });
    comments = { reply, elsewhere, withFile };
    await made(client, 'comments.react', { commentId: world.commentId, emoji: 'heart' });
    const about = { kind: 'mention', boardId: board.id, itemId };
    aboutComment = await aNotification(organization, organization.owner, about);
    await from.sql.query('update notifications set comment_id = $2 where id = $1', [aboutComment, reply]);
    await made(client, 'me.preferences.set', { preferences: { theme: 'dark', sidebar: { width: 300 } } });
    await made(client, 'views.update', {
      id: world.viewId,
      sortBy: board.columnIds[0],
      options: { table: { columnOrder: [board.columnIds[0]] } },
    });
    otherColumn = otherBoard.columnIds[0]!;
    otherGroup = otherBoard.groupIds[0]!;
    otherWorkspace = (await aWorkspace({ organization })).id;
    await deliverEventsSoFar(from);
    const file = join(directory, 'organization.zip');
    const manifest = await archived(organization, file);
    original = { parts: await partsOf(file), manifest };
  }, 120_000);
  afterAll(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  const problemOf = async (edit: Case[2]) => {
    const file = await repack(join(directory, 'changed.zip'), original, ({ parts }) => edit(parts));
    return imported(to, file, { isDryRun: true }).then(
      () => 'is imported',
      (error: Error) => error.message,
    );
  };
  /** Those that are imported, or rejected with another message. */
  const otherwise = async (cases: readonly Case[]) => {
    const found: [string, string][] = [];
    for (const [name, message, edit] of cases) {
      const problem = await problemOf(edit);
      if (!problem.includes(message)) found.push([name, problem]);
    }
    return found;
  };
  const one = (table: string, id: string, edit: (row: Row) => void) => (parts: EditedArchive['parts']) =>
    editRecords(parts, table, (rows) => rows.forEach((row) => row['id'] === id && edit(row)));
  const every = (table: string, edit: (row: Row) => void) => (parts: EditedArchive['parts']) =>
    editRecords(parts, table, (rows) => rows.forEach((row) => edit(row)));
  const set = (table: string, id: string, change: Row) => one(table, id, (row) => Object.assign(row, change));
  const config = (id: string, change: Row) =>
    one('columns', id, (row) => Object.assign(row['config'] as Row, change));
  const values = (id: string, change: Row) =>
    one('items', id, (row) => Object.assign(row['values'] as Row, change));

  it('are the original, which can be imported', async () => {
    expect(await problemOf(() => undefined)).toBe('is imported');
  });

  it('are rejected among items', async () => {
    const { itemId, subItemId, otherItemId, board } = world;
    const after = plan.column('After');
    const part = 'records/items.jsonl has';
    const sub = `${part} ${subItemId} with a value that no call has written: parent_id: `;
    expect(
      await otherwise([
        ['an unknown board', 'board_id: Must be', set('items', itemId, { board_id: newId('board') })],
        ['a group of another board', 'group_id: Must be', set('items', itemId, { group_id: otherGroup })],
        [
          'a group that does not exist',
          'group_id: Must be',
          set('items', itemId, { group_id: newId('group') }),
        ],
        ['a parent on another board', sub, set('items', subItemId, { parent_id: otherItemId })],
        ['a parent in another group', sub, set('items', subItemId, { group_id: board.group('Second') })],
        ['a parent that is missing', sub, set('items', subItemId, { parent_id: newId('item') })],
        ['a parent of its own', sub, set('items', subItemId, { parent_id: subItemId })],
        [
          'a parent that is a sub-item',
          `${part} ${items.third} with a value that no call has written: parent_id: `,
          (parts) => {
            set('items', items.second, { parent_id: items.first })(parts);
            set('items', items.third, { parent_id: items.second })(parts);
          },
        ],
        ['an item before itself', `values.${after}`, values(items.first, { [after]: [items.first] })],
        ['items before each other', `values.${after}`, values(items.first, { [after]: [items.second] })],
        ['a circle of three', `values.${after}`, values(items.first, { [after]: [items.third] })],
        [
          'a value of a unique column that another item has',
          `${items.third} with a value that no call has written: values.${plan.column('Key')}: `,
          values(items.third, { [plan.column('Key')]: ' K' }),
        ],
        [
          'the id of an item in place of a user',
          'created_by: ',
          set('items', itemId, { created_by: itemId }),
        ],
        [
          'a file that the archive does not have',
          'records/items.jsonl has',
          set('files', world.fileId, { id: newId('file') }),
        ],
        [
          'an entry in Trash on another board',
          'records/trash_entries.jsonl has',
          every('trash_entries', (row) => void (row['board_id'] = world.otherBoard.id)),
        ],
      ]),
    ).toEqual([]);
  }, 120_000);

  it('are rejected among comments, their files and notifications', async () => {
    const { commentId, itemId, otherItemId } = world;
    const part = 'records/comments.jsonl has';
    expect(
      await otherwise([
        ['a reply to a reply', part, set('comments', comments.withFile, { parent_id: comments.reply })],
        ['a parent of another item', part, set('comments', comments.elsewhere, { parent_id: commentId })],
        ['a reply to itself', part, set('comments', comments.withFile, { parent_id: comments.withFile })],
        ['a count that is negative', 'reply_count', set('comments', commentId, { reply_count: -1 })],
        ['mentions that are none', 'mentions', set('comments', commentId, { mentions: [itemId] })],
        ['a reaction', 'emoji', every('comment_reactions', (row) => void (row['emoji'] = '<b>'))],
        [
          'a file of another item',
          'records/file_attachments.jsonl has',
          every('file_attachments', (row) => {
            if (row['comment_id'] === comments.withFile) row['item_id'] = otherItemId;
          }),
        ],
        [
          'a notification of a comment on another item',
          'records/notifications.jsonl has',
          set('notifications', aboutComment, { comment_id: comments.elsewhere }),
        ],
        ['an unknown kind', 'kind: ', set('notifications', aboutComment, { kind: 'alert' })],
        [
          'other details',
          'details',
          set('notifications', aboutComment, { details: { url: 'javascript:1' } }),
        ],
      ]),
    ).toEqual([]);
  }, 120_000);

  it('are rejected between boards', async () => {
    const { board, automationId, formId, viewId } = world;
    const own = board.columnIds[0]!;
    const trigger = (columnId: string) => ({ trigger_type: 'value.changed', trigger_config: { columnId } });
    const actions = (...list: object[]) => ({ actions: list });
    const mapping = (columnId: string | null, formField = 'subject') => ({
      mappings: [{ formField, target: columnId === null ? 'item_name' : 'column', columnId }],
    });
    const automation = (change: Row) => set('automations', automationId, change);
    const form = (change: Row) => set('forms', formId, change);
    const view = (change: Row) => set('views', viewId, change);
    const filters = [{ or: [{ columnId: otherColumn, operator: 'is_empty' }] }];
    const options = { table: { columnWidths: { [otherColumn]: 100 } } };
    const move = { type: 'move_item', config: { groupId: otherGroup } };
    const write = { type: 'set_value', config: { columnId: otherColumn, value: null } };
    const create = {
      type: 'create_item',
      config: {
        boardId: world.otherBoard.id,
        groupId: board.groupIds[0],
        name: 'Made',
        values: { [own]: null },
      },
    };
    const settings = (row: Row) => void ((row['settings'] as Row)['groupId'] = otherGroup);
    const { id: projectBoard } = world.otherBoard;
    expect(
      await otherwise([
        ['a trigger', 'trigger.config', automation(trigger(otherColumn))],
        ['an unknown trigger', 'trigger', automation({ trigger_type: 'exec', trigger_config: {} })],
        ['a trigger with other settings', 'trigger', automation({ trigger_config: { run: 'id' } })],
        ['conditions', 'conditions', automation({ conditions: filters })],
        ['a moved item', 'actions.0.config', automation(actions(move))],
        ['a value', 'actions.1.config', automation(actions({ type: 'archive_item', config: {} }, write))],
        ['a created item', 'actions.0.config', automation(actions(create))],
        ['a mapped column', 'mappings.0.columnId', form(mapping(otherColumn))],
        ['a mapped field that is none', 'mappings.0.formField', form(mapping(null, 'other'))],
        ['a field of ids that anyone types', 'mappings.0.columnId', form(mapping(board.column('Owner')))],
        ['the group of a form', 'settings.groupId', one('forms', formId, settings)],
        ['the order of a view', 'sort_by', view({ sort_by: otherColumn })],
        ['an order that is none', 'sort_by', view({ sort_by: 'rank; drop table items' })],
        ['the direction of a view', 'sort_dir', view({ sort_dir: 'up' })],
        ['a layout that is none', 'layout', view({ layout: 'iframe' })],
        ['the groups of a view', 'group_by', view({ group_by: otherColumn })],
        ['a hidden column', 'hidden_columns', view({ hidden_columns: [otherColumn] })],
        ['conditions of a view', 'filters', view({ filters })],
        ['options of a view', 'options', view({ options })],
        ['a formula', 'config', config(plan.column('Double'), { expression: `{${otherColumn}}` })],
        [
          'a lookup that follows no link',
          'config',
          config(plan.column('Of linked'), { linkColumnId: plan.column('Number') }),
        ],
        [
          'a lookup that follows a link of another board',
          'config',
          config(plan.column('Of linked'), { linkColumnId: board.column('Linked') }),
        ],
        [
          'a board in another workspace',
          'workspace_id',
          set('boards', projectBoard, { workspace_id: otherWorkspace }),
        ],
        [
          'an execution',
          'records/automation_executions.jsonl has',
          every('automation_executions', (row) => void (row['board_id'] = world.otherBoard.id)),
        ],
      ]),
    ).toEqual([]);
  }, 120_000);

  it('are rejected with contents that no call has written', async () => {
    const entries = (change: Row) => every('user_preferences', (row) => void (row['entries'] = change));
    const large = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`apps.a${at}`, 'x'.repeat(8_000)]),
    );
    const { board } = world;
    expect(
      await otherwise([
        ['a preference that does not exist', 'entries.script', entries({ script: 'x' })],
        ['a size', 'entries.sidebar.width', entries({ 'sidebar.width': 5 })],
        ['a theme', 'entries.theme', entries({ theme: '<style>' })],
        ['a board that is none', 'entries.defaultViews.x', entries({ 'defaultViews.x': world.viewId })],
        ['the name of a client', 'entries.apps.', entries({ 'apps.<b>': 1 })],
        ['too many preferences', 'KiB', entries(large)],
        ['a width', 'width', set('columns', board.columnIds[0]!, { width: -1 })],
        ['the last position', 'position', set('groups', board.groupIds[0]!, { position: 2 ** 31 - 1 })],
        [
          'the last number of an item',
          'last_number',
          every('column_counters', (row) => void (row['last_number'] = Number.MAX_SAFE_INTEGER)),
        ],
        [
          'the last version of a board',
          'structure_version',
          set('boards', board.id, { structure_version: Number.MAX_SAFE_INTEGER }),
        ],
        [
          'an entry in the Trash of another workspace',
          'workspace_id',
          every('trash_entries', (row) => void (row['workspace_id'] = otherWorkspace)),
        ],
        ['answers', 'data', every('form_submissions', (row) => void (row['data'] = 'x'))],
        [
          'problems of an import',
          'problems',
          every('imports', (row) => void (row['problems'] = [{ line: 'x' }])),
        ],
        ['a reason', 'disabled_reason', every('webhooks', (row) => void (row['disabled_reason'] = '<b>'))],
        [
          'what triggered an execution',
          'triggered_by',
          every('automation_executions', (row) => void (row['triggered_by'] = null)),
        ],
      ]),
    ).toEqual([]);
  }, 120_000);

  it('are not what calls leave behind, which is imported', async () => {
    const target = await startApp({ ROLES: 'api' });
    try {
      const { organization, board, otherBoard } = world;
      const { client } = organization.owner;
      const { userId: left } = await organization.addMember('member');
      const on = await aBoard({
        workspace: board.workspace,
        project: board.project,
        groups: ['Stays', 'Goes'],
        columns: [
          { name: 'After', type: 'dependency' },
          { name: 'Linked', type: 'link' },
          { name: 'Who', type: 'people' },
          { name: 'Stars', type: 'rating', config: { maxRating: 10 } },
          { name: 'Gone', type: 'text' },
        ],
      });
      const moving = await anItem(on, { groupId: on.group('Stays') });
      const gone = await anItem(otherBoard);
      await anItem(on, {
        groupId: on.group('Stays'),
        values: {
          [on.column('After')]: [moving],
          [on.column('Linked')]: [gone],
          [on.column('Who')]: [left],
          [on.column('Stars')]: 10,
          [on.column('Gone')]: 'text',
        },
      });
      const inGroup = await anItem(on, { groupId: on.group('Goes') });
      await anItem(on, { groupId: on.group('Goes'), parentId: inGroup });
      const of = (name: string) => ({ columnId: on.column(name) });
      await made(client, 'views.create', {
        boardId: on.id,
        name: 'View',
        filters: [{ ...of('Gone'), operator: 'is_empty' }],
        sortBy: on.column('Gone'),
      });
      await anAutomation(on, { actions: [{ type: 'set_value', config: { ...of('Gone'), value: 'x' } }] });
      await made(client, 'boards.groups.delete', { id: on.group('Goes') });
      await made(client, 'columns.update', { id: on.column('Stars'), config: { maxRating: 5 } });
      await made(client, 'columns.delete', { id: on.column('Gone') });
      await made(client, 'items.delete', { id: gone });
      await made(client, 'trash.purge', { ids: [gone] });
      await made(client, 'organizations.members.remove', { userId: left });
      const place = { id: moving, boardId: otherBoard.id, groupId: otherBoard.groupIds[0] };
      await made(client, 'items.move', place);
      await aNotification(organization, organization.owner, { kind: 'due', boardId: on.id, itemId: moving });
      await deliverEventsSoFar(from);
      await from.sql.query('update notifications set board_id = $2 where item_id = $1', [moving, on.id]);
      const file = join(directory, 'left-behind.zip');
      await archived(organization, file);
      await imported(target, file);
      const { rows } = await target.sql.query(
        'select board_id as "boardId" from notifications where item_id = $1',
        [moving],
      );
      expect(rows).toEqual([{ boardId: otherBoard.id }]);
    } finally {
      await target.close();
    }
  }, 120_000);
});
