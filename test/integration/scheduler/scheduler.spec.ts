import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/kernel/ids';
import { ScheduleService } from '../../../src/modules/scheduler/schedule.service';
import { TickService } from '../../../src/modules/scheduler/tick.service';
import { startApp, type TestApp } from '../../support/app';
import { cloneDatabase } from '../../support/database';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';

describe('the scheduler', () => {
  let one: TestApp;
  let two: TestApp;
  let names: string[];
  /** Due at least once an hour. */
  let hourly: string[];
  beforeAll(async () => {
    const DATABASE_URL = await cloneDatabase();
    // Without the worker role: no ticks and no jobs but those of the tests.
    one = await startApp({ DATABASE_URL, ROLES: 'api' });
    two = await startApp({ DATABASE_URL, ROLES: 'api' });
    const works = one.nest.get(ScheduleService, { strict: false }).all();
    names = works.map(({ name }) => name).sort();
    hourly = names.filter((name) => works.some((work) => work.name === name && work.everyMinutes <= 60));
  });
  afterAll(async () => {
    await one.close();
    await two.close();
  });

  const tick = async (app: TestApp, at: string) =>
    (await app.nest.get(TickService, { strict: false }).tick(new Date(at))).sort();
  const waiting = async () =>
    (await one.sql.query<{ key: string }>('select key from graphile_worker.jobs order by key')).rows.map(
      ({ key }) => key,
    );

  it('claims a slot once, however many replicas tick', async () => {
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, at) => tick(at % 2 ? one : two, '2040-01-01T00:00:30Z')),
    );
    expect(claims.flat().sort()).toEqual(names);
    expect(await waiting()).toEqual(names.map((name) => `scheduler.run:${name}`));
    expect(await tick(one, '2040-01-01T00:00:59Z')).toEqual([]);
  });

  it('finds each schedule due at its own interval, and once after a missed slot', async () => {
    expect(names.length).toBeGreaterThan(hourly.length);
    await tick(one, '2040-02-01T10:00:00Z');
    expect(await tick(two, '2040-02-01T11:00:00Z')).toEqual(hourly);
    expect(await tick(one, '2040-02-01T11:00:00Z')).toEqual([]);
    expect(await tick(one, '2040-02-03T13:25:00Z')).toEqual(names);
    expect(await tick(two, '2040-02-03T13:25:59Z')).toEqual([]);
    expect(await tick(one, '2040-02-03T14:00:00Z')).toEqual(hourly);
  });

  it('does nothing with a clock that is behind', async () => {
    await tick(one, '2040-03-01T12:00:00Z');
    expect(await tick(two, '2040-03-01T11:00:00Z')).toEqual([]);
  });

  it('uses the clock of the database by default', async () => {
    await one.sql.query('delete from schedule_slots');
    expect((await one.nest.get(TickService, { strict: false }).tick()).sort()).toEqual(names);
    const { rows } = await one.sql.query(
      "select bool_and(slot <= now() and slot > now() - interval '1 day') as fits from schedule_slots",
    );
    expect(rows).toEqual([{ fits: true }]);
  });

  it('leaves no claim without its job', async () => {
    await one.sql.query(
      'delete from schedule_slots; alter table graphile_worker._private_jobs rename to away',
    );
    await expect(tick(one, '2041-01-01T00:00:00Z')).rejects.toThrow('_private_jobs');
    await one.sql.query('alter table graphile_worker.away rename to _private_jobs');
    const { rowCount } = await one.sql.query('select from schedule_slots');
    expect(rowCount).toBe(0);
    expect(await tick(one, '2041-01-01T00:00:00Z')).toEqual(names);
  });
});

describe('a worker', () => {
  let app: TestApp;
  afterAll(() => app.close());

  it('performs the due schedules', async () => {
    app = await startApp({ DATABASE_URL: await cloneDatabase() });
    const sweep = app.nest.get(ScheduleService, { strict: false }).find('scheduler.remove-expired')!;
    const run = vi.spyOn(sweep.work, 'run');
    // Its own tick may have come a moment ago, unwatched.
    await app.sql.query('delete from schedule_slots');
    await app.nest.get(TickService, { strict: false }).tick();
    await vi.waitFor(() => expect(run).toHaveBeenCalled());
    await vi.waitFor(async () => {
      const { rowCount } = await app.sql.query('select from graphile_worker.jobs');
      expect(rowCount).toBe(0);
    });
  });
});

describe('sweeps', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
  });
  afterAll(() => app.close());

  const run = (name: string) =>
    app.nest.get(ScheduleService, { strict: false }).find(name)!.work.run(new AbortController().signal);
  /** How old the rows of these tests are, and whether they are still needed. */
  const AGES = (past: string, near: string) => [
    { at: past, stays: false },
    { at: near, stays: true },
    { at: '1 hour', stays: true },
  ];
  const left = async (table: string, id: string) => {
    const { rows } = await app.sql.query<{ id: string }>(`select ${id} as id from ${table}`);
    return new Set(rows.map((row) => String(row.id)));
  };

  it('delete expired sessions', async () => {
    const made = AGES('-1 second', '1 minute').map((row) => ({ ...row, id: newId('session') }));
    for (const { id, at } of made) {
      await app.sql.query(
        `insert into sessions (id, user_id, created_at, expires_at, last_seen_at)
         values ($1, $2, now(), now() + $3::interval, now())`,
        [id, organization.owner.userId, at],
      );
    }
    await run('scheduler.remove-expired');
    const ids = await left('sessions', 'id');
    for (const { id, stays } of made) expect(ids.has(id)).toBe(stays);
  });

  it('delete expired password resets', async () => {
    const made = AGES('-1 second', '1 minute').map((row) => ({ ...row, digest: randomBytes(32) }));
    for (const { digest, at } of made) {
      await app.sql.query(
        `insert into password_resets (token_digest, user_id, expires_at) values ($1, $2, now() + $3::interval)`,
        // One at a time for each person.
        [digest, (await organization.addMember()).userId, at],
      );
    }
    await run('scheduler.remove-expired');
    const digests = await left('password_resets', `encode(token_digest, 'hex')`);
    for (const { digest, stays } of made) expect(digests.has(digest.toString('hex'))).toBe(stays);
  });

  it('delete tokens a month after they expired, and none that never expire', async () => {
    const made = [...AGES('-30 days -1 minute', '-30 days 1 minute'), { at: null, stays: true }].map(
      (row) => ({ ...row, id: newId('token') }),
    );
    for (const { id, at } of made) {
      await app.sql.query(
        `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, created_at, expires_at)
         values ($1, $2, $3, 'test', '{read}', $4, now(), now() + $5::interval)`,
        [organization.id, id, organization.owner.userId, randomBytes(32), at],
      );
    }
    await run('scheduler.remove-expired');
    const ids = await left('tokens', 'id');
    for (const { id, stays } of made) expect(ids.has(id)).toBe(stays);
  });

  it('delete idempotency keys after a day, in more than one batch', async () => {
    await app.sql.query(
      `insert into idempotency_keys (owner, procedure, key, input_digest, created_at)
       select 'o', 'p', 'old-' || n, 'd', now() - interval '24 hours 1 minute' from generate_series(1, 5001) n
       union all select 'o', 'p', 'new', 'd', now() - interval '23 hours'`,
    );
    await run('idempotency-keys.remove-expired');
    expect(await left('idempotency_keys', 'key')).toEqual(new Set(['new']));
  });

  it('delete jobs a month after they failed permanently', async () => {
    await app.sql.query(
      `select graphile_worker.add_job('test.x', job_key => key) from unnest(array['old', 'recent', 'waiting']) key;
       update graphile_worker._private_jobs set attempts = max_attempts where key <> 'waiting';
       update graphile_worker._private_jobs set run_at = now() - interval '31 days' where key <> 'recent'`,
    );
    await run('jobs.remove-exhausted');
    expect(await left('graphile_worker.jobs', 'key')).toEqual(new Set(['recent', 'waiting']));
  });

  it('stop on request', async () => {
    await app.sql.query(
      `insert into idempotency_keys (owner, procedure, key, input_digest, created_at)
       values ('o', 'p', 'left', 'd', now() - interval '2 days')`,
    );
    const sweep = app.nest.get(ScheduleService, { strict: false }).find('idempotency-keys.remove-expired')!;
    await sweep.work.run(AbortSignal.abort());
    expect((await left('idempotency_keys', 'key')).has('left')).toBe(true);
  });
});
