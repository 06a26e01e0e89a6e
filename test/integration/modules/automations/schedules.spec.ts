import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { startApp, type TestApp } from '../../../support/app';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { made } from '../../../support/factories/workspace.factory';
import { deliverEvents } from '../../../support/events';
import { listedNames } from '../../../support/item-lists';
import { aBoardInZone, causesOf, nextDueOf, setClock, tickAt } from '../../../support/schedules';

const COLUMNS = [
  { name: 'Text', type: 'text' },
  { name: 'Due', type: 'date' },
];

describe('automations with the trigger recurring', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  afterEach(() => useClock());

  const aBoardIn = (timezone = 'UTC'): Promise<TestBoard> => aBoardInZone(app, COLUMNS, timezone);
  const recurring = (board: TestBoard, cron: string, options: object = {}) => {
    const config = { boardId: board.id, groupId: board.groupIds[0], name: 'Made' };
    const actions = [{ type: 'create_item', config }];
    return anAutomation(board, { trigger: { type: 'recurring', config: { cron } }, actions, ...options });
  };
  const clientOf = (board: TestBoard) => board.organization.owner.client;
  const update = (board: TestBoard, id: string, input: object) =>
    made(clientOf(board), 'automations.update', { id, ...input });
  const shown = async (board: TestBoard, id: string) => {
    const { automations } = (await clientOf(board).query('automations.list', { boardId: board.id })).data;
    return automations.find((each: { id: string }) => each.id === id);
  };

  it('fire at each due time, once, with no item and no user', async () => {
    setClock('2026-03-02T08:00:30.000Z');
    const board = await aBoardIn();
    const id = await recurring(board, '0 9 * * 1-5');
    expect(await shown(board, id)).toMatchObject({ nextRunAt: '2026-03-02T09:00:00.000Z' });
    await tickAt(app, '2026-03-02T08:59:59.999Z');
    expect(await causesOf(app, id)).toEqual([]);
    await tickAt(app, '2026-03-02T09:00:00.000Z');
    await tickAt(app, '2026-03-02T09:00:05.000Z');
    expect(await causesOf(app, id)).toEqual(['due 2026-03-02T09:00:00.000Z']);
    await runAutomations(board);
    const [execution, ...others] = await logOf(board, id);
    expect(others).toEqual([]);
    expect(execution).toMatchObject({
      status: 'success',
      triggeredBy: { type: 'recurring', itemId: null, userId: null },
      actionsExecuted: 1,
    });
    expect(await listedNames(board)).toEqual(['Made']);
    expect(await shown(board, id)).toMatchObject({
      nextRunAt: '2026-03-03T09:00:00.000Z',
      executionCount: 1,
    });
  });

  it('fire in the zone of the organization, whose change applies to what is due next', async () => {
    setClock('2026-03-28T00:00:00.000Z');
    const board = await aBoardIn('Europe/Berlin');
    const id = await recurring(board, '30 2 * * *');
    expect(await nextDueOf(app, id)).toBe('2026-03-28T01:30:00.000Z');
    await tickAt(app, '2026-03-28T01:30:02.000Z');
    // The clocks go from 2:00 to 3:00.
    expect(await nextDueOf(app, id)).toBe('2026-03-29T01:00:00.000Z');
    await tickAt(app, '2026-03-29T01:00:02.000Z');
    expect(await nextDueOf(app, id)).toBe('2026-03-30T00:30:00.000Z');
    await made(clientOf(board), 'organizations.update', { timezone: 'America/New_York' });
    await deliverEvents(app);
    expect(await nextDueOf(app, id)).toBe('2026-03-29T06:30:00.000Z');
    await made(clientOf(board), 'organizations.update', { name: 'Renamed' });
    await deliverEvents(app);
    expect(await nextDueOf(app, id)).toBe('2026-03-29T06:30:00.000Z');
  });

  it('what is overdue when the zone changes fires, and the next time is in the new zone', async () => {
    setClock('2026-03-02T08:00:00.000Z');
    const board = await aBoardIn('Europe/Berlin');
    const id = await recurring(board, '0 10 * * *');
    setClock('2026-03-02T09:00:10.000Z');
    await made(clientOf(board), 'organizations.update', { timezone: 'Asia/Tokyo' });
    await deliverEvents(app);
    await tickAt(app, '2026-03-02T09:00:20.000Z');
    expect(await causesOf(app, id)).toEqual(['due 2026-03-02T09:00:00.000Z']);
    expect(await nextDueOf(app, id)).toBe('2026-03-03T01:00:00.000Z');
  });

  it('two minutes late: each time; after a longer outage one late run', async () => {
    setClock('2026-03-02T08:00:30.000Z');
    const board = await aBoardIn();
    const id = await recurring(board, '* * * * *');
    await tickAt(app, '2026-03-02T08:02:59.000Z');
    expect(await causesOf(app, id)).toEqual(['due 2026-03-02T08:01:00.000Z', 'due 2026-03-02T08:02:00.000Z']);
    await tickAt(app, '2026-03-02T08:08:20.000Z');
    expect((await causesOf(app, id)).slice(2)).toEqual(['due 2026-03-02T08:08:00.000Z']);
    await tickAt(app, '2026-03-02T08:09:01.000Z');
    expect((await causesOf(app, id)).slice(3)).toEqual(['due 2026-03-02T08:09:00.000Z']);
  });

  it('do not fire while they are disabled, nor for the times of then', async () => {
    setClock('2026-03-02T08:00:30.000Z');
    const board = await aBoardIn();
    const never = await recurring(board, '* * * * *', { enabled: false });
    const id = await recurring(board, '* * * * *');
    expect(await nextDueOf(app, never)).toBeNull();
    const disabled = await made(clientOf(board), 'automations.toggle', { id, enabled: false });
    expect(disabled).toMatchObject({ enabled: false, nextRunAt: null });
    await tickAt(app, '2026-03-02T08:05:00.000Z');
    const enabled = await made(clientOf(board), 'automations.toggle', { id, enabled: true });
    expect(enabled).toMatchObject({ nextRunAt: '2026-03-02T08:06:00.000Z' });
    await tickAt(app, '2026-03-02T08:05:30.000Z');
    expect(await causesOf(app, id)).toEqual([]);
    await tickAt(app, '2026-03-02T08:06:00.000Z');
    expect(await causesOf(app, id)).toEqual(['due 2026-03-02T08:06:00.000Z']);
    expect(await causesOf(app, never)).toEqual([]);
  });

  it('an update of the trigger starts again; other updates do not', async () => {
    setClock('2026-03-02T08:00:30.000Z');
    const board = await aBoardIn();
    const id = await recurring(board, '0 9 * * *');
    setClock('2026-03-02T09:00:30.000Z');
    await update(board, id, { name: 'Renamed' });
    expect(await nextDueOf(app, id)).toBe('2026-03-02T09:00:00.000Z');
    const changed = await update(board, id, {
      trigger: { type: 'recurring', config: { cron: '0 10 * * *' } },
    });
    expect(changed).toMatchObject({ nextRunAt: '2026-03-02T10:00:00.000Z' });
    const other = await update(board, id, { trigger: { type: 'item.created', config: {} } });
    expect(other).toMatchObject({ nextRunAt: null });
    expect(await nextDueOf(app, id)).toBeNull();
    await update(board, id, { trigger: { type: 'recurring', config: { cron: '0 11 * * *' } } });
    await made(clientOf(board), 'automations.delete', { id });
    expect(await nextDueOf(app, id)).toBeNull();
  });

  it('end when a record that they need is deleted; copies have a schedule of their own', async () => {
    setClock('2026-03-02T08:00:30.000Z');
    const board = await aBoardIn();
    const config = { columnId: board.column('Text'), value: 'x' };
    const id = await recurring(board, '0 9 * * *', { actions: [{ type: 'set_value', config }] });
    const copy = await made(clientOf(board), 'boards.duplicate', { id: board.id, name: 'Copy' });
    const { automations } = (await clientOf(board).query('automations.list', { boardId: copy.id })).data;
    expect(automations).toMatchObject([{ enabled: true, nextRunAt: '2026-03-02T09:00:00.000Z' }]);
    await made(clientOf(board), 'columns.delete', { id: board.column('Text') });
    await deliverEvents(app);
    expect(await shown(board, id)).toMatchObject({ enabled: false, nextRunAt: null });
    await tickAt(app, '2026-03-02T09:00:00.000Z');
    expect(await causesOf(app, id)).toEqual([]);
    expect(await causesOf(app, automations[0].id)).toHaveLength(1);
  });

  it('one that cannot be read does not stop the others', async () => {
    setClock('2026-03-02T08:00:30.000Z');
    const board = await aBoardIn();
    const broken = await recurring(board, '0 9 * * *');
    const id = await recurring(board, '0 9 * * *');
    await app.sql.query(`update automations set trigger_config = '{"cron": "never"}' where id = $1`, [
      broken,
    ]);
    await tickAt(app, '2026-03-02T09:00:00.000Z');
    expect(await causesOf(app, id)).toHaveLength(1);
    expect([await causesOf(app, broken), await nextDueOf(app, broken)]).toEqual([[], null]);
  });

  it('sleep while their project is archived or their board is deleted', async () => {
    setClock('2026-03-02T08:00:30.000Z');
    const board = await aBoardIn();
    const deleted = await aBoard({ project: board.project });
    const id = await recurring(board, '0 * * * *');
    const gone = await recurring(deleted, '0 * * * *');
    await made(clientOf(board), 'boards.delete', { id: deleted.id });
    await made(clientOf(board), 'projects.archive', { id: board.project.id });
    await tickAt(app, '2026-03-02T10:00:00.000Z');
    expect(await nextDueOf(app, id)).toBe('2026-03-02T11:00:00.000Z');
    await made(clientOf(board), 'projects.restore', { id: board.project.id });
    await tickAt(app, '2026-03-02T11:00:00.000Z');
    expect(await causesOf(app, id)).toEqual(['due 2026-03-02T11:00:00.000Z']);
    expect(await causesOf(app, gone)).toEqual([]);
  });
});
