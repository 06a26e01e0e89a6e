import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { newId } from '../../../src/kernel/ids';
import { RunAutomationsJob } from '../../../src/modules/automations/running/run-automations.job';
import { deliverEvents } from '../../support/events';
import { anAutomation, logOf, runAutomations } from '../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { UNINTERRUPTED } from '../../support/job-run';
import { causesOf, tickAt } from '../../support/schedules';

describe('on an archived board', () => {
  let organization: TestOrganization;
  let board: TestBoard;
  beforeEach(async () => {
    organization = await anOrganization();
    board = await aBoard({
      organization,
      columns: [
        { name: 'Owner', type: 'people' },
        { name: 'Note', type: 'text' },
      ],
    });
  });
  afterEach(() => useClock());
  const owner = () => organization.owner.client;
  const archive = () => made(owner(), 'boards.archive', { id: board.id });
  const restore = () => made(owner(), 'boards.restore', { id: board.id });

  describe('access', () => {
    it("200: a guest's share is removed at once, and none is added or changed", async () => {
      const guest = await organization.addMember('guest');
      const other = await organization.addMember('guest');
      const share = { boardId: board.id, userId: guest.userId };
      await made(owner(), 'boards.members.add', { ...share, permission: 'edit' });
      await archive();
      for (const input of [
        { ...share, permission: 'view' },
        { ...share, userId: other.userId, permission: 'view' },
      ])
        expect((await owner().mutate('boards.members.add', input)).status).toBe(409);
      expect((await guest.client.query('boards.get', { id: board.id })).status).toBe(200);

      expect((await owner().mutate('boards.members.remove', share)).status).toBe(200);

      expect((await guest.client.query('boards.get', { id: board.id })).status).toBe(404);
      expect((await owner().mutate('boards.members.remove', share)).status).toBe(404);
    });

    it('403: a share is removed only by those who could share the board', async () => {
      const guest = await organization.addMember('guest');
      const viewer = await board.workspace.addMember('viewer');
      const share = { boardId: board.id, userId: guest.userId };
      await made(owner(), 'boards.members.add', { ...share, permission: 'edit' });
      await archive();
      for (const { client } of [viewer, guest])
        expect((await client.mutate('boards.members.remove', share)).status).toBe(403);
    });

    it('200: a member with items there can be removed from the workspace and from the organization', async () => {
      const [first, second] = [await board.workspace.addMember(), await board.workspace.addMember()];
      const itemId = await anItem(board, {
        values: { [board.column('Owner')]: [first.userId, second.userId] },
      });
      await archive();
      const member = { workspaceId: board.workspace.id, userId: first.userId };
      expect((await owner().mutate('workspaces.members.remove', member)).status).toBe(200);
      const removed = { userId: second.userId, reassignTo: organization.owner.userId };
      expect((await owner().mutate('organizations.members.remove', removed)).status).toBe(200);
      expect((await owner().query('items.get', { id: itemId })).status).toBe(200);
    });
  });

  describe('automations', () => {
    const NOTE = 'Written by the rule';
    const setNote = () => ({
      type: 'set_value',
      config: { columnId: board.column('Note'), value: NOTE },
    });
    /** As an event did before the board was archived. */
    const queued = async (automationId: string, itemId: string): Promise<void> => {
      const triggeredBy = { type: 'item.moved', itemId, userId: organization.owner.userId };
      await organization.app.sql.query(
        `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by,
           depth, is_manual, executed_at)
         values ($1, $2, $3, $4, $2, 'queued', $5, 1, false, now())`,
        [organization.id, newId('execution'), automationId, board.id, triggeredBy],
      );
    };
    const run = () =>
      organization.app.nest
        .get(RunAutomationsJob, { strict: false })
        .perform({ organizationId: organization.id, boardId: board.id }, UNINTERRUPTED);

    it('executions that are queued fail with the reason, and the automation stays enabled', async () => {
      const trigger = { type: 'item.moved', config: {} };
      const id = await anAutomation(board, { trigger, actions: [setNote()] });
      const itemId = await anItem(board);
      await deliverEvents(organization.app);
      await archive();
      await queued(id, itemId);
      await run();

      expect(await logOf(board, id)).toMatchObject([
        { status: 'failed', actionsExecuted: 0, error: 'The board is archived; restore it first' },
      ]);
      expect(await valueOf(board, itemId, board.column('Note'))).toBeNull();
      const { automations } = (await owner().query('automations.list', { boardId: board.id })).data;
      expect(automations).toMatchObject([{ id, enabled: true }]);

      await restore();
      await queued(id, itemId);
      await run();
      expect(await valueOf(board, itemId, board.column('Note'))).toBe(NOTE);
    });

    it('an action of an automation of another board fails with the reason', async () => {
      const elsewhere = await aBoard({ workspace: board.workspace });
      const config = { boardId: board.id, groupId: board.groupIds[0], name: 'Copy' };
      const id = await anAutomation(elsewhere, { actions: [{ type: 'create_item', config }] });
      await archive();
      await anItem(elsewhere);
      await runAutomations(elsewhere);
      expect(await logOf(elsewhere, id)).toMatchObject([
        { status: 'failed', error: expect.stringContaining('The other board is archived') },
      ]);
    });

    it('schedules fire nothing, and again after a restoration', async () => {
      const { app } = organization;
      const trigger = { type: 'recurring', config: { cron: '0 9 * * *' } };
      const id = await anAutomation(board, {
        trigger,
        actions: [
          { type: 'create_item', config: { boardId: board.id, groupId: board.groupIds[0], name: 'Daily' } },
        ],
      });
      const { rows } = await app.sql.query(
        'select next_at as at from automation_schedules where automation_id = $1',
        [id],
      );
      const dayOf = (days: number) =>
        new Date(new Date(rows[0].at).getTime() + days * 86_400_000).toISOString();
      await archive();
      await tickAt(app, dayOf(0));
      expect(await causesOf(app, id)).toEqual([]);
      await restore();
      await tickAt(app, dayOf(1));
      expect(await causesOf(app, id)).toHaveLength(1);
    });
  });

  it('values of unique columns still count when the board returns', async () => {
    const column = { boardId: board.id, name: 'Key', type: 'text', config: { unique: true } };
    const { id } = await made(owner(), 'columns.create', column);
    await anItem(board, { values: { [id]: 'A-1' } });
    await archive();
    await restore();
    const again = { boardId: board.id, groupId: board.groupIds[0], name: 'Again', values: { [id]: 'A-1' } };
    expect((await owner().mutate('items.create', again)).status).toBe(409);
  });
});
