import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app';
import { anAutomation } from '../support/factories/automation.factory';
import { aBoard } from '../support/factories/board.factory';
import { anOrganization } from '../support/factories/organization.factory';
import { WorkerProcesses } from '../support/worker-processes';

const WORKERS = 3;
const AUTOMATIONS = 10;
const OUTAGE_MINUTES = 5;
/** .ci/long lets real minutes pass; otherwise what was due is made due again after each kill. */
const SECONDS = Number(process.env['AUTOMATION_SCHEDULE_SECONDS'] ?? 0);
const KILL_EVERY_MS = SECONDS > 0 ? 20_000 : 1_500;
const KILLS = SECONDS > 0 ? Math.ceil((SECONDS * 1_000) / KILL_EVERY_MS) : 2;
const MINUTE_MS = 60_000;

let app: TestApp;
let workers: WorkerProcesses;

beforeEach(async () => {
  app = await startApp({ ROLES: 'api' });
  workers = new WorkerProcesses(app.databaseUrl, { PUBLIC_URL: 'http://127.0.0.1' });
});
afterEach(async () => {
  await workers.discard();
  await app.close();
});

const found = async <Row>(text: string, values: unknown[] = []) =>
  (await app.sql.query(text, values)).rows as Row[];

const now = async () => {
  const [row] = await found<{ now: number }>('select extract(epoch from now())::float8 * 1000 as now');
  return row!.now;
};

it(
  'a schedule of every minute fires each minute once, whichever workers are killed, and after an outage once',
  { timeout: 240_000 + KILLS * (KILL_EVERY_MS + 20_000) },
  async () => {
    const board = await aBoard({ organization: await anOrganization({ app }) });
    const config = { boardId: board.id, groupId: board.groupIds[0], name: 'Made' };
    const trigger = { type: 'recurring', config: { cron: '* * * * *' } };
    for (let at = 0; at < AUTOMATIONS; at += 1)
      await anAutomation(board, { trigger, actions: [{ type: 'create_item', config }] });
    await app.sql.query(
      `update automation_schedules set next_at = date_trunc('minute', now()) - $1 * interval '1 minute'`,
      [OUTAGE_MINUTES],
    );
    const began = await now();
    await Promise.all(Array.from({ length: WORKERS }, () => workers.start()));
    const fired = async () => {
      const executions = await found<{ id: string; cause: string; status: string }>(
        'select automation_id as id, cause, status from automation_executions order by cause',
      );
      const times = new Map<string, number[]>();
      for (const { id, cause } of executions)
        times.set(id, [...(times.get(id) ?? []), Date.parse(cause.slice('due '.length))]);
      return { executions, times };
    };
    await vi.waitFor(async () => expect((await fired()).times.size).toBe(AUTOMATIONS), { interval: 200 });

    for (let kill = 0; kill < KILLS; kill += 1) {
      if (SECONDS === 0)
        await app.sql.query(`update automation_schedules set next_at = date_trunc('minute', now())`);
      await delay(KILL_EVERY_MS);
      await workers.kill(workers.running[kill % workers.running.length]!);
      await workers.start();
    }
    await vi.waitFor(
      async () => {
        const due = `select 1 from automation_schedules where next_at <= now() limit 1`;
        const queued = `select 1 from automation_executions where status = 'queued' limit 1`;
        expect([await found(due), await found(queued)]).toEqual([[], []]);
      },
      { timeout: 120_000, interval: 200 },
    );

    const { executions, times } = await fired();
    expect(executions.filter(({ status }) => status !== 'success')).toEqual([]);
    const until = Math.floor((await now()) / MINUTE_MS) * MINUTE_MS;
    for (const each of times.values()) {
      // Of the minutes of the outage only the last one has fired.
      expect(each[0]).toBeGreaterThanOrEqual(Math.floor(began / MINUTE_MS) * MINUTE_MS);
      each.forEach((time, at) => expect(time - (each[at - 1] ?? time - MINUTE_MS)).toBe(MINUTE_MS));
      expect(each.at(-1)).toBeGreaterThanOrEqual(until - MINUTE_MS);
      expect(each.length).toBeGreaterThanOrEqual(Math.floor(SECONDS / 60));
    }
    const [row] = await found<{ created: number }>(
      'select count(*)::int as created from items where board_id = $1',
      [board.id],
    );
    expect(row!.created).toBe(executions.length);
  },
);
