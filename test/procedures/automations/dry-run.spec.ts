import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { anAutomation, ITEM_CREATED, logOf } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { deliverEvents } from '../../support/events';
import { listedNames } from '../../support/item-lists';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Due', type: 'date' },
];

describe('automations.dryRun', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });
  const owner = () => board.organization.owner;
  const setText = (value: string, on = board) => ({
    type: 'set_value',
    config: { columnId: on.column('Text'), value },
  });
  const definition = (more: object = {}) => ({
    boardId: board.id,
    trigger: ITEM_CREATED,
    actions: [setText('{item.name}!')],
    ...more,
  });
  const dryRun = (input: object, client = owner().client) => client.mutate('automations.dryRun', input);

  it('200: the effects of a definition on an item; nothing is written', async () => {
    const on = await aBoard({ project: board.project, columns: COLUMNS });
    const item = await anItem(on, { name: 'A' });
    const actions = [
      setText('{item.name}!', on),
      {
        type: 'create_item',
        config: { boardId: on.id, groupId: on.groupIds[0], name: 'Copy of {item.name}' },
      },
      { type: 'archive_item', config: {} },
    ];
    const input = { definition: definition({ boardId: on.id, actions }), itemId: item };
    const events = await eventsDuring(board.organization, async () => {
      const { data } = await dryRun(input);
      expect(data).toEqual({
        runs: [
          {
            status: 'success',
            conditions: true,
            effects: [
              {
                action: 'set_value',
                summary: 'Sets a value',
                itemId: item,
                columnId: on.column('Text'),
                value: 'A!',
              },
              {
                action: 'create_item',
                summary: 'Creates the item Copy of A',
                boardId: on.id,
                groupId: on.groupIds[0],
                name: 'Copy of A',
                values: {},
              },
              { action: 'archive_item', summary: 'Archives the item', itemId: item },
            ],
            error: null,
            failedAction: null,
          },
        ],
      });
    });
    expect(events).toEqual([]);
    expect(await listedNames(on)).toEqual(['A']);
    expect(await valueOf(on, item, on.column('Text'))).toBeNull();
  });

  it('200: conditions and failures', async () => {
    const item = await anItem(board, { name: 'No date' });
    const conditions = [{ columnId: board.column('Text'), operator: 'is', value: 'yes' }];
    const skipped = await dryRun({ definition: definition({ conditions }), itemId: item });
    expect(skipped.data.runs).toMatchObject([{ status: 'skipped', conditions: false, effects: [] }]);
    const date = { type: 'set_value', config: { columnId: board.column('Due'), value: '{item.name}' } };
    const failed = await dryRun({ definition: definition({ actions: [setText('x'), date] }), itemId: item });
    expect(failed.data.runs).toMatchObject([
      { status: 'failed', conditions: true, failedAction: 1, error: expect.stringContaining('Due') },
    ]);
    const without = await dryRun({ definition: definition() });
    expect(without.data.runs).toMatchObject([{ status: 'failed', failedAction: 0 }]);
  });

  it('200: the last events that fire the trigger, newest first, each on its own', async () => {
    const on = await aBoard({ project: board.project, columns: COLUMNS });
    const id = await anAutomation(on, {
      trigger: { type: 'value.changed', config: { columnId: on.column('Text') } },
      actions: [
        { type: 'create_item', config: { boardId: on.id, groupId: on.groupIds[0], name: '{value.new}' } },
      ],
      enabled: false,
    });
    const item = await anItem(on, { name: 'A' });
    const set = (column: string, value: string) =>
      made(owner().client, 'items.setValue', { itemId: item, columnId: on.column(column), value });
    for (const value of ['one', 'two', 'three']) await set('Text', value);
    await set('Due', '2026-01-01');
    await deliverEvents(board.organization.app);
    const { runs } = (await dryRun({ id, lastEvents: 2 })).data;
    expect(runs).toMatchObject([
      {
        event: {
          id: expect.stringMatching(/^evt_/),
          type: 'value.changed',
          itemId: item,
          timestamp: expect.any(String),
        },
        status: 'success',
        effects: [{ action: 'create_item', name: 'three' }],
      },
      { effects: [{ name: 'two' }] },
    ]);
    expect((await dryRun({ id, lastEvents: 20 })).data.runs).toHaveLength(3);
    expect(await listedNames(on)).toEqual(['A']);
    expect(await logOf(on, id)).toEqual([]);
  });

  it('200: an automation with the permissions of its creator, a definition with those of the caller', async () => {
    const closed = await aWorkspace({ organization: board.organization, visibility: 'closed' });
    const target = await aBoard({ workspace: closed, groups: ['There'] });
    const create = {
      type: 'create_item',
      config: { boardId: target.id, groupId: target.groupIds[0], name: 'x' },
    };
    const id = await anAutomation(board, { actions: [create] });
    const admin = await board.workspace.addMember('admin');
    expect((await dryRun({ id }, admin.client)).data.runs).toMatchObject([{ status: 'success' }]);
    const given = definition({ actions: [create] });
    expect((await dryRun({ definition: given })).status).toBe(200);
    await expectHidden(target.id, (boardId) =>
      dryRun(
        { definition: definition({ actions: [{ ...create, config: { ...create.config, boardId } }] }) },
        admin.client,
      ),
    );
  });

  it('400: paths of the definition and of the input', async () => {
    const item = await anItem(board);
    const cases: [object, string[]][] = [
      [{}, ['id']],
      [{ id: await anAutomation(board), definition: definition() }, ['id']],
      [{ definition: definition(), itemId: item, lastEvents: 1 }, ['lastEvents']],
      [{ definition: definition(), lastEvents: 0 }, ['lastEvents']],
      [{ definition: definition(), lastEvents: 21 }, ['lastEvents']],
      [
        {
          definition: definition({ trigger: { type: 'recurring', config: { cron: '0 9 * * *' } } }),
          lastEvents: 1,
        },
        ['lastEvents'],
      ],
      [{ definition: definition({ actions: [] }) }, ['definition.actions']],
      [{ definition: definition({ name: 'x' }) }, ['definition.name']],
      [
        {
          definition: definition({
            actions: [{ type: 'set_value', config: { columnId: board.column('Due'), value: 'x' } }],
          }),
        },
        ['definition.actions.0.config.value'],
      ],
      [
        {
          definition: definition({
            conditions: [{ columnId: board.column('Text'), operator: 'gt', value: 1 }],
          }),
        },
        ['definition.conditions.0.operator'],
      ],
      [
        { definition: definition(), itemId: await anItem(await aBoard({ project: board.project })) },
        ['itemId'],
      ],
    ];
    for (const [input, expected] of cases)
      expect([input, refusedPaths(await dryRun(input))]).toEqual([input, expected]);
  });

  it('401, 403, 404', async () => {
    const id = await anAutomation(board);
    const byId = (client: typeof board.organization.owner.client) => dryRun({ id }, client);
    const byDefinition = (client: typeof board.organization.owner.client) =>
      dryRun({ definition: definition() }, client);
    expect(await codesWithoutCredential(board.workspace, byId)).toEqual(UNAUTHORIZED);
    expect(await statusesByRole(board.workspace, byId)).toEqual({ ...ONLY_BUILDERS, member: 403 });
    expect(await statusesByRole(board.workspace, byDefinition)).toEqual(ONLY_BUILDERS);
    const foreign = await aBoard();
    await expectHidden(await anAutomation(foreign), (each) => dryRun({ id: each }));
    await expectHidden(foreign.id, (boardId) => dryRun({ definition: definition({ boardId }) }));
    await expectHidden(await anItem(foreign), (itemId) => dryRun({ definition: definition(), itemId }));
  });
});
