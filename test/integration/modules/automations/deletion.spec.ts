import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EffectClaimsRepository } from '../../../../src/modules/automations/effects/effect-claims.repository';
import { PurgeAutomationJob } from '../../../../src/modules/automations/lifecycle/purge-automation.job';
import { startApp, type TestApp } from '../../../support/app';
import { anAutomation, logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem, valueOf } from '../../../support/factories/item.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';

const COLUMNS = [{ name: 'Text', type: 'text' }];
const EXECUTIONS = 2_500;

describe('deleted automations', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());

  const newBoard = async () => aBoard({ organization: await anOrganization({ app }), columns: COLUMNS });
  const mail = (to: string) => ({ type: 'send_email', config: { to, subject: 'Hello', body: '' } });
  const remove = (board: TestBoard, id: string) =>
    made(board.organization.owner.client, 'automations.delete', { id });
  const setText = (board: TestBoard) => ({
    type: 'set_value',
    config: { columnId: board.column('Text'), value: 'done' },
  });
  /** Repeats the one execution of an automation. */
  const addExecutions = (board: TestBoard, id: string, status: string) =>
    board.organization.app.sql.query(
      `insert into automation_executions (organization_id, id, automation_id, board_id, cause, status, triggered_by, depth,
         is_manual, executed_at)
       select organization_id, 'exe_' || lpad(n::text, 26, '0'), automation_id, board_id, 'cause ' || n, $2, triggered_by,
         depth, is_manual, executed_at
       from automation_executions cross join generate_series(1, $3) n where automation_id = $1`,
      [id, status, EXECUTIONS],
    );
  const count = async (board: TestBoard, table: string, id: string) => {
    const text = `select from ${table} where automation_id = $1`;
    return (await board.organization.app.sql.query(text, [id])).rows.length;
  };

  it('leave their log, which no call shows any more, to a job', async () => {
    const board = await newBoard();
    const { client } = board.organization.owner;
    const id = await anAutomation(board, { actions: [mail('someone@example.com')] });
    await anItem(board);
    await runAutomations(board);
    await addExecutions(board, id, 'failed');
    const [execution] = await logOf(board, id);
    await remove(board, id);
    expect(await count(board, 'automation_executions', id)).toBe(EXECUTIONS + 1);
    for (const name of ['automations.run', 'automations.delete', 'automations.toggle', 'automations.update'])
      expect([
        name,
        (await client.mutate(name, { id, ...(name.endsWith('toggle') ? { enabled: true } : {}) })).status,
      ]).toEqual([name, 404]);
    const rerun = await client.mutate('automations.executions.rerun', { id: execution.id });
    expect(rerun.status).toBe(404);
    expect((await client.query('automations.log', { automationId: id })).status).toBe(404);

    const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
    const payload = { organizationId: board.organization.id, automationId: id };
    await app.nest.get(PurgeAutomationJob, { strict: false }).perform(payload, run);
    expect(await count(board, 'automation_executions', id)).toBe(0);
    expect(await count(board, 'automation_effects', id)).toBe(0);
  });

  it('do not keep the other automations of the board from running', async () => {
    const board = await newBoard();
    const id = await anAutomation(board, { actions: [mail('someone@example.com')] });
    await anItem(board);
    await runAutomations(board);
    await addExecutions(board, id, 'queued');
    await remove(board, id);
    await anAutomation(board, { actions: [setText(board)] });
    const item = await anItem(board);
    await runAutomations(board);
    expect(await valueOf(board, item, board.column('Text'))).toBe('done');
  });

  it('send nothing any more, and do not delay what other automations send', async () => {
    const board = await newBoard();
    const recipients = Array.from({ length: 8 }, (_, n) => `someone-${n}@example.com`);
    const id = await anAutomation(board, { actions: [mail(recipients.join())] });
    await anItem(board);
    await runAutomations(board);
    await remove(board, id);
    const other = await anAutomation(board, { actions: [mail('someone@example.com')] });
    await anItem(board);
    await runAutomations(board);
    expect([
      await count(board, 'automation_effects', id),
      await count(board, 'automation_effects', other),
    ]).toEqual([8, 1]);
    const claims = app.nest.get(EffectClaimsRepository, { strict: false });
    const claimed = await claims.claim({ mails: 100, requests: 100 });
    const own = claimed.filter(({ organizationId }) => organizationId === board.organization.id);
    expect(own).toHaveLength(1);
  });

  it('are emptied in the background', async () => {
    const board = await aBoard({ columns: COLUMNS });
    const id = await anAutomation(board, { actions: [setText(board)] });
    await anItem(board);
    await runAutomations(board);
    await addExecutions(board, id, 'queued');
    await remove(board, id);
    await vi.waitFor(async () => expect(await count(board, 'automation_executions', id)).toBe(0));
  });
});
