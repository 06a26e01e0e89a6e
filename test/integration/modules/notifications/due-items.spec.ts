import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { DueItemsSweep } from '../../../../src/modules/notifications/due/due-items.sweep';
import {
  NotifyDueItemsJob,
  type NotifyDueItemsPayload,
} from '../../../../src/modules/notifications/due/notify-due-items.job';
import { ScheduleService } from '../../../../src/modules/scheduler/schedule.service';
import { startApp, type TestApp } from '../../../support/app';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestMember } from '../../../support/factories/organization.factory';
import { aWorkspace, made } from '../../../support/factories/workspace.factory';

const COLUMNS = [
  { name: 'Owner', type: 'people' },
  { name: 'Status', type: 'status' },
  { name: 'Due', type: 'date' },
  { name: 'At', type: 'date', config: { includeTime: true } },
];

describe('notifications of what is due', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  afterEach(() => useClock());

  const aCrew = async (timezone: string): Promise<{ board: TestBoard; member: TestMember }> => {
    const board = await aBoard({ organization: await anOrganization({ app }), columns: COLUMNS });
    const { organization } = board;
    await made(organization.owner.client, 'organizations.update', { timezone });
    const member = await board.workspace.addMember('member');
    await turnOn(member);
    return { board, member };
  };
  const turnOn = ({ client }: TestMember) =>
    made(client, 'notifications.preferences.update', { preferences: { due: { inApp: true } } });
  const anAssignment = (
    board: TestBoard,
    { userId }: TestMember,
    values: Record<string, unknown>,
    name = 'Item',
  ) =>
    anItem(board, {
      name,
      values: {
        [board.column('Owner')]: [userId],
        ...Object.fromEntries(Object.entries(values).map(([column, value]) => [board.column(column), value])),
      },
    });
  /** As a worker does every quarter of an hour; returns the number of passes that began. */
  const sweepAt = async (time: string): Promise<number> => {
    useClock({ now: () => new Date(time) });
    await app.nest.get(DueItemsSweep, { strict: false }).run(new AbortController().signal);
    const { rows } = await app.sql.query<{ id: string; payload: NotifyDueItemsPayload }>(
      `select job.id, job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'notifications.notify-due-items'`,
    );
    for (const { id, payload } of rows) {
      await perform(payload);
      await app.sql.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
    }
    return rows.length;
  };
  const perform = (payload: NotifyDueItemsPayload) =>
    app.nest
      .get(NotifyDueItemsJob, { strict: false })
      .perform(payload, { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal });
  const titlesOf = async ({ client }: TestMember): Promise<string[]> =>
    (await client.query('notifications.list')).data.notifications.map(
      ({ title }: { title: string }) => title,
    );

  it('come at nine o’clock of the organization, once a day', async () => {
    const berlin = await aCrew('Europe/Berlin');
    const auckland = await aCrew('Pacific/Auckland');
    await anAssignment(berlin.board, berlin.member, { Due: '2026-11-23' }, 'In Berlin');
    await anAssignment(auckland.board, auckland.member, { Due: '2026-11-23' }, 'In Auckland');
    await sweepAt('2026-11-22T19:45:00.000Z');
    expect(await titlesOf(auckland.member)).toEqual([]);
    await sweepAt('2026-11-22T20:00:00.000Z');
    expect(await titlesOf(auckland.member)).toEqual(['In Auckland is due today']);
    await sweepAt('2026-11-23T07:45:00.000Z');
    expect(await titlesOf(berlin.member)).toEqual([]);
    await sweepAt('2026-11-23T08:00:00.000Z');
    expect(await titlesOf(berlin.member)).toEqual(['In Berlin is due today']);
    expect(await sweepAt('2026-11-23T08:15:00.000Z')).toBe(0);
    expect(await titlesOf(berlin.member)).toHaveLength(1);
  });

  it.each([
    [
      'into daylight saving time',
      ['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z', '2026-03-30T07:00:00.000Z'],
    ],
    [
      'out of daylight saving time',
      ['2026-10-24T07:00:00.000Z', '2026-10-25T08:00:00.000Z', '2026-10-26T08:00:00.000Z'],
    ],
  ])('come once each day %s', async (_which, mornings) => {
    const { board, member } = await aCrew('Europe/Berlin');
    const days = mornings.map((morning) => morning.slice(0, 10));
    for (const day of days) await anAssignment(board, member, { Due: day }, day);
    for (const morning of mornings) {
      const before = await titlesOf(member);
      await sweepAt(new Date(Date.parse(morning) - 900_000).toISOString());
      expect(await titlesOf(member)).toEqual(before);
      await sweepAt(morning);
      expect(await titlesOf(member)).toEqual([`${morning.slice(0, 10)} is due today`, ...before]);
    }
  });

  it('come when a worker runs again on the day', async () => {
    const { board, member } = await aCrew('UTC');
    await anAssignment(board, member, { Due: '2026-11-23' });
    await sweepAt('2026-11-23T22:30:00.000Z');
    expect(await titlesOf(member)).toEqual(['Item is due today']);
  });

  it('are about times on the local day, open items of the user, on boards that the user sees', async () => {
    const { board, member } = await aCrew('America/Los_Angeles');
    const { client } = board.organization.owner;
    const done = board.record.columns
      .find(({ name }: { name: string }) => name === 'Status')
      .config.labels.find(({ isDone }: { isDone: boolean }) => isDone).id;
    await anAssignment(board, member, { At: '2026-11-24T07:59:00.000Z' }, 'At night');
    await anAssignment(board, member, { At: '2026-11-23T07:59:00.000Z' }, 'The night before');
    await anAssignment(board, member, { Due: '2026-11-22' }, 'Yesterday');
    await anAssignment(board, member, { Due: '2026-11-23', Status: { id: done } }, 'Done');
    await anAssignment(board, await board.workspace.addMember('member'), { Due: '2026-11-23' }, 'Of another');
    const [archived, trashed] = [
      await anAssignment(board, member, { Due: '2026-11-23' }, 'Archived'),
      await anAssignment(board, member, { Due: '2026-11-23' }, 'Trashed'),
    ];
    await made(client, 'items.archive', { id: archived });
    await made(client, 'items.delete', { id: trashed });
    const closed = await aBoard({
      workspace: await aWorkspace({ organization: board.organization, visibility: 'closed' }),
      columns: COLUMNS,
    });
    await anAssignment(closed, member, { Due: '2026-11-23' }, 'Closed');
    await sweepAt('2026-11-23T17:00:00.000Z');
    expect(await titlesOf(member)).toEqual(['At night is due today']);
  });

  it('are off by default', async () => {
    const { board } = await aCrew('UTC');
    const other = await board.workspace.addMember('member');
    await anAssignment(board, other, { Due: '2026-11-23' });
    await sweepAt('2026-11-23T09:00:00.000Z');
    expect(await titlesOf(other)).toEqual([]);
  });

  it('are once per item, user and day, with several workers, a repeated job, and a date that changes back', async () => {
    const { board, member } = await aCrew('UTC');
    const second = await board.workspace.addMember('member');
    await turnOn(second);
    const values = {
      [board.column('Owner')]: [member.userId, second.userId],
      [board.column('Due')]: '2026-11-23',
    };
    const itemId = await anItem(board, { values });
    useClock({ now: () => new Date('2026-11-23T09:00:00.000Z') });
    const sweep = app.nest.get(DueItemsSweep, { strict: false });
    await Promise.all(Array.from({ length: 4 }, () => sweep.run(new AbortController().signal)));
    expect(await sweepAt('2026-11-23T09:00:00.000Z')).toBe(1);
    const { client } = board.organization.owner;
    for (const value of ['2026-11-24', '2026-11-23'])
      await made(client, 'items.setValue', { itemId, columnId: board.column('Due'), value });
    const payload = { organizationId: board.organization.id, day: '2026-11-23', timeZone: 'UTC' };
    await Promise.all([perform(payload), perform(payload), perform(payload)]);
    for (const each of [member, second]) expect(await titlesOf(each)).toEqual(['Item is due today']);
  });

  it('are not about boards that are archived, also when the job is queued already', async () => {
    const { board, member } = await aCrew('UTC');
    const { client } = board.organization.owner;
    await anAssignment(board, member, { Due: '2026-11-23' });
    await made(client, 'boards.archive', { id: board.id });
    await sweepAt('2026-11-23T09:00:00.000Z');
    const payload = { organizationId: board.organization.id, day: '2026-11-23', timeZone: 'UTC' };
    await perform(payload);
    expect(await titlesOf(member)).toEqual([]);
    await made(client, 'boards.restore', { id: board.id });
    await perform(payload);
    expect(await titlesOf(member)).toEqual(['Item is due today']);
  });

  it('find one due item among thousands of assignments', async () => {
    const { board, member } = await aCrew('UTC');
    const values = { [board.column('Owner')]: [member.userId] };
    for (let batch = 0; batch < 25; batch += 1) {
      const items = Array.from({ length: 100 }, (_, at) => ({ name: `Item ${batch}.${at}`, values }));
      await made(board.organization.owner.client, 'items.bulkCreate', {
        boardId: board.id,
        groupId: board.groupIds[0],
        items,
      });
    }
    await anAssignment(board, member, { Due: '2026-11-23' }, 'The one');
    await sweepAt('2026-11-23T09:00:00.000Z');
    expect(await titlesOf(member)).toEqual(['The one is due today']);
  });

  it('are scheduled every quarter of an hour', () => {
    const { everyMinutes } = app.nest
      .get(ScheduleService, { strict: false })
      .find('notifications.notify-due')!;
    expect(everyMinutes).toBe(15);
  });
});
