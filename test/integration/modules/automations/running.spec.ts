import { beforeAll, describe, expect, it } from 'vitest';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aForm, submit } from '../../../support/factories/form.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';
import { listedNames } from '../../../support/item-lists';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Other', type: 'text' },
  { name: 'Status', type: 'status' },
  { name: 'Owner', type: 'people' },
  { name: 'Due', type: 'date' },
];

describe('automations', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS });
  });
  const client = () => board.organization.owner.client;
  const set = (itemId: string, column: string, value: unknown, on = board) =>
    made(client(), 'items.setValue', { itemId, columnId: on.column(column), value });
  const setText = (column: string, value: string, on = board) => ({
    type: 'set_value',
    config: { columnId: on.column(column), value },
  });

  it('run their actions once for each event that fires them', async () => {
    const on = await aBoard({ organization: board.organization, columns: COLUMNS });
    const id = await anAutomation(on, {
      actions: [setText('Text', '{item.name} in {group.name}, {unknown}', on)],
    });
    const item = await anItem(on, { name: 'A {item.id}' });
    await runAutomations(on);
    expect(await valueOf(on, item, on.column('Text'))).toBe(`A {item.id} in ${'New Group'}, {unknown}`);
    expect(await logOf(on, id)).toMatchObject([
      {
        automationId: id,
        status: 'success',
        triggeredBy: { type: 'item.created', itemId: item, userId: on.organization.owner.userId },
        actionsExecuted: 1,
        duration: expect.any(Number),
        error: null,
      },
    ]);
    const [listed] = (await client().query('automations.list', { boardId: on.id })).data.automations;
    expect(listed).toMatchObject({ executionCount: 1, lastExecutedAt: expect.any(String) });
    await runAutomations(on);
    expect(await logOf(on, id)).toHaveLength(1);
  });

  it('value.changed fires for its column and values', async () => {
    const on = await aBoard({ organization: board.organization, columns: COLUMNS });
    const trigger = {
      type: 'value.changed',
      config: { columnId: on.column('Status'), toValue: 'Done' },
    };
    const id = await anAutomation(on, {
      trigger,
      actions: [setText('Text', '{value.old} > {value.new}', on)],
    });
    const item = await anItem(on);
    await set(item, 'Status', 'To Do', on);
    await set(item, 'Status', 'Done', on);
    await set(item, 'Text', 'x', on);
    await runAutomations(on);
    expect(await valueOf(on, item, on.column('Text'))).toBe('To Do > Done');
    expect(await logOf(on, id)).toHaveLength(1);
  });

  it('conditions decide with the values of the item; unmet ones leave no trace', async () => {
    const on = await aBoard({ organization: board.organization, columns: COLUMNS });
    const id = await anAutomation(on, {
      conditions: [{ columnId: on.column('Text'), operator: 'is', value: 'yes' }],
      actions: [setText('Other', 'met', on)],
    });
    const yes = await anItem(on, { values: { [on.column('Text')]: 'yes' } });
    const no = await anItem(on, { values: { [on.column('Text')]: 'no' } });
    await runAutomations(on);
    expect(await valueOf(on, yes, on.column('Other'))).toBe('met');
    expect(await valueOf(on, no, on.column('Other'))).toBeNull();
    expect(await logOf(on, id)).toHaveLength(1);
  });

  it('actions commit together: a failing one rolls back all and is named', async () => {
    const on = await aBoard({ organization: board.organization, groups: ['One', 'Two'], columns: COLUMNS });
    const id = await anAutomation(on, {
      actions: [
        setText('Text', 'first', on),
        { type: 'create_item', config: { boardId: on.id, groupId: on.group('Two'), name: 'Made' } },
        { type: 'set_value', config: { columnId: on.column('Due'), value: '{item.name}' } },
      ],
    });
    const item = await anItem(on, { name: 'Not a date' });
    await runAutomations(on);
    expect(await valueOf(on, item, on.column('Text'))).toBeNull();
    expect(await listedNames(on)).toEqual(['Not a date']);
    expect(await logOf(on, id)).toMatchObject([
      { status: 'failed', failedAction: 2, actionsExecuted: 0, error: expect.stringContaining('Due') },
    ]);
  });

  it('every database action', async () => {
    const target = await aBoard({ organization: board.organization, groups: ['There'], columns: COLUMNS });
    const on = await aBoard({ organization: board.organization, groups: ['One', 'Two'], columns: COLUMNS });
    const { userId } = on.organization.owner;
    const id = await anAutomation(on, {
      trigger: { type: 'item.created', config: { groupId: on.group('One') } },
      actions: [
        { type: 'assign_person', config: { columnId: on.column('Owner'), userIds: [userId] } },
        {
          type: 'create_subitem',
          config: { name: 'Part of {item.name}', values: { [on.column('Text')]: '{user.name}' } },
        },
        {
          type: 'create_item',
          config: { boardId: target.id, groupId: target.group('There'), name: 'Copy of {item.name}' },
        },
        { type: 'move_item', config: { groupId: on.group('Two') } },
        { type: 'archive_item', config: {} },
      ],
    });
    const item = await anItem(on, { name: 'A', groupId: on.group('One') });
    await runAutomations(on, target);
    const got = (await client().query('items.get', { id: item })).data;
    expect(got).toMatchObject({
      groupId: on.group('Two'),
      values: { [on.column('Owner')]: [userId] },
    });
    expect(await listedNames(target)).toEqual(['Copy of A']);
    expect(await listedNames(on)).toEqual([]);
    expect(await logOf(on, id)).toMatchObject([{ status: 'success', actionsExecuted: 5 }]);
  });

  it('two that set each other stop after five in a row', async () => {
    const on = await aBoard({ organization: board.organization, columns: COLUMNS });
    const changed = (column: string) => ({ type: 'value.changed', config: { columnId: on.column(column) } });
    const one = await anAutomation(on, {
      trigger: changed('Text'),
      actions: [setText('Other', '{now} {value.new}', on)],
    });
    const two = await anAutomation(on, {
      trigger: changed('Other'),
      actions: [setText('Text', '{now} {value.new}', on)],
    });
    const item = await anItem(on);
    await set(item, 'Text', 'go', on);
    await runAutomations(on);
    const log = [...(await logOf(on, one)), ...(await logOf(on, two))];
    expect(log.filter(({ status }) => status === 'success')).toHaveLength(5);
    expect(log.filter(({ status }) => status === 'stopped')).toMatchObject([{ duration: 0 }]);
  });

  it('that multiply stop after fifty runs each in a chain', async () => {
    const on = await aBoard({ organization: board.organization, columns: COLUMNS });
    const config = { boardId: on.id, groupId: on.groupIds[0], name: 'Another' };
    const actions = [
      { type: 'create_item', config },
      { type: 'create_item', config },
    ];
    const ids = [await anAutomation(on, { actions }), await anAutomation(on, { actions })];
    const counts = async () => {
      const { automations } = (await client().query('automations.list', { boardId: on.id })).data;
      return automations.map(({ executionCount }: { executionCount: number }) => executionCount);
    };
    await anItem(on);
    await runAutomations(on);
    expect(await counts()).toEqual([51, 51]);
    const { rows } = await board.organization.app.sql.query(
      `select automation_id, error from automation_executions
       where automation_id = any ($1) and status = 'stopped' order by automation_id`,
      [ids],
    );
    const error = 'The automation has run 50 times in a chain of automations';
    expect(rows).toEqual(ids.map((id) => ({ automation_id: id, error })));
    // Another change begins another chain.
    await anItem(on);
    await runAutomations(on);
    expect(await counts()).toEqual([102, 102]);
  });

  it('subitems.completed fires for the parent when the last sub-item is done', async () => {
    const on = await aBoard({ organization: board.organization, columns: COLUMNS });
    const id = await anAutomation(on, {
      trigger: { type: 'subitems.completed', config: {} },
      actions: [setText('Text', 'All done', on)],
    });
    const parent = await anItem(on, { name: 'Parent' });
    const a = await anItem(on, { parentId: parent });
    const b = await anItem(on, { parentId: parent });
    await set(a, 'Status', 'Done', on);
    await runAutomations(on);
    expect(await logOf(on, id)).toEqual([]);
    await set(b, 'Status', 'Done', on);
    await runAutomations(on);
    expect(await valueOf(on, parent, on.column('Text'))).toBe('All done');
    expect(await logOf(on, id)).toMatchObject([{ triggeredBy: { itemId: b }, status: 'success' }]);
  });

  it('form.submitted fires with the item and the answers', async () => {
    const on = await aBoard({ organization: board.organization, columns: COLUMNS });
    const formId = await aForm(on);
    await anAutomation(on, {
      trigger: { type: 'form.submitted', config: { formId } },
      actions: [setText('Text', 'Answered {form.subject}', on)],
    });
    await submit(on, formId, { subject: 'Hello {item.id}' });
    await runAutomations(on);
    const [item] = (await client().query('items.list', { boardId: on.id })).data.items;
    expect(item.values[on.column('Text')]).toBe('Answered Hello {item.id}');
  });

  it('act with the current permissions of their creator', async () => {
    const member = await board.workspace.addMember();
    const on = await aBoard({
      organization: board.organization,
      workspace: board.workspace,
      columns: COLUMNS,
    });
    const id = await anAutomation(on, { client: member.client, actions: [setText('Text', 'done', on)] });
    await made(client(), 'organizations.members.remove', { userId: member.userId });
    const item = await anItem(on);
    await runAutomations(on);
    expect(await valueOf(on, item, on.column('Text'))).toBeNull();
    expect(await logOf(on, id)).toMatchObject([
      { status: 'failed', error: 'The creator of the automation is no longer a member of the organization' },
    ]);
  });
});
