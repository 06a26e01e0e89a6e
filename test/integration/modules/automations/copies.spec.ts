import { beforeAll, describe, expect, it } from 'vitest';
import { BoardPurgeJob } from '../../../../src/modules/boards/deletion/board-purge.job';
import {
  anAutomation,
  anExecution,
  logOf,
  runAutomations,
} from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aForm } from '../../../support/factories/form.factory';
import { aProject } from '../../../support/factories/project.factory';
import { anItem } from '../../../support/factories/item.factory';
import { made } from '../../../support/factories/workspace.factory';
import { eventsDuring } from '../../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Stage', type: 'status' },
];

describe('copies of boards with automations', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ groups: ['One', 'Two'], columns: COLUMNS });
  });
  const client = () => board.organization.owner.client;
  const listed = async (boardId: string) =>
    (await client().query('automations.list', { boardId })).data.automations;
  const labelOf = (on: TestBoard, name: string) =>
    on.record.columns
      .find((column: { name: string }) => column.name === 'Stage')
      .config.labels.find((label: { name: string }) => label.name === name).id;

  it('refer to the groups, columns and labels of the copy, act for the user who copies, and run', async () => {
    const author = await board.workspace.addMember('member');
    const on = await aBoard({ project: board.project, groups: ['One', 'Two'], columns: COLUMNS });
    await anAutomation(on, {
      client: author.client,
      trigger: { type: 'item.created', config: { groupId: on.group('One') } },
      conditions: [
        { columnId: on.column('Stage'), operator: 'any_of', value: [{ id: labelOf(on, 'Done') }] },
      ],
      actions: [
        { type: 'set_value', config: { columnId: on.column('Text'), value: 'Copied' } },
        { type: 'move_item', config: { groupId: on.group('Two') } },
      ],
    });
    const [original] = await listed(on.id);
    let copy: { id: string; groups: { id: string; name: string }[]; columns: { id: string; name: string }[] };
    const events = await eventsDuring(board.organization, async () => {
      copy = await made(client(), 'boards.duplicate', { id: on.id });
    });
    expect(events.map(({ type }) => type)).toEqual(['board.created', 'automation.created']);
    const [automation] = await listed(copy!.id);
    expect(automation).toMatchObject({
      name: original.name,
      enabled: true,
      disabledReason: null,
      createdBy: board.organization.owner.userId,
      executionCount: 0,
    });
    const ids = [on.id, ...on.groupIds, ...on.columnIds, labelOf(on, 'Done'), original.id];
    for (const id of ids) expect(JSON.stringify(automation)).not.toContain(id);
    const [first, second] = copy!.groups;
    const [text, stage] = copy!.columns;
    const item = await made(client(), 'items.create', {
      boardId: copy!.id,
      groupId: first!.id,
      name: 'A',
      values: { [stage!.id]: 'Done' },
    });
    await runAutomations({ ...on, id: copy!.id as never });
    const after = (await client().query('items.get', { id: item.id })).data;
    expect(after).toMatchObject({ groupId: second!.id, values: { [text!.id]: 'Copied' } });
    expect((await listed(on.id))[0]).toEqual(original);
  });

  it('refer to the copies of items, if items are copied', async () => {
    const columns = [...COLUMNS, { name: 'Needs', type: 'dependency' }];
    const on = await aBoard({ project: board.project, groups: ['One', 'Two'], columns });
    const item = await anItem(on, { name: 'Linked' });
    const columnId = on.column('Needs');
    await anAutomation(on, {
      conditions: [{ columnId, operator: 'is', value: item }],
      actions: [{ type: 'set_value', config: { columnId, value: [item] } }],
    });
    for (const includeItems of [true, false]) {
      const { id } = await made(client(), 'boards.duplicate', { id: on.id, includeItems });
      const [copied] = (await client().query('items.list', { boardId: id })).data.items;
      const expected = includeItems ? copied.id : item;
      expect(await listed(id)).toMatchObject([
        {
          // An item of the original board cannot be a dependency on the copy.
          enabled: includeItems,
          conditions: [{ value: expected }],
          actions: [{ config: { value: [expected] } }],
        },
      ]);
    }
  });

  it('are disabled with the reason when a part has no copy or the user cannot see it', async () => {
    const on = await aBoard({ project: board.project, groups: ['One'], columns: COLUMNS });
    const hidden = await aBoard({ organization: board.organization, groups: ['Hidden'] });
    await made(client(), 'workspaces.update', { id: hidden.workspace.id, visibility: 'closed' });
    const create = { boardId: hidden.id, groupId: hidden.groupIds[0], name: 'x' };
    await anAutomation(on, { trigger: { type: 'form.submitted', config: { formId: await aForm(on) } } });
    await anAutomation(on, { actions: [{ type: 'create_item', config: create }] });
    await anAutomation(on, { enabled: false });
    const member = await board.workspace.addMember('member');
    const copy = await made(member.client, 'boards.duplicate', { id: on.id });
    expect(await listed(copy.id)).toMatchObject([
      { enabled: false, disabledReason: expect.stringContaining('Unknown form of this board') },
      { enabled: false, disabledReason: expect.stringContaining('No such board') },
      { enabled: false, disabledReason: null },
    ]);
  });

  it('name no column of another board as the reason of disabling', async () => {
    const [on, elsewhere] = [
      await aBoard({ project: board.project, columns: COLUMNS }),
      await aBoard({
        organization: board.organization,
        groups: ['There'],
        columns: [{ name: 'Secret stage', type: 'status' }],
      }),
    ];
    const stage = elsewhere.column('Secret stage');
    const [label] = elsewhere.record.columns[0].config.labels;
    const config = { boardId: elsewhere.id, groupId: elsewhere.group('There'), name: 'x' };
    const create = { type: 'create_item', config: { ...config, values: { [stage]: label.name } } };
    await anAutomation(on, { actions: [create] });
    const { config: before } = elsewhere.record.columns[0];
    const labels = before.labels.map((each: { id: string; name: string }) =>
      each.id === label.id ? { ...each, name: 'Secret label' } : each,
    );
    await made(client(), 'columns.update', { id: stage, config: { ...before, labels } });
    const copy = await made(client(), 'boards.duplicate', { id: on.id });
    expect(await listed(copy.id)).toMatchObject([
      {
        enabled: false,
        disabledReason: `Copied with a part that the copy does not have: The other board does not accept this: actions.0.config.values.${stage}`,
      },
    ]);
  });

  it('do not have the reason why the original was disabled', async () => {
    const on = await aBoard({
      project: board.project,
      columns: [...COLUMNS, { name: 'Secret', type: 'text' }],
    });
    const actions = [{ type: 'set_value', config: { columnId: on.column('Secret'), value: 'x' } }];
    const id = await anAutomation(on, { actions });
    await made(client(), 'columns.delete', { id: on.column('Secret') });
    await runAutomations(on);
    const other = [{ type: 'set_value', config: { columnId: on.column('Text'), value: 'x' } }];
    await made(client(), 'automations.update', { id, actions: other });
    expect(await listed(on.id)).toMatchObject([
      { enabled: false, disabledReason: 'The column Secret was deleted' },
    ]);
    const copy = await made(client(), 'boards.duplicate', { id: on.id });
    expect(await listed(copy.id)).toMatchObject([{ enabled: false, disabledReason: null }]);
  });

  it('projects.duplicate maps boards of the project, and leaves automations out on request', async () => {
    const project = await aProject({ organization: board.organization });
    const from = await aBoard({ project, name: 'From', groups: ['A'] });
    const to = await aBoard({ project, name: 'To', groups: ['B'], columns: COLUMNS });
    const config = {
      boardId: to.id,
      groupId: to.group('B'),
      name: 'x',
      values: { [to.column('Text')]: 'y' },
    };
    await anAutomation(from, { actions: [{ type: 'create_item', config }] });
    const named = (boards: { id: string; name: string }[], name: string) =>
      boards.find((each) => each.name === name)!;
    const copy = await made(client(), 'projects.duplicate', { id: project.id });
    const [automation] = await listed(named(copy.boards, 'From').id);
    expect(automation).toMatchObject({
      enabled: true,
      actions: [{ config: { boardId: named(copy.boards, 'To').id } }],
    });
    for (const id of [to.id, ...to.groupIds, ...to.columnIds])
      expect(JSON.stringify(automation)).not.toContain(id);
    const without = await made(client(), 'projects.duplicate', { id: project.id, includeAutomations: false });
    expect(await listed(named(without.boards, 'From').id)).toEqual([]);
    const single = await made(client(), 'boards.duplicate', { id: from.id, includeAutomations: false });
    expect(await listed(single.id)).toEqual([]);
  });
});

describe('deleted boards', () => {
  it('lose their automations and executions in the background', async () => {
    const board = await aBoard();
    const id = await anAutomation(board);
    const item = await anItem(board);
    await runAutomations(board);
    expect(await logOf(board, id)).toMatchObject([{ triggeredBy: { itemId: item } }]);
    await anExecution(board.organization, id);
    const { app, owner, id: organizationId } = board.organization;
    await app.sql.query(
      `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by, depth,
         is_manual, executed_at)
       select organization_id, 'exe_' || lpad(n::text, 26, '0'), automation_id, board_id, 'cause ' || n, status, triggered_by,
         depth, is_manual, executed_at
       from (select * from automation_executions where automation_id = $1 limit 1) one, generate_series(1, 2500) n`,
      [id],
    );
    await made(owner.client, 'boards.delete', { id: board.id });
    const job = app.nest.get(BoardPurgeJob, { strict: false });
    await job.perform({ organizationId, boardId: board.id, keepsRow: true });
    // The worker of the application runs the same job, and may delete the last rows.
    await expect
      .poll(async () => {
        const { rows } = await app.sql.query(
          `select from automations where board_id = $1
           union all select from automation_executions where board_id = $1`,
          [board.id],
        );
        return rows.length;
      })
      .toBe(0);
  });
});
