import { beforeAll, describe, expect, it } from 'vitest';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { statement } from '../../../../src/platform/database/statement';
import { startApp, type TestApp } from '../../../support/app';

const NUMBER = statement('test.number', 'select $1::int as number, pg_backend_pid() as pid');
const SLEEP = statement('test.sleep', 'select pg_sleep($1::float8)');

describe('lookups', () => {
  let app: TestApp;
  let database: Database;
  const lookup = (value: unknown) =>
    database.lookup<{ number: number; pid: number }>(NO_TRANSACTION, NUMBER, [value]);

  /** The process of the server that executes lookups, once their connection is open. */
  async function sharedProcess(): Promise<number> {
    await expect
      .poll(async () => (await lookup(0)) && (await processes()).length, { timeout: 20_000 })
      .toBe(1);
    return (await processes())[0]!;
  }

  async function processes(): Promise<number[]> {
    const { rows } = await app.sql.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'trestle-lookups'`,
    );
    return rows.map(({ pid }) => pid);
  }

  beforeAll(async () => {
    app = await startApp();
    database = app.nest.get(Database);
    return () => app.close();
  });

  it('share one connection, and each gets its own rows', async () => {
    const pid = await sharedProcess();
    const found = await Promise.all(Array.from({ length: 12 }, (_, number) => lookup(number)));
    for (const [number, rows] of found.entries()) expect(rows).toEqual([{ number, pid }]);
  });

  it('above the number that one connection executes at a time use others', async () => {
    const pid = await sharedProcess();
    const found = await Promise.all(Array.from({ length: 40 }, (_, number) => lookup(number)));
    expect(found.map(([row]) => row!.number)).toEqual(Array.from({ length: 40 }, (_, number) => number));
    expect(new Set(found.map(([row]) => row!.pid)).size).toBeGreaterThan(1);
    expect(found.filter(([row]) => row!.pid === pid).length).toBeGreaterThan(10);
  });

  it('fail alone', async () => {
    await sharedProcess();
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    const results = await Promise.allSettled([
      lookup(1),
      lookup('none'),
      lookup(2),
      lookup(circular),
      lookup(3),
    ]);
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value[0]!.number : 'failed')),
    ).toEqual([1, 'failed', 2, 'failed', 3]);
  });

  it('work after the server could not parse their statement', async () => {
    await sharedProcess();
    const later = statement('test.later', 'select number from lookups_of_later where number = $1::int');
    const find = () => database.lookup<{ number: number }>(NO_TRANSACTION, later, [7]);
    for (const { reason } of (await Promise.allSettled([find(), find()])) as PromiseRejectedResult[])
      expect(['42P01', '26000']).toContain(reason.code);
    await app.sql.query('create table lookups_of_later as select 7 as number');
    try {
      await sharedProcess();
      expect(await Promise.all([find(), find(), find()])).toEqual(
        Array.from({ length: 3 }, () => [{ number: 7 }]),
      );
    } finally {
      await app.sql.query('drop table lookups_of_later');
    }
  });

  it('do not wait for one that takes long', async () => {
    const pid = await sharedProcess();
    const slow = database.lookup(NO_TRANSACTION, SLEEP, [60]);
    const outcome = expect(slow).rejects.toMatchObject({ code: '57014' });
    await expect
      .poll(async () => {
        const { rows } = await app.sql.query(
          `select from pg_stat_activity where pid = $1 and state = 'active' and query_start < clock_timestamp() - interval '100 ms'`,
          [pid],
        );
        return rows.length;
      })
      .toBe(1);
    const [row] = await lookup(1);
    expect(row!.pid).not.toBe(pid);
    await app.sql.query('select pg_cancel_backend($1)', [pid]);
    await outcome;
    await expect.poll(async () => (await lookup(2))[0]!.pid).toBe(pid);
  });

  it('fail with their connection, and the next ones have a new one', async () => {
    const pid = await sharedProcess();
    const lost = database.lookup(NO_TRANSACTION, SLEEP, [60]).catch((error: unknown) => error);
    await app.sql.query('select pg_terminate_backend($1)', [pid]);
    expect(await lost).toBeInstanceOf(Error);
    expect((await lookup(1))[0]!.number).toBe(1);
    const next = await sharedProcess();
    expect(next).not.toBe(pid);
    await expect.poll(async () => (await lookup(2))[0]!.pid).toBe(next);
  });

  it('cannot write', async () => {
    await sharedProcess();
    const write = statement('test.write', 'create table written_by_lookup (number integer)');
    await expect(database.lookup(NO_TRANSACTION, write, [])).rejects.toMatchObject({ code: '25006' });
  });
});
