import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { Jobs } from '../../../../src/platform/jobs/jobs';
import { Metrics } from '../../../../src/platform/metrics/metrics';
import { cloneDatabase } from '../../../support/database';
import { parsed } from '../../../support/metrics';
import { type JobsApp, NoteJob, type Performance, startJobsApp } from '../support/jobs-app';

describe('metrics of jobs', () => {
  let databaseUrl: string;
  let app: JobsApp;
  beforeEach(async () => {
    databaseUrl = await cloneDatabase();
  });
  afterEach(() => app.nest.close());

  const metrics = async () => parsed(await app.nest.get(Metrics).exposition());
  const enqueue = (runAt?: Date) =>
    app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: 'a secret of a user' }, { runAt });
  const attempts = (outcome: string) => `trestle_job_attempts_total{task="test.note",outcome="${outcome}"}`;
  const queued = (state: string, task = 'test.note') => `trestle_queue_jobs{task="${task}",state="${state}"}`;

  it('count attempts by how they end, and measure them', async () => {
    const perform = vi.fn<Performance>(async ({ text }) => {
      if (text !== '') throw new Error('a failure');
    });
    app = await startJobsApp(databaseUrl, { perform });
    await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: '' });
    await enqueue();
    await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(2));
    await vi.waitFor(async () => expect((await metrics()).value(attempts('failed'))).toBe(1));
    for (const calls of [3, 4]) {
      await app.sql.query('update graphile_worker._private_jobs set run_at = now()');
      await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(calls));
    }
    await vi.waitFor(async () => expect((await metrics()).value(attempts('exhausted'))).toBe(1));
    const { value, text } = await metrics();
    expect(value(attempts('succeeded'))).toBe(1);
    expect(value(attempts('failed'))).toBe(2);
    expect(value('trestle_job_duration_seconds_count{task="test.note"}')).toBe(4);
    expect(value('trestle_worker_up')).toBe(1);
    expect(text).not.toContain('a secret of a user');
  });

  it('show what the queue contains, with one label for tasks of other releases', async () => {
    let end = () => undefined as void;
    const running = new Promise<void>((resolve) => (end = resolve));
    app = await startJobsApp(databaseUrl, { perform: () => running, concurrency: 1 });
    await enqueue();
    await vi.waitUntil(async () => {
      const { rowCount } = await app.sql.query(
        'select from graphile_worker.jobs where locked_at is not null',
      );
      return rowCount === 1;
    });
    await enqueue(new Date('2026-01-01T00:00:00Z'));
    await enqueue(new Date('2099-01-01T00:00:00Z'));
    await app.sql.query(
      `select graphile_worker.add_job('of.another-release', '{}', run_at => now() + '1 hour')`,
    );
    await app.sql.query(`select graphile_worker.add_job('of.a-third', '{}', run_at => now() + '1 hour')`);
    await app.sql.query(`select graphile_worker.add_job('test.note', '{}', job_key => 'exhausted')`);
    await app.sql.query(
      `update graphile_worker._private_jobs set attempts = max_attempts where key = 'exhausted'`,
    );
    const { value, series } = await metrics();
    expect(['due', 'scheduled', 'running', 'exhausted'].map((state) => value(queued(state)))).toEqual([
      1, 1, 1, 1,
    ]);
    expect(value(queued('scheduled', 'unknown'))).toBe(2);
    expect(series('trestle_queue_jobs{task="of')).toEqual([]);
    const { rows } = await app.sql.query<{ age: number }>(
      `select extract(epoch from now() - '2026-01-01T00:00:00Z')::float8 as age`,
    );
    expect(Math.abs(value('trestle_queue_oldest_seconds')! - rows[0]!.age)).toBeLessThan(60);
    await app.sql.query('delete from graphile_worker._private_jobs where locked_at is null');
    end();
  });

  it('are of the installation in workers only', async () => {
    app = await startJobsApp(databaseUrl, { roles: 'api' });
    const { series } = await metrics();
    expect(series('trestle_queue')).toEqual([]);
    expect(series('trestle_worker')).toEqual([]);
  });
});
