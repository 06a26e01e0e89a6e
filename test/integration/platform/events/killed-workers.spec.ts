import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../../support/database';
import { deliverEvents } from '../../../support/events';
import type { JobsApp } from '../support/jobs-app';
import { createLedger, startLedgerApp, writeEvents } from './support/event-ledger';

const WORKER = join(__dirname, 'support/event-worker.ts');
const TYPESCRIPT = join(__dirname, '../../../support/typescript.cjs');

const WORKERS = 3;
/** .ci/long kills more. */
const KILLS = Number(process.env['EVENT_WORKER_KILLS'] ?? 6);
const MAX_LIFE_MS = 600;
const TIMEOUT_MS = 60_000 + KILLS * 5_000;

describe('events of workers that are killed', () => {
  let databaseUrl: string;
  let app: JobsApp;
  const children = new Set<ChildProcess>();

  beforeEach(async () => {
    databaseUrl = await cloneDatabase();
    app = await startLedgerApp(databaseUrl, 'api');
    await createLedger(app);
  });
  afterEach(async () => {
    for (const child of children) await kill(child);
    await app.nest.close();
  });

  async function startWorker(): Promise<ChildProcess> {
    const child = fork(WORKER, [databaseUrl], {
      execArgv: ['--require', 'reflect-metadata', '--require', TYPESCRIPT],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.add(child);
    await once(child, 'message');
    return child;
  }

  async function kill(child: ChildProcess): Promise<void> {
    children.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Starts workers one after the other, and kills each at a random moment. */
  async function killWorkers(count: number): Promise<void> {
    for (let killed = 0; killed < count; killed += 1) {
      const worker = await startWorker();
      await delay(Math.random() * MAX_LIFE_MS);
      await kill(worker);
    }
  }

  /** The rows of a query that finds errors. */
  async function found(query: string): Promise<unknown[]> {
    return (await app.sql.query(query)).rows;
  }

  async function deliverAll(): Promise<void> {
    do {
      await app.sql.query('update event_backlogs set due_at = now()');
      await deliverEvents(app);
    } while ((await found('select from event_backlogs')).length > 0);
  }

  it(
    'are in the log once and without gaps, and each subscriber handles them once and in order',
    { timeout: TIMEOUT_MS },
    async () => {
      const writing = new AbortController();
      const writer = writeEvents(app.sql, writing.signal);
      // Without subscribers, events are not delivered to them later.
      await deliverAll();
      await Promise.all(Array.from({ length: WORKERS }, () => killWorkers(Math.ceil(KILLS / WORKERS))));
      writing.abort();
      await writer;
      await deliverAll();

      const [{ count }] = (await found('select count(*)::int as count from committed')) as [
        { count: number },
      ];
      expect(count).toBeGreaterThan(10 * KILLS);
      expect(await found('select from outbox')).toEqual([]);
      expect(await found('select from event_failures')).toEqual([]);
      const numbers = (column: string, of: string) =>
        `select min(${column}), max(${column}), count(*), count(distinct ${column}) from events group by ${of}
       having min(${column}) <> 1 or max(${column}) <> count(*) or count(distinct ${column}) <> count(*)`;
      expect(await found(numbers('position', '()'))).toEqual([]);
      expect(await found(numbers('sequence', 'organization_id'))).toEqual([]);
      expect(await found(numbers('board_sequence', 'board_id'))).toEqual([]);
      expect(await found('select id from events group by id having count(*) > 1')).toEqual([]);
      expect(await found('select event_id from committed except select id from events')).toEqual([]);
      expect(await found('select id from events except select event_id from committed')).toEqual([]);
      // The order of the commits on a board.
      expect(await found(`select id from events where (data->>'count')::bigint <> board_sequence`)).toEqual(
        [],
      );
      for (const subscriber of ['Steady', 'Failing']) {
        const handled = `ledger where subscriber = '${subscriber}'`;
        expect(await found(`select event_id from ${handled} group by event_id having count(*) > 1`)).toEqual(
          [],
        );
        expect(await found(`select id from events except select event_id from ${handled}`)).toEqual([]);
        expect(
          await found(
            `select event_id from (
             select event_id, sequence, lag(sequence, 1, 0) over (partition by organization_id order by at) as previous from ${handled}
           ) as handled where sequence <> previous + 1`,
          ),
        ).toEqual([]);
      }
    },
  );
});
