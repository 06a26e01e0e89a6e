import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunScheduledWorkJob } from '../../../src/modules/scheduler/run-scheduled-work.job';
import {
  type ScheduledWorkState,
  ScheduleRunsReadModel,
} from '../../../src/modules/scheduler/schedule-runs.read-model';
import { ScheduleService } from '../../../src/modules/scheduler/schedule.service';
import { Database } from '../../../src/platform/database/database';
import { Log } from '../../../src/platform/logging/log';
import { startApp, type TestApp } from '../../support/app';
import { aSession, anAccount } from '../../support/factories/account.factory';

const PURGE = 'idempotency-keys.remove-expired';
const EXPIRY = 'scheduler.remove-expired';

describe('the runs of scheduled work', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());

  const work = (name: string) => app.nest.get(ScheduleService, { strict: false }).find(name)!.work;
  const all = () => app.nest.get(ScheduleRunsReadModel, { strict: false }).all();

  async function stateOf(name: string, kind = ''): Promise<ScheduledWorkState> {
    return (await all()).find((one) => one.name === name && one.kind === kind)!;
  }

  function perform(name: string, signal = new AbortController().signal): Promise<void> {
    const run = { id: '1', attempt: 1, isLastAttempt: false, signal };
    return app.nest.get(RunScheduledWorkJob, { strict: false }).perform({ name }, run);
  }

  it('lists all scheduled work and all kinds of expiring rows, also those that have not run', async () => {
    const states = await all();
    expect(states.length).toBeGreaterThan(30);
    expect(states).toContainEqual({ name: PURGE, kind: '', everyMinutes: 60, lastRun: null });
    expect(states).toContainEqual({ name: EXPIRY, kind: 'sessions', everyMinutes: 60, lastRun: null });
  });

  it('records start, duration, outcome and removed rows', async () => {
    vi.spyOn(work(PURGE), 'run').mockResolvedValueOnce(7);
    await perform(PURGE);
    expect((await stateOf(PURGE)).lastRun).toEqual({
      name: PURGE,
      kind: '',
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      durationMs: expect.any(Number),
      outcome: 'succeeded',
      rowsRemoved: 7,
      error: null,
      lastSucceededAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('records a failure without data, logs it, and keeps the time of the last success', async () => {
    const { lastRun } = await stateOf(PURGE);
    const warn = vi.spyOn(Log.prototype, 'warn');
    const error = new Error('invalid input syntax for type integer: "Anna’s salary"\nwith more lines');
    vi.spyOn(work(PURGE), 'run').mockRejectedValueOnce(error);
    await expect(perform(PURGE)).rejects.toBe(error);
    expect(warn).toHaveBeenCalledWith('scheduled work failed', { name: PURGE, kind: '', error });
    expect((await stateOf(PURGE)).lastRun).toMatchObject({
      outcome: 'failed',
      rowsRemoved: null,
      error: 'Error: invalid input syntax for type integer',
      lastSucceededAt: lastRun!.lastSucceededAt,
    });
    await perform(PURGE);
    expect((await stateOf(PURGE)).lastRun).toMatchObject({ outcome: 'succeeded', error: null });
  });

  it('shows work that is running, and work that its process was stopped in', async () => {
    const process = new AbortController();
    let finish: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (finish = resolve));
    vi.spyOn(work(PURGE), 'run').mockReturnValueOnce(running);
    const performed = perform(PURGE, process.signal);
    await vi.waitFor(async () =>
      expect((await stateOf(PURGE)).lastRun).toMatchObject({ outcome: 'running', durationMs: null }),
    );
    process.abort();
    finish();
    await performed;
    expect((await stateOf(PURGE)).lastRun).toMatchObject({ outcome: 'interrupted' });
  });

  it('does not overwrite a later run with the end of an earlier one', async () => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    vi.spyOn(work(PURGE), 'run').mockReturnValueOnce(slow).mockResolvedValueOnce(3);
    const earlier = perform(PURGE);
    await vi.waitFor(async () =>
      expect((await stateOf(PURGE)).lastRun).toMatchObject({ outcome: 'running' }),
    );
    await perform(PURGE);
    finish();
    await earlier;
    expect((await stateOf(PURGE)).lastRun).toMatchObject({ outcome: 'succeeded', rowsRemoved: 3 });
  });

  it('records each kind of expiring rows, also when another kind fails', async () => {
    const { userId } = await anAccount({ app });
    await aSession(userId, { app, expiresAt: new Date(0) });
    const database = app.nest.get(Database, { strict: false });
    const query = database.query.bind(database);
    const spy = vi
      .spyOn(database, 'query')
      .mockImplementation((context, statement, values) =>
        statement.name.startsWith('password_resets.remove-expired')
          ? Promise.reject(new Error('locked'))
          : query(context, statement, values),
      );
    await expect(perform(EXPIRY)).rejects.toThrow('locked');
    spy.mockRestore();
    expect((await stateOf(EXPIRY)).lastRun).toMatchObject({ outcome: 'failed', error: 'Error: locked' });
    expect((await stateOf(EXPIRY, 'password resets')).lastRun).toMatchObject({ outcome: 'failed' });
    expect((await stateOf(EXPIRY, 'sessions')).lastRun).toMatchObject({
      outcome: 'succeeded',
      rowsRemoved: 1,
    });
    await perform(EXPIRY);
    const states = (await all()).filter(({ name }) => name === EXPIRY);
    expect(states.map(({ lastRun }) => lastRun!.outcome)).toEqual(states.map(() => 'succeeded'));
  });
});
