import { beforeAll, describe, expect, it } from 'vitest';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  statusesByRole,
  statusWithoutScope,
  UNAUTHORIZED,
} from '../../support/access-checks';
import {
  anAutomation,
  anExecution,
  type AutomationOptions,
  logOf,
  runAutomations,
} from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Due', type: 'date' },
];

describe('automations.run', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: COLUMNS });
  });
  const owner = () => board.organization.owner;
  const setText = (value: string) => ({
    type: 'set_value',
    config: { columnId: board.column('Text'), value },
  });
  const automation = (options: AutomationOptions = {}) =>
    anAutomation(board, { trigger: { type: 'recurring', config: { cron: '0 9 * * *' } }, ...options });
  const run = (id: string, input: object = {}, client = owner().client) =>
    client.mutate('automations.run', { id, ...input });

  it('200: runs the actions on the item and returns the execution, also of a disabled automation', async () => {
    const id = await automation({ actions: [setText('{item.name} by {user.name}')], enabled: false });
    const item = await anItem(board, { name: 'A' });
    let answer: Awaited<ReturnType<typeof run>>;
    const events = await eventsDuring(board.organization, async () => {
      answer = await run(id, { itemId: item });
    });
    expect(answer!.data).toEqual({
      id: expect.stringMatching(/^exe_/),
      automationId: id,
      status: 'success',
      triggeredBy: { type: 'recurring', itemId: item, userId: owner().userId },
      actionsExecuted: 1,
      duration: expect.any(Number),
      error: null,
      failedAction: null,
      effects: [],
      executedAt: expect.any(String),
    });
    expect(await valueOf(board, item, board.column('Text'))).toMatch(/^A by /);
    expect(await logOf(board, id)).toEqual([answer!.data]);
    expect(events).toMatchObject([{ type: 'value.changed', actorId: null }]);
    const { rows } = await board.organization.app.sql.query(
      `select origin from outbox where organization_id = $1 order by sequence desc limit 1`,
      [board.organization.id],
    );
    expect(rows).toMatchObject([{ origin: { executionId: answer!.data.id, depth: 1 } }]);
    const { automations } = (await owner().client.query('automations.list', { boardId: board.id })).data;
    expect(automations.find((each: { id: string }) => each.id === id)).toMatchObject({ executionCount: 1 });
  });

  it('200: conditions that are not met skip it, and the log keeps it', async () => {
    const id = await automation({
      conditions: [{ columnId: board.column('Text'), operator: 'is', value: 'yes' }],
      actions: [setText('no')],
    });
    const item = await anItem(board);
    const { data } = await run(id, { itemId: item });
    expect(data).toMatchObject({ status: 'skipped', actionsExecuted: 0, error: null });
    expect((await run(id)).data.status).toBe('skipped');
    expect((await logOf(board, id)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });

  it('200: a failing action rolls back all actions and is named', async () => {
    const item = await anItem(board, { name: 'No date' });
    const date = { type: 'set_value', config: { columnId: board.column('Due'), value: '{item.name}' } };
    const id = await automation({ actions: [setText('first'), date] });
    const events = await eventsDuring(board.organization, async () => {
      const { data } = await run(id, { itemId: item });
      expect(data).toMatchObject({
        status: 'failed',
        actionsExecuted: 0,
        failedAction: 1,
        error: expect.stringContaining('Due'),
      });
    });
    expect(events).toEqual([]);
    expect(await valueOf(board, item, board.column('Text'))).toBeNull();
    const without = await automation({ actions: [setText('x')] });
    expect((await run(without)).data).toMatchObject({ status: 'failed', failedAction: 0 });
  });

  it('200: with the permissions of the creator', async () => {
    const creator = await board.workspace.addMember('member');
    const id = await automation({ client: creator.client, actions: [setText('x')] });
    const item = await anItem(board);
    expect((await run(id, { itemId: item })).data.status).toBe('success');
    await made(owner().client, 'organizations.members.remove', { userId: creator.userId });
    expect((await run(id, { itemId: item })).data).toMatchObject({
      status: 'failed',
      failedAction: null,
      error: 'The creator of the automation is no longer a member of the organization',
    });
  });

  it('200: what it changes fires other automations', async () => {
    const on = await aBoard({ project: board.project, columns: COLUMNS });
    const set = (name: string) => ({
      type: 'set_value',
      config: { columnId: on.column(name), value: '2026-01-01' },
    });
    const first = await anAutomation(on, { actions: [set('Text')] });
    const second = await anAutomation(on, {
      trigger: { type: 'value.changed', config: { columnId: on.column('Text') } },
      actions: [set('Due')],
    });
    const item = await anItem(on);
    await runAutomations(on);
    await made(owner().client, 'items.setValue', { itemId: item, columnId: on.column('Text'), value: null });
    await made(owner().client, 'automations.run', { id: first, itemId: item });
    await runAutomations(on);
    expect(await logOf(on, second)).toHaveLength(3);
  });

  it('400: an item of another board; 404: hidden items and automations', async () => {
    const id = await automation();
    const other = await aBoard({ project: board.project });
    expect(refusedPaths(await run(id, { itemId: await anItem(other) }))).toEqual(['itemId']);
    const foreign = await aBoard();
    await expectHidden(await anItem(foreign), (itemId) => run(id, { itemId }));
    await expectHidden(await anAutomation(foreign), (each) => run(each));
    expect(await logOf(board, id)).toEqual([]);
  });

  it('401, 403: its creator and admins of the workspace', async () => {
    const id = await automation({ actions: [setText('x')] });
    const call = (client: typeof board.organization.owner.client) => run(id, {}, client);
    expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusesByRole(board.workspace, call)).toEqual({ ...ONLY_BUILDERS, member: 403 });
    expect(await statusWithoutScope(board.workspace, 'write', call)).toBe(403);
    const admin = await board.workspace.addMember('admin');
    expect((await call(admin.client)).status).toBe(200);
  });

  it('runs once for a repeated Idempotency-Key', async () => {
    const id = await automation({ actions: [setText('{now}')] });
    const client = owner().client.as({ headers: { 'idempotency-key': 'once' } });
    const itemId = await anItem(board);
    const first = await run(id, { itemId }, client);
    expect((await run(id, { itemId }, client)).data).toEqual(first.data);
    expect(await logOf(board, id)).toHaveLength(1);
  });

  it('parallel runs all end', async () => {
    const id = await automation({ actions: [setText('{now}')] });
    const item = await anItem(board);
    const answers = await Promise.all(Array.from({ length: 6 }, () => run(id, { itemId: item })));
    expect(answers.map(({ data }) => data.status)).toEqual(Array(6).fill('success'));
    expect(await logOf(board, id)).toHaveLength(6);
  });

  describe('automations.executions.rerun', () => {
    const rerun = (id: string, client = owner().client) =>
      client.mutate('automations.executions.rerun', { id });

    it('200: a new execution of the same event', async () => {
      const on = await aBoard({ project: board.project, columns: COLUMNS });
      const config = { columnId: on.column('Due'), value: '{value.new}' };
      const id = await anAutomation(on, {
        trigger: { type: 'value.changed', config: { columnId: on.column('Text') } },
        actions: [{ type: 'set_value', config }],
      });
      const item = await anItem(on);
      const set = (value: string) =>
        made(owner().client, 'items.setValue', { itemId: item, columnId: on.column('Text'), value });
      await set('no date');
      await runAutomations(on);
      const [failed] = await logOf(on, id);
      expect(failed).toMatchObject({ status: 'failed' });
      // The same event fails again; with other actions it succeeds, with the value of then.
      expect((await rerun(failed.id)).data).toMatchObject({ status: 'failed', failedAction: 0 });
      await set('2026-05-05');
      await made(owner().client, 'automations.update', {
        id,
        actions: [
          {
            type: 'create_item',
            config: { boardId: on.id, groupId: on.groupIds[0], name: 'About {value.new}' },
          },
        ],
      });
      const { data } = await rerun(failed.id);
      expect(data).toMatchObject({ status: 'success', triggeredBy: failed.triggeredBy });
      expect(data.id).not.toBe(failed.id);
      const { items } = (await owner().client.query('items.list', { boardId: on.id })).data;
      expect(items.map(({ name }: { name: string }) => name)).toContain('About no date');
      expect((await logOf(on, id)).filter(({ id: each }) => each === failed.id)).toEqual([failed]);
    });

    it('409: an execution that has not failed, and one whose event is no longer kept', async () => {
      const id = await automation();
      expect((await rerun(await anExecution(board.organization, id))).status).toBe(409);
      const old = await anExecution(board.organization, id, 'failed');
      await board.organization.app.sql.query(
        `update automation_executions set event_sequence = 999999999, event_day = '2020-01-01' where id = $1`,
        [old],
      );
      expect((await rerun(old)).status).toBe(409);
    });

    it('401, 403, 404', async () => {
      const id = await anExecution(board.organization, await automation(), 'failed');
      const call = (client: typeof board.organization.owner.client) => rerun(id, client);
      expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
      expect(await statusesByRole(board.workspace, call)).toEqual({ ...ONLY_BUILDERS, member: 403 });
      const foreign = await aBoard();
      const theirs = await anExecution(foreign.organization, await anAutomation(foreign), 'failed');
      await expectHidden(theirs, (each) => rerun(each));
    });
  });
});
