import { Injectable } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { Job } from '../../../../src/platform/jobs/job.decorator';
import { JobRunner } from '../../../../src/platform/jobs/job-runner';
import { Jobs } from '../../../../src/platform/jobs/jobs';
import { cloneDatabase } from '../../../support/database';
import { type JobsApp, NoteJob, type Performance, startJobsApp } from '../support/jobs-app';

describe('background jobs', () => {
  let databaseUrl: string;
  const apps: JobsApp[] = [];

  beforeEach(async () => {
    databaseUrl = await cloneDatabase();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.nest.close();
  });

  async function start(options: Parameters<typeof startJobsApp>[1] = {}): Promise<JobsApp> {
    const app = await startJobsApp(databaseUrl, options);
    apps.push(app);
    return app;
  }

  const waiting = async (app: JobsApp) =>
    (await app.sql.query('select key, attempts, locked_by, last_error from graphile_worker.jobs order by id'))
      .rows;

  describe('enqueue', () => {
    it('joins the transaction: runs after its commit, with the payload', async () => {
      const perform = vi.fn<Performance>(async () => undefined);
      const app = await start({ perform });
      await app.nest.get(TransactionRunner).run(NO_TRANSACTION, async (tx) => {
        await app.nest.get(Jobs).enqueue(tx, NoteJob, { text: 'hello' });
        expect(await waiting(app)).toEqual([]);
      });
      await vi.waitFor(() => expect(perform).toHaveBeenCalledOnce());
      expect(perform.mock.calls[0]![0]).toEqual({ text: 'hello' });
      expect(perform.mock.calls[0]![1]).toMatchObject({ attempt: 1, isLastAttempt: false });
      await vi.waitFor(async () => expect(await waiting(app)).toEqual([]));
    });

    it('leaves nothing after a rollback', async () => {
      const app = await start({ roles: 'api' });
      const failing = app.nest.get(TransactionRunner).run(NO_TRANSACTION, async (tx) => {
        await app.nest.get(Jobs).enqueue(tx, NoteJob, { text: 'never' });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await waiting(app)).toEqual([]);
    });

    it('keeps one waiting job per key, with the latest payload', async () => {
      const perform = vi.fn<Performance>(async () => undefined);
      const api = await start({ roles: 'api' });
      const jobs = api.nest.get(Jobs);
      for (const text of ['first', 'second', 'third']) {
        await jobs.enqueue(NO_TRANSACTION, NoteJob, { text }, { key: 'one' });
      }
      await jobs.enqueue(NO_TRANSACTION, NoteJob, { text: 'other' }, { key: 'two' });
      expect(await waiting(api)).toHaveLength(2);
      await start({ perform });
      await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(2));
      expect(perform.mock.calls.map(([payload]) => payload.text).sort()).toEqual(['other', 'third']);
    });

    it('enqueues several jobs with one statement, each under its key and at its time', async () => {
      const perform = vi.fn<Performance>(async () => undefined);
      const api = await start({ roles: 'api' });
      const jobs = api.nest.get(Jobs);
      const later = new Date(Date.now() + 3_600_000);
      await jobs.enqueueAll(NO_TRANSACTION, NoteJob, [
        { key: 'two', payload: { text: 'second' } },
        { key: 'one', payload: { text: 'first' } },
        { key: 'three', payload: { text: 'later' }, runAt: later },
      ]);
      await jobs.enqueueAll(NO_TRANSACTION, NoteJob, [{ key: 'two', payload: { text: 'replaced' } }]);
      await jobs.enqueueAll(NO_TRANSACTION, NoteJob, []);
      expect(await waiting(api)).toHaveLength(3);
      await start({ perform });
      await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(2));
      expect(perform.mock.calls.map(([payload]) => payload.text).sort()).toEqual(['first', 'replaced']);
      await vi.waitFor(async () => expect(await waiting(api)).toMatchObject([{ key: 'test.note:three' }]));
    });

    it('creates one job from two concurrent calls with one key', async () => {
      const app = await start({ roles: 'api' });
      const jobs = app.nest.get(Jobs);
      const together = Array.from({ length: 8 }, (_, at) =>
        jobs.enqueue(NO_TRANSACTION, NoteJob, { text: String(at) }, { key: 'same' }),
      );
      await Promise.all(together);
      expect(await waiting(app)).toHaveLength(1);
    });

    it('waits until the job is due', async () => {
      const perform = vi.fn<Performance>(async () => undefined);
      const app = await start({ perform });
      const jobs = app.nest.get(Jobs);
      await jobs.enqueue(NO_TRANSACTION, NoteJob, { text: 'later' }, { runAt: new Date('2999-01-01') });
      await jobs.enqueue(NO_TRANSACTION, NoteJob, { text: 'now' });
      await vi.waitFor(() => expect(perform).toHaveBeenCalledOnce());
      expect(perform.mock.calls[0]![0].text).toBe('now');
    });

    it('starts patient jobs after all others', async () => {
      const started: string[] = [];
      const perform = async ({ text }: { text: string }) => void started.push(text);
      @Job({ name: 'test.patient', isPatient: true })
      class PatientJob {
        perform = perform;
      }
      const providers = [PatientJob];
      const api = await start({ roles: 'api', providers });
      const jobs = api.nest.get(Jobs);
      const keyed = { key: 'one', payload: { text: 'patient, one of several' } };
      await jobs.enqueueAll(NO_TRANSACTION, PatientJob, [keyed]);
      await jobs.enqueue(NO_TRANSACTION, PatientJob, { text: 'patient' });
      await jobs.enqueue(NO_TRANSACTION, NoteJob, { text: 'other' });
      const { rows } = await api.sql.query('select from graphile_worker.jobs where priority > 0');
      expect(rows).toHaveLength(2);
      await start({ perform, providers, concurrency: 1 });
      await vi.waitFor(() => expect(started).toHaveLength(3));
      expect(started[0]).toBe('other');
    });

    it('rejects a class that is not a registered job', async () => {
      const app = await start({ roles: 'api' });
      @Job({ name: 'test.unregistered' })
      class Unregistered {
        async perform(): Promise<void> {}
      }
      const enqueue = app.nest.get(Jobs).enqueue(NO_TRANSACTION, Unregistered, {});
      await expect(enqueue).rejects.toThrow('Unregistered is not a registered job');
      expect(await waiting(app)).toEqual([]);
    });
  });

  describe('performing', () => {
    it('retries a failed job later, and keeps a job that failed permanently', async () => {
      const perform = vi.fn<Performance>(async () => {
        throw new Error('no luck');
      });
      const app = await start({ perform });
      await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: 'unlucky' });
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(attempt));
        expect(perform.mock.calls.at(-1)![1]).toMatchObject({ attempt, isLastAttempt: attempt === 3 });
        await vi.waitFor(async () =>
          expect(await waiting(app)).toMatchObject([
            { attempts: attempt, locked_by: null, last_error: 'no luck' },
          ]),
        );
        const { rows } = await app.sql.query('select run_at > now() as later from graphile_worker.jobs');
        expect(rows).toEqual([{ later: true }]);
        // The wait between attempts is the queue's; here it is over at once.
        await app.sql.query(
          `update graphile_worker._private_jobs set run_at = now(); notify "jobs:insert", '{"count":1}'`,
        );
      }
      await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: 'next' });
      await vi.waitFor(() => expect(perform).toHaveBeenCalledTimes(4));
      expect(perform.mock.calls.at(-1)![0].text).toBe('next');
    });

    it('survives a deadlock while the completion of a job is written', async () => {
      const perform = vi.fn<Performance>(async () => undefined);
      const app = await start({ perform });
      // The first removal of a job fails as in a deadlock; sequences count on through rollbacks.
      await app.sql.query(`
        create sequence removals;
        create function refuse_once() returns trigger language plpgsql as $$
        begin
          if nextval('removals') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
          return old;
        end $$;
        create trigger refuse_once before delete on graphile_worker._private_jobs
        for each row execute function refuse_once()`);
      const jobs = app.nest.get(Jobs);
      await jobs.enqueue(NO_TRANSACTION, NoteJob, { text: 'first' });
      await vi.waitFor(async () => expect(await waiting(app)).toEqual([]));
      expect(perform).toHaveBeenCalledOnce();
      expect(app.nest.get(JobRunner).isHealthy).toBe(true);
    });

    it('happens in workers only', async () => {
      const perform = vi.fn<Performance>(async () => undefined);
      const api = await start({ roles: 'api,realtime', perform });
      expect(api.nest.get(JobRunner).isHealthy).toBe(true);
      await api.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: 'waits' });
      await start({ perform: async () => undefined });
      await vi.waitFor(async () => expect(await waiting(api)).toEqual([]));
      expect(perform).not.toHaveBeenCalled();
    });

    it('happens once with several workers', async () => {
      const perform = vi.fn<Performance>(async () => undefined);
      const one = await start({ perform });
      await start({ perform });
      const jobs = one.nest.get(Jobs);
      const texts = Array.from({ length: 60 }, (_, at) => String(at));
      await Promise.all(texts.map((text) => jobs.enqueue(NO_TRANSACTION, NoteJob, { text })));
      await vi.waitFor(async () => expect(await waiting(one)).toEqual([]));
      expect(perform.mock.calls.map(([payload]) => payload.text).sort()).toEqual([...texts].sort());
    });
  });

  describe('shutting down', () => {
    it('lets running jobs finish and starts no others', async () => {
      const finish: (() => void)[] = [];
      const app = await start({ perform: () => new Promise<void>((resolve) => finish.push(resolve)) });
      const api = await start({ roles: 'api' });
      for (let at = 0; at < 7; at += 1) {
        await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: String(at) });
      }
      // Five at a time.
      await vi.waitFor(() => expect(finish).toHaveLength(5));
      const stopped = app.nest.get(JobRunner).stop();
      for (const end of finish) end();
      await stopped;
      expect(finish).toHaveLength(5);
      expect(await waiting(api)).toMatchObject([
        { attempts: 0, locked_by: null },
        { attempts: 0, locked_by: null },
      ]);
    });

    it('signals a job that does not finish, and returns it as if it had never started', async () => {
      const aborted = vi.fn<() => void>();
      const perform = vi.fn<Performance>((_payload, { signal }) => {
        signal.addEventListener('abort', aborted);
        return new Promise(() => undefined);
      });
      const app = await start({ perform });
      const api = await start({ roles: 'api' });
      await app.nest.get(Jobs).enqueue(NO_TRANSACTION, NoteJob, { text: 'endless' }, { key: 'endless' });
      await vi.waitFor(() => expect(perform).toHaveBeenCalledOnce());
      await app.nest.get(JobRunner).stop();
      expect(aborted).toHaveBeenCalledOnce();
      expect(await waiting(api)).toMatchObject([{ key: 'test.note:endless', attempts: 0, locked_by: null }]);
    });
  });

  describe('at boot', () => {
    const boot = (...jobs: (new () => object)[]) =>
      startJobsApp(databaseUrl, { roles: 'api', providers: jobs });

    it('rejects two jobs of the same name', async () => {
      @Job({ name: 'test.note' })
      @Injectable()
      class Double {
        async perform(): Promise<void> {}
      }
      await expect(boot(Double)).rejects.toThrow('Two jobs are named test.note');
    });

    it('rejects a job without perform', async () => {
      @Job({ name: 'test.shapeless' })
      @Injectable()
      class Shapeless {}
      await expect(boot(Shapeless)).rejects.toThrow('test.shapeless has no perform method');
    });

    it('rejects a job that could die with its first worker', async () => {
      @Job({ name: 'test.once', maxAttempts: 1 })
      @Injectable()
      class Once {
        async perform(): Promise<void> {}
      }
      await expect(boot(Once)).rejects.toThrow('test.once must allow 2 to 100 attempts');
    });

    it('rejects a name that is not dotted words', async () => {
      @Job({ name: 'Shout' })
      @Injectable()
      class Shout {
        async perform(): Promise<void> {}
      }
      await expect(boot(Shout)).rejects.toThrow('not "Shout"');
    });
  });
});
