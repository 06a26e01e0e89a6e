import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { AbandonedJobs } from '../../../../src/platform/jobs/abandoned-jobs';
import { JobRunner } from '../../../../src/platform/jobs/job-runner';
import { Jobs } from '../../../../src/platform/jobs/jobs';
import { WORKER_LOCKS } from '../../../../src/platform/database/locks';
import { cloneDatabase } from '../../../support/database';
import { type JobsApp, NoteJob, type Performance, startJobsApp } from '../support/jobs-app';

const WORKER = join(__dirname, 'support/hanging-worker.ts');
const TYPESCRIPT = join(__dirname, '../../../support/typescript.cjs');

describe('the jobs of a worker that died', () => {
  let databaseUrl: string;
  let app: JobsApp;
  let child: ChildProcess;
  const heard: { ready?: true; began?: string }[] = [];

  beforeEach(async () => {
    heard.length = 0;
    databaseUrl = await cloneDatabase();
    child = fork(WORKER, [databaseUrl], {
      execArgv: ['--require', 'reflect-metadata', '--require', TYPESCRIPT],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message) => heard.push(message as never));
    await vi.waitUntil(() => heard.some(({ ready }) => ready));
  });
  afterEach(async () => {
    await app.nest.close();
    await kill();
  });

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async function start(options: { roles?: string; perform?: Performance }): Promise<void> {
    app = await startJobsApp(databaseUrl, options);
  }

  /** Jobs in the hands of some worker. */
  async function taken(): Promise<number> {
    const { rows } = await app.sql.query('select from graphile_worker.jobs where locked_by is not null');
    return rows.length;
  }

  /** Cuts the connections by which workers prove that they are alive; returns their processes. */
  async function cut(): Promise<number[]> {
    const { rows } = await app.sql.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'trestle-worker'`,
    );
    return rows.map(({ pid }) => pid);
  }

  /** The keys of the workers that are present on another connection than these. */
  async function presentBeside(pids: readonly number[]): Promise<number[]> {
    const { rows } = await app.sql.query<{ key: number }>(
      `select objid::bigint::bit(32)::int as key from pg_locks
       where locktype = 'advisory' and granted and objsubid = 2 and classid = ${WORKER_LOCKS} and pid <> all($1)
         and database = (select oid from pg_database where datname = current_database())`,
      [pids],
    );
    return rows.map(({ key }) => key);
  }

  it('are taken over by living workers', async () => {
    await start({ roles: 'api' });
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const text of texts) await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text });
    await vi.waitFor(() => expect(heard.filter(({ began }) => began)).toHaveLength(5));
    await kill();
    await app.nest.close();

    const perform = vi.fn<Performance>(async () => undefined);
    await start({ perform });
    const abandoned = app.nest.get(AbandonedJobs);
    // The watch looks every ten seconds; here it is asked to look at once.
    await vi.waitFor(async () => {
      await abandoned.look();
      expect(perform).toHaveBeenCalledTimes(texts.length);
    });
    expect(perform.mock.calls.map(([payload]) => payload.text).sort()).toEqual(texts);
    await vi.waitFor(async () => expect(await taken()).toBe(0));
  });

  it('are removed when they were enqueued again under their key, and run once', async () => {
    await start({ roles: 'api' });
    const jobs = app.nest.get(Jobs);
    for (const text of ['first', 'second']) {
      await jobs.enqueue(NO_TRANSACTION, NoteJob, { text }, { key: 'one' });
      await vi.waitFor(() => expect(heard).toContainEqual({ began: text }));
    }
    await kill();
    await app.nest.close();

    const perform = vi.fn<Performance>(async () => undefined);
    await start({ perform });
    const abandoned = app.nest.get(AbandonedJobs);
    await vi.waitFor(async () => {
      await abandoned.look();
      expect(perform).toHaveBeenCalledOnce();
    });
    expect(perform.mock.calls[0]![0].text).toBe('second');
    await vi.waitFor(async () => {
      const { rows } = await app.sql.query('select attempts, last_error from graphile_worker.jobs');
      expect(rows).toEqual([]);
    });
  });

  it('report why they are kept when the worker died in their last attempt', async () => {
    await start({ roles: 'api' });
    await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: 'last' });
    await vi.waitFor(() => expect(heard).toContainEqual({ began: 'last' }));
    await app.sql.query('update graphile_worker._private_jobs set attempts = max_attempts');
    await kill();
    const abandoned = app.nest.get(AbandonedJobs);
    await vi.waitFor(async () => {
      await abandoned.look();
      expect(await taken()).toBe(0);
    });
    const { rows } = await app.sql.query('select last_error from graphile_worker.jobs');
    expect(rows).toEqual([{ last_error: 'The worker died during the last attempt' }]);
  });

  it('stay with it while it lives, also after its connections were cut once', async () => {
    const perform = vi.fn<Performance>(async () => undefined);
    await start({ roles: 'api', perform });
    await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: 'mine' });
    await vi.waitFor(() => expect(heard).toContainEqual({ began: 'mine' }));
    const abandoned = app.nest.get(AbandonedJobs);
    for (let look = 1; look <= 3; look += 1) await abandoned.look();
    expect(await taken()).toBe(1);

    const pids = await cut();
    await abandoned.look();
    await vi.waitFor(async () => expect(await presentBeside(pids)).toHaveLength(1));
    await abandoned.look();
    await abandoned.look();
    expect(await taken()).toBe(1);
    expect(perform).not.toHaveBeenCalled();
  });

  it('make a worker unhealthy when its presence cannot be restored, and not when it reconnects', async () => {
    await kill();
    await start({});
    const runner = app.nest.get(JobRunner);
    const pids = await cut();
    let keys: number[] = [];
    while (keys.length === 0) {
      expect(runner.isHealthy).toBe(true);
      keys = await presentBeside(pids);
    }
    expect(runner.isHealthy).toBe(true);
    // Another session takes the lock before the worker can.
    const rival = await app.sql.connect();
    try {
      const taken = rival.query('select pg_advisory_lock($1, $2)', [WORKER_LOCKS, keys[0]]);
      await cut();
      await taken;
      await vi.waitFor(() => expect(runner.isHealthy).toBe(false));
      await rival.query('select pg_advisory_unlock_all()');
      await vi.waitFor(() => expect(runner.isHealthy).toBe(true));
    } finally {
      rival.release();
    }
  });

  it('make no worker unhealthy', async () => {
    await start({});
    expect(app.nest.get(JobRunner).isHealthy).toBe(true);
    await kill();
    await app.nest.get(AbandonedJobs).look();
    expect(app.nest.get(JobRunner).isHealthy).toBe(true);
  });
});
