import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ACTIONS_MAX, AUTOMATIONS_MAX } from '../../../src/modules/automations/automations.schemas';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  ONLY_ONLOOKERS,
  statusesByRole,
  statusesBySight,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { anAutomation, anExecution, ITEM_CREATED, logOf } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm } from '../../support/factories/form.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Amount', type: 'number' },
  { name: 'Stage', type: 'status' },
  { name: 'Who', type: 'people' },
  { name: 'Due', type: 'date' },
  { name: 'Made', type: 'created_date' },
];
const ARCHIVE = { type: 'archive_item', config: {} };

describe('automations', () => {
  let board: TestBoard;
  let other: TestBoard;
  let foreign: TestBoard;
  const owner = () => board.organization.owner;
  const definition = () => ({ boardId: board.id, name: 'Rule', trigger: ITEM_CREATED, actions: [ARCHIVE] });
  const create = (input: object = {}, client = owner().client) =>
    client.mutate('automations.create', { ...definition(), ...input });
  const update = (id: string, input: object, client = owner().client) =>
    client.mutate('automations.update', { id, ...input });
  const listed = async (on = board) =>
    (await owner().client.query('automations.list', { boardId: on.id })).data.automations;

  beforeAll(async () => {
    board = await aBoard({ groups: ['First', 'Second'], columns: COLUMNS });
    other = await aBoard({ project: board.project, groups: ['Elsewhere'], columns: COLUMNS });
    foreign = await aBoard({ groups: ['Foreign'], columns: COLUMNS });
  });

  describe('create', () => {
    it('200: returns the automation, which list shows, and emits automation.created', async () => {
      const input = {
        name: 'Done',
        trigger: { type: 'value.changed', config: { columnId: board.column('Stage'), toValue: 'Done' } },
        conditions: [
          {
            or: [
              { columnId: board.column('Amount'), operator: 'gt', value: 3 },
              { columnId: board.column('Text'), operator: 'is_empty' },
            ],
          },
        ],
        actions: [
          { type: 'set_value', config: { columnId: board.column('Text'), value: 'Was {value.old}' } },
        ],
      };
      let answer: Awaited<ReturnType<typeof create>>;
      const events = await eventsDuring(board.organization, async () => {
        answer = await create(input);
      });
      const automation = answer!.data;
      expect(automation).toEqual({
        id: expect.stringMatching(/^aut_[0-9A-Z]{26}$/),
        boardId: board.id,
        ...input,
        enabled: true,
        disabledReason: null,
        executionCount: 0,
        lastExecutedAt: null,
        nextRunAt: null,
        webhookUrl: null,
        createdBy: owner().userId,
        createdAt: expect.any(String),
        updatedAt: automation.createdAt,
      });
      expect((await listed()).at(-1)).toEqual(automation);
      const { id, name, enabled } = automation;
      expect(events).toMatchObject([
        { type: 'automation.created', boardId: board.id, data: { automation: { id, name, enabled } } },
      ]);
    });

    it('200: disabled', async () => {
      const { data } = await create({ enabled: false });
      expect(data).toMatchObject({ enabled: false, disabledReason: null });
    });

    it('200: every trigger and every action', async () => {
      const formId = await aForm(board);
      const [first, second] = board.groupIds;
      const triggers = [
        { type: 'item.created', config: { groupId: first } },
        { type: 'item.moved', config: { fromGroupId: first, toGroupId: second } },
        { type: 'value.changed', config: { columnId: board.column('Text'), fromValue: null, toValue: 'a' } },
        { type: 'date.arrived', config: { columnId: board.column('Due'), offsetDays: -2, time: '07:30' } },
        { type: 'form.submitted', config: { formId } },
        { type: 'subitems.completed', config: {} },
        { type: 'recurring', config: { cron: '0 9 * * 1' } },
        { type: 'webhook.received', config: {} },
      ];
      const actions = [
        { type: 'set_value', config: { columnId: board.column('Amount'), value: null } },
        { type: 'assign_person', config: { columnId: board.column('Who'), userIds: [owner().userId] } },
        { type: 'move_item', config: { groupId: other.groupIds[0], boardId: other.id } },
        {
          type: 'create_item',
          config: {
            boardId: other.id,
            groupId: other.groupIds[0],
            name: '{item.name}',
            values: { [other.column('Amount')]: 3 },
          },
        },
        { type: 'create_subitem', config: { name: 'Part', values: { [board.column('Text')]: '{now}' } } },
        { type: 'archive_item', config: {} },
      ];
      for (const trigger of triggers) {
        const { status, data } = await create({ trigger, actions });
        expect([trigger.type, status]).toEqual([trigger.type, 200]);
        expect(data).toMatchObject({ trigger, actions });
        await made(owner().client, 'automations.delete', { id: data.id });
      }
    });

    it('200: a config that is missing counts as empty', async () => {
      const { data } = await create({
        trigger: { type: 'item.created' },
        actions: [{ type: 'archive_item' }],
      });
      expect(data).toMatchObject({ trigger: ITEM_CREATED, actions: [ARCHIVE] });
    });

    it('400: names the path of what the board does not have, and saves nothing', async () => {
      const before = await listed();
      const trigger = (type: string, config: object) => ({ trigger: { type, config } });
      const action = (type: string, config: object) => ({ actions: [ARCHIVE, { type, config }] });
      const group = board.groupIds[0]!;
      const elsewhere = other.groupIds[0]!;
      const foreignForm = await aForm(other);
      const text = board.column('Text');
      const cases: [object, string[]][] = [
        [{ name: ' ' }, ['name']],
        [{ name: 'x'.repeat(101) }, ['name']],
        [{ enabled: 'yes' }, ['enabled']],
        [{ unknown: 1 }, ['unknown']],
        [trigger('item.deleted', {}), ['trigger.type']],
        [trigger('item.created', { groupId: elsewhere }), ['trigger.config.groupId']],
        [trigger('item.created', { columnId: text }), ['trigger.config.columnId']],
        [
          trigger('item.moved', { fromGroupId: elsewhere, toGroupId: elsewhere }),
          ['trigger.config.fromGroupId', 'trigger.config.toGroupId'],
        ],
        [trigger('value.changed', {}), ['trigger.config.columnId']],
        [trigger('value.changed', { columnId: other.column('Text') }), ['trigger.config.columnId']],
        [
          trigger('value.changed', { columnId: board.column('Stage'), toValue: 'Nowhere' }),
          ['trigger.config.toValue'],
        ],
        [
          trigger('value.changed', { columnId: board.column('Amount'), fromValue: 'many' }),
          ['trigger.config.fromValue'],
        ],
        [trigger('date.arrived', { columnId: text }), ['trigger.config.columnId']],
        [
          trigger('date.arrived', { columnId: board.column('Due'), offsetDays: 400 }),
          ['trigger.config.offsetDays'],
        ],
        [trigger('date.arrived', { columnId: board.column('Due'), time: '24:00' }), ['trigger.config.time']],
        [trigger('form.submitted', {}), ['trigger.config.formId']],
        [trigger('form.submitted', { formId: foreignForm }), ['trigger.config.formId']],
        [trigger('recurring', {}), ['trigger.config.cron']],
        [{ actions: [] }, ['actions']],
        [{ actions: Array.from({ length: ACTIONS_MAX + 1 }, () => ARCHIVE) }, ['actions']],
        [action('run_script', {}), ['actions.1.type']],
        [action('archive_item', { why: 'x' }), ['actions.1.config.why']],
        [action('set_value', { columnId: text }), ['actions.1.config.value']],
        [action('set_value', { columnId: other.column('Text'), value: 'x' }), ['actions.1.config.columnId']],
        [
          action('set_value', { columnId: board.column('Amount'), value: 'many' }),
          ['actions.1.config.value'],
        ],
        [action('set_value', { columnId: board.column('Made'), value: 'x' }), ['actions.1.config.value']],
        [
          action('assign_person', { columnId: text, userIds: [owner().userId] }),
          ['actions.1.config.columnId'],
        ],
        [
          action('assign_person', { columnId: board.column('Who'), userIds: ['unknown'] }),
          ['actions.1.config.userIds.0'],
        ],
        [action('move_item', { groupId: elsewhere }), ['actions.1.config.groupId']],
        [action('move_item', { groupId: group, boardId: other.id }), ['actions.1.config.groupId']],
        [
          action('create_item', { boardId: other.id, groupId: group, name: 'x' }),
          ['actions.1.config.groupId'],
        ],
        [action('create_item', { boardId: board.id, groupId: group, name: ' ' }), ['actions.1.config.name']],
        [
          action('create_item', {
            boardId: board.id,
            groupId: group,
            name: 'x',
            values: { [other.column('Text')]: 'x' },
          }),
          [`actions.1.config.values.${other.column('Text')}`],
        ],
        [
          action('create_subitem', { name: 'x', values: { [board.column('Amount')]: 'many' } }),
          [`actions.1.config.values.${board.column('Amount')}`],
        ],
        [{ conditions: {} }, ['conditions']],
        [
          { conditions: [{ columnId: text, operator: 'sounds_like', value: 'x' }] },
          ['conditions.0.operator'],
        ],
        [
          {
            conditions: [
              { columnId: text, operator: 'is', value: 'x' },
              { columnId: board.column('Amount'), operator: 'gt', value: 'many' },
            ],
          },
          ['conditions.1.value'],
        ],
        [
          { conditions: [{ columnId: other.column('Text'), operator: 'is', value: 'x' }] },
          ['conditions.0.columnId'],
        ],
        [
          { conditions: [{ or: [{ columnId: text, operator: 'gt', value: 1 }] }] },
          ['conditions.0.or.0.operator'],
        ],
      ];
      const events = await eventsDuring(board.organization, async () => {
        for (const [input, expected] of cases)
          expect([input, refusedPaths(await create(input))]).toEqual([input, expected]);
      });
      expect(events).toEqual([]);
      expect(await listed()).toEqual(before);
    });

    it('404: records of other organizations and hidden boards, as for unknown ids', async () => {
      const member = await board.workspace.addMember('member');
      const hidden = await aBoard({
        workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
        groups: ['Hidden'],
      });
      const act = (type: string, config: object) => create({ actions: [{ type, config }] }, member.client);
      for (const { id, groupIds } of [foreign, hidden]) {
        await expectHidden(id, (boardId) => create({ boardId }, member.client));
        await expectHidden(id, (boardId) => act('move_item', { boardId, groupId: groupIds[0] }));
        await expectHidden(id, (boardId) => act('create_item', { boardId, groupId: groupIds[0], name: 'x' }));
      }
      const stranger = foreign.organization.owner.userId;
      await expectHidden(stranger, (userId) =>
        act('assign_person', { columnId: board.column('Who'), userIds: [userId] }),
      );
      const columnId = board.column('Who');
      await expectHidden(stranger, (userId) =>
        create(
          { trigger: { type: 'value.changed', config: { columnId, toValue: [userId] } } },
          member.client,
        ),
      );
      const condition = { columnId, operator: 'is', value: stranger };
      const { status, error } = await create({ conditions: [condition] }, member.client);
      expect([status, error?.data.issues?.[0]?.path]).toEqual([404, 'conditions.0.value']);
    });

    it('403: a target board that the author can only read', async () => {
      const readable = await aWorkspace({ organization: board.organization });
      const target = await aBoard({ workspace: readable, groups: ['Read only'] });
      const author = await board.workspace.addMember('member');
      await made(owner().client, 'workspaces.members.add', {
        workspaceId: readable.id,
        userId: author.userId,
        role: 'viewer',
      });
      const config = { boardId: target.id, groupId: target.groupIds[0], name: 'x' };
      const actions = [{ type: 'create_item', config }];
      expect((await create({ actions }, author.client)).status).toBe(403);
    });

    it('400: at most 200 automations on a board, also under parallel calls', async () => {
      const full = await aBoard({ project: board.project });
      const first = await anAutomation(full);
      await full.organization.app.sql.query(
        `insert into automations (organization_id, id, board_id, name, enabled, trigger_type, trigger_config, conditions,
           actions, created_by, created_at, updated_at)
         select organization_id, 'aut_' || lpad(n::text, 26, '0'), board_id, name, enabled, trigger_type, trigger_config,
           conditions, actions, created_by, created_at, updated_at
         from automations, generate_series(1, $2) n where id = $1`,
        [first, AUTOMATIONS_MAX - 2],
      );
      const answers = await Promise.all([1, 2, 3].map(() => create({ boardId: full.id })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
      const rejected = answers.find(({ status }) => status === 400)!;
      expect(refusedPaths(rejected)).toEqual(['boardId']);
      expect(await listed(full)).toHaveLength(AUTOMATIONS_MAX);
    });

    it('401, 403 and scopes', async () => {
      const call = (client: typeof board.organization.owner.client) => create({}, client);
      expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
      expect(await statusesByRole(board.workspace, call)).toEqual(ONLY_BUILDERS);
      expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
    });
  });

  describe('list', () => {
    it('200: oldest first, for all who see the board', async () => {
      const on = await aBoard({
        workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
      });
      const ids = [await anAutomation(on, { name: 'A' }), await anAutomation(on, { name: 'B' })];
      expect((await listed(on)).map(({ id }: { id: string }) => id)).toEqual(ids);
      const call = (client: typeof board.organization.owner.client) =>
        client.query('automations.list', { boardId: on.id });
      expect(await statusesBySight(on.workspace, call)).toEqual({ ...ONLY_ONLOOKERS, guest: 403 });
      expect(await codesWithoutCredential(on.workspace, call)).toEqual(UNAUTHORIZED);
      expect(await statusWithoutScope(on.workspace, 'read', call)).toBe(403);
      await expectHidden(foreign.id, (boardId) => owner().client.query('automations.list', { boardId }));
    });
  });

  describe('update', () => {
    it('200: changes the given fields, and emits automation.updated with their names', async () => {
      const { data: before } = await create();
      const trigger = { type: 'item.moved', config: { toGroupId: board.group('Second') } };
      let answer: Awaited<ReturnType<typeof update>>;
      const events = await eventsDuring(board.organization, async () => {
        answer = await update(before.id, { name: 'Renamed', trigger });
      });
      const { updatedAt, ...after } = answer!.data;
      expect({ ...after, updatedAt: before.updatedAt }).toEqual({ ...before, name: 'Renamed', trigger });
      expect(updatedAt > before.updatedAt).toBe(true);
      expect(events.map(({ type, data }) => [type, data.fields])).toEqual([
        ['automation.updated', ['name', 'trigger']],
      ]);
      const none = await eventsDuring(board.organization, async () => {
        expect((await update(before.id, { name: 'Renamed' })).data.updatedAt).toBe(updatedAt);
      });
      expect(none).toEqual([]);
    });

    it('200: enabled, with automation.disabled and automation.enabled', async () => {
      const { data } = await create();
      const events = await eventsDuring(board.organization, async () => {
        expect((await update(data.id, { enabled: false })).data.enabled).toBe(false);
        expect((await update(data.id, { enabled: true, name: 'Again' })).data.enabled).toBe(true);
      });
      expect(events.map(({ type }) => type)).toEqual([
        'automation.disabled',
        'automation.updated',
        'automation.enabled',
      ]);
    });

    it('400: checks what is given as create does, and changes nothing', async () => {
      const { data } = await create();
      const cases: [object, string][] = [
        [
          { trigger: { type: 'item.created', config: { groupId: other.groupIds[0] } } },
          'trigger.config.groupId',
        ],
        [
          { actions: [{ type: 'move_item', config: { groupId: other.groupIds[0] } }] },
          'actions.0.config.groupId',
        ],
        [
          { conditions: [{ columnId: board.column('Text'), operator: 'gt', value: 1 }] },
          'conditions.0.operator',
        ],
        [{ boardId: other.id }, 'boardId'],
        [{ name: '' }, 'name'],
      ];
      for (const [input, path] of cases) expect(refusedPaths(await update(data.id, input))).toEqual([path]);
      expect((await listed()).find(({ id }: { id: string }) => id === data.id)).toEqual(data);
    });

    it('409: another version than expected', async () => {
      const { data } = await create();
      const { updatedAt } = (await update(data.id, { name: 'A' })).data;
      expect((await update(data.id, { name: 'B', expectedUpdatedAt: data.updatedAt })).status).toBe(409);
      expect((await update(data.id, { name: 'B', expectedUpdatedAt: updatedAt })).status).toBe(200);
    });

    it('403: only the creator changes what it does; admins of the workspace rename and disable it', async () => {
      const creator = await board.workspace.addMember('member');
      const { data } = await create({}, creator.client);
      const admin = await board.workspace.addMember('admin');
      const member = await board.workspace.addMember('member');
      const actions = [ARCHIVE];
      const status = async (input: object, client: typeof creator.client) =>
        (await update(data.id, input, client)).status;
      for (const input of [{ actions }, { trigger: ITEM_CREATED }, { conditions: [] }])
        expect(await status(input, admin.client)).toBe(403);
      expect(await status({ actions }, owner().client)).toBe(403);
      expect(await status({ name: 'Theirs' }, member.client)).toBe(403);
      expect(await status({ name: 'Admin’s', enabled: false }, admin.client)).toBe(200);
      expect(await status({ actions, enabled: true }, creator.client)).toBe(200);
    });

    it('404: an automation of another organization or of a hidden board, as for an unknown id', async () => {
      const theirs = await anAutomation(foreign);
      await expectHidden(theirs, (id) => update(id, { name: 'x' }));
      const hidden = await aBoard({
        workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
      });
      const member = await board.workspace.addMember('member');
      const id = await anAutomation(hidden);
      await expectHidden(id, (each) => update(each, { name: 'x' }, member.client));
      await expectHidden(id, (each) =>
        member.client.mutate('automations.toggle', { id: each, enabled: true }),
      );
      await expectHidden(id, (each) => member.client.mutate('automations.delete', { id: each }));
      await expectHidden(id, (each) => member.client.query('automations.log', { automationId: each }));
    });
  });

  describe('toggle', () => {
    it('200, 400, 403, 409', async () => {
      const { data } = await create();
      const toggle = (input: object, client = owner().client) =>
        client.mutate('automations.toggle', { id: data.id, ...input });
      const disabled = await toggle({ enabled: false });
      expect(disabled.data).toMatchObject({ enabled: false, disabledReason: null });
      expect((await toggle({ enabled: true, expectedUpdatedAt: data.updatedAt })).status).toBe(409);
      expect((await toggle({ enabled: true })).data.enabled).toBe(true);
      expect(refusedPaths(await toggle({}))).toEqual(['enabled']);
      const call = (client: typeof board.organization.owner.client) => toggle({ enabled: false }, client);
      expect(await statusesByRole(board.workspace, call)).toEqual({ ...ONLY_BUILDERS, member: 403 });
      expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    });
  });

  describe('delete', () => {
    it('200: with its log', async () => {
      const { data } = await create();
      await anExecution(board.organization, data.id);
      const events = await eventsDuring(board.organization, async () => {
        await made(owner().client, 'automations.delete', { id: data.id });
      });
      expect(events).toMatchObject([{ type: 'automation.deleted', data: { automation: { id: data.id } } }]);
      const gone = await owner().client.query('automations.log', { automationId: data.id });
      expect(gone.status).toBe(404);
      expect((await owner().client.mutate('automations.delete', { id: data.id })).status).toBe(404);
      // In the background.
      await vi.waitFor(async () => {
        const text = 'select from automation_executions where automation_id = $1';
        expect((await board.organization.app.sql.query(text, [data.id])).rows).toEqual([]);
      });
    });

    it('403 and 409', async () => {
      const { data } = await create();
      const remove = (input: object, client = owner().client) =>
        client.mutate('automations.delete', { id: data.id, ...input });
      const call = (client: typeof board.organization.owner.client) => remove({}, client);
      expect(await statusesByRole(board.workspace, call)).toEqual({ ...ONLY_BUILDERS, member: 403 });
      expect(await statusWithoutScope(board.workspace, 'delete', call)).toBe(403);
      await update(data.id, { name: 'Newer' });
      expect((await remove({ expectedUpdatedAt: data.updatedAt })).status).toBe(409);
      const admin = await board.workspace.addMember('admin');
      expect((await remove({}, admin.client)).status).toBe(200);
    });
  });

  describe('log', () => {
    it('200: pages of executions, newest first, while new ones arrive', async () => {
      const id = await anAutomation(board);
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.unshift(await anExecution(board.organization, id));
      const page = async (input: object) =>
        (await owner().client.query('automations.log', { automationId: id, limit: 2, ...input })).data;
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { executions, nextCursor } = await page(cursor === undefined ? {} : { cursor });
        seen.push(...executions.map((each: { id: string }) => each.id));
        await anExecution(board.organization, id);
        cursor = nextCursor;
      } while (cursor);
      expect(seen).toEqual(ids);
      expect(await logOf(board, id)).toHaveLength(8);
    });

    it('400: cursors of other automations and unknown ones; limits', async () => {
      const [id, another] = [await anAutomation(board), await anAutomation(board)];
      const theirs = await anExecution(board.organization, another);
      const log = (input: object) => owner().client.query('automations.log', { automationId: id, ...input });
      expect(refusedPaths(await log({ cursor: theirs }))).toEqual(['cursor']);
      expect(refusedPaths(await log({ limit: 0 }))).toEqual(['limit']);
    });
  });
});
