import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AutomationId } from '../../../../src/kernel/ids';
import { ResealAutomationSecretsSweep } from '../../../../src/modules/automations/effects/reseal-automation-secrets.sweep';
import { AutomationsPurgeService } from '../../../../src/modules/automations/lifecycle/automations-purge.service';
import { BoardPurgeJob } from '../../../../src/modules/boards/deletion/board-purge.job';
import { Jobs } from '../../../../src/platform/jobs/jobs';
import { startApp, TEST_SECRET, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { logOf, runAutomations } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aHook, hookUrlOf, type TestHook } from '../../../support/factories/hook.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { listedNames } from '../../../support/item-lists';

const SECRET = 'a signing secret of this spec';

describe('hooks', () => {
  // Without workers: the tests run the executions.
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
  });
  afterAll(() => app.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const postAt = (at: TestApp, { path }: TestHook, headers: Record<string, string> = {}) =>
    new WireClient(at, { slug: organization.slug }).request('POST', path, '{"n":1}', headers);
  const creating = (board: TestBoard) => ({
    type: 'create_item',
    config: { boardId: board.id, groupId: board.groupIds[0]!, name: 'From {payload.n}' },
  });
  const rowsOf = async (table: string, id: string) =>
    (await app.sql.query(`select from ${table} where automation_id = $1`, [id])).rowCount;

  it('of two processes: parallel requests with one key run the automation once', async () => {
    const second = await startApp({ DATABASE_URL: app.databaseUrl, ROLES: 'api' });
    try {
      const board = await aBoard({ organization });
      const hook = await aHook(board, { actions: [creating(board)] });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          postAt(at % 2 === 0 ? app : second, hook, { 'idempotency-key': 'once' }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
      expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
      await runAutomations(board);
      // Also after it has run.
      expect((await postAt(second, hook, { 'idempotency-key': 'once' })).body).toEqual(answers[0]!.body);
      await runAutomations(board);
      expect(await listedNames(board)).toEqual(['From 1']);
      expect(await logOf(board, hook.id)).toHaveLength(1);
    } finally {
      await second.close();
    }
  });

  it('store the execution with the job that runs it, or nothing', async () => {
    const board = await aBoard({ organization });
    const hook = await aHook(board, { actions: [creating(board)] });
    const enqueue = vi.spyOn(app.nest.get(Jobs, { strict: false }), 'enqueueAll');
    enqueue.mockRejectedValueOnce(new Error('No job'));
    expect((await postAt(app, hook)).status).toBe(500);
    expect(await rowsOf('automation_executions', hook.id)).toBe(0);
    expect((await postAt(app, hook)).status).toBe(202);
    expect(await rowsOf('automation_executions', hook.id)).toBe(1);
    const { rowCount } = await app.sql.query(
      `select from graphile_worker._private_jobs where payload ->> 'boardId' = $1`,
      [board.id],
    );
    expect(rowCount).toBe(1);
  });

  it('what was accepted does not run after the automation was disabled', async () => {
    const board = await aBoard({ organization });
    const hook = await aHook(board, { actions: [creating(board)] });
    expect((await postAt(app, hook)).status).toBe(202);
    await made(organization.owner.client, 'automations.toggle', { id: hook.id, enabled: false });
    await runAutomations(board);
    expect(await listedNames(board)).toEqual([]);
    expect(await logOf(board, hook.id)).toEqual([]);
  });

  it('are deleted with their automation, and with their board', async () => {
    const board = await aBoard({ organization });
    const [first, second] = [await aHook(board), await aHook(board)];
    for (const hook of [first, second]) expect((await postAt(app, hook)).status).toBe(202);
    await made(organization.owner.client, 'automations.delete', { id: first.id });
    expect(await rowsOf('automation_hooks', first.id)).toBe(0);
    const purge = app.nest.get(AutomationsPurgeService, { strict: false });
    const tenant = { organizationId: organization.id, transaction: null };
    await purge.purge(tenant, first.id as AutomationId, new AbortController().signal);
    expect(await rowsOf('automation_executions', first.id)).toBe(0);
    await made(organization.owner.client, 'boards.delete', { id: board.id });
    const job = app.nest.get(BoardPurgeJob, { strict: false });
    await job.perform({ organizationId: organization.id, boardId: board.id, keepsRow: true });
    expect(await rowsOf('automation_hooks', second.id)).toBe(0);
    for (const { id } of [first, second]) expect(await rowsOf('automation_executions', id)).toBe(0);
  });

  it('have secrets that are encrypted again with a new APP_SECRET', async () => {
    const board = await aBoard({ organization });
    const hook = await aHook(board, { signingSecret: SECRET });
    const { client } = organization.owner;
    const digest = createHmac('sha256', SECRET).update('{"n":1}').digest('hex');
    const signed = { 'x-hub-signature-256': `sha256=${digest}` };
    const renewed = await startApp({
      DATABASE_URL: app.databaseUrl,
      ROLES: 'api',
      APP_SECRET: 'another secret of the tests, at least thirty-two characters',
      APP_SECRET_PREVIOUS: TEST_SECRET,
    });
    try {
      const ends = new AbortController().signal;
      await renewed.nest.get(ResealAutomationSecretsSweep, { strict: false }).run(ends);
      expect(await hookUrlOf(board, hook.id, client.at(renewed))).toBe(hook.url);
      expect((await postAt(renewed, hook, signed)).status).toBe(202);
      expect((await postAt(renewed, hook)).status).toBe(401);
    } finally {
      await renewed.close();
    }
    // The old key does not read them.
    expect(await hookUrlOf(board, hook.id)).toBeNull();
    expect((await postAt(app, hook, signed)).status).toBe(404);
  });
});
