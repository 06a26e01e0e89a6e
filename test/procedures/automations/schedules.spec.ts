import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import { anAutomation } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';
import { setClock } from '../../support/schedules';

const INVALID = ['', '* * * *', '* * * * * *', '@hourly', '61 * * * *', '0 0 31 2 *', 'x'.repeat(101)];

describe('schedules of automations', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard();
    await made(board.organization.owner.client, 'organizations.update', { timezone: 'Europe/Berlin' });
  });
  afterEach(() => useClock());
  const client = () => board.organization.owner.client;
  const preview = (input: object, by = client()) => by.query('automations.preview', input);

  describe('automations.preview', () => {
    it('200: the next times in the zone of the organization, five unless more are wanted', async () => {
      setClock('2026-10-23T12:00:00.000Z');
      expect((await preview({ cron: '30 2 * * *' })).data).toEqual({
        times: [
          '2026-10-24T00:30:00.000Z',
          '2026-10-25T00:30:00.000Z',
          '2026-10-26T01:30:00.000Z',
          '2026-10-27T01:30:00.000Z',
          '2026-10-28T01:30:00.000Z',
        ],
      });
      const { times } = (await preview({ cron: '* * * * *', count: 50 })).data;
      expect([times.length, times[0], times[49]]).toEqual([
        50,
        '2026-10-23T12:01:00.000Z',
        '2026-10-23T12:50:00.000Z',
      ]);
      expect((await preview({ cron: '0 0 29 2 *', count: 1 })).data.times).toEqual([
        '2028-02-28T23:00:00.000Z',
      ]);
    });

    it.each(INVALID)('400: the path of the expression %j', async (cron) => {
      expect(refusedPaths(await preview({ cron }))).toEqual(['cron']);
    });

    it('400: a count that is out of range', async () => {
      for (const count of [0, 51, 1.5, 'many'])
        expect(refusedPaths(await preview({ cron: '* * * * *', count }))).toEqual(['count']);
      expect(refusedPaths(await preview({}))).toEqual(['cron']);
    });

    it('401, 403: members of the organization', async () => {
      const call = (by: typeof board.organization.owner.client) => preview({ cron: '* * * * *' }, by);
      expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
      expect(await statusWithoutScope(board.workspace, 'read', call)).toBe(403);
      const member = await board.organization.addMember('member');
      const guest = await board.organization.addMember('guest');
      expect([(await call(member.client)).status, (await call(guest.client)).status]).toEqual([200, 403]);
    });
  });

  it.each(INVALID)('400: automations are not saved with the expression %j', async (cron) => {
    const trigger = { type: 'recurring', config: { cron } };
    const definition = {
      boardId: board.id,
      name: 'Rule',
      trigger,
      actions: [{ type: 'archive_item', config: {} }],
    };
    expect(refusedPaths(await client().mutate('automations.create', definition))).toEqual([
      'trigger.config.cron',
    ]);
    const id = await anAutomation(board);
    expect(refusedPaths(await client().mutate('automations.update', { id, trigger }))).toEqual([
      'trigger.config.cron',
    ]);
    await made(client(), 'automations.delete', { id });
  });
});
