import { DataSource } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionWatch } from '../../../src/platform/database/connection-watch';
import { Database, NO_TRANSACTION } from '../../../src/platform/database/database';
import { OpenConnection } from '../../../src/platform/database/open-connections';
import { poolOf } from '../../../src/platform/database/pool-of';
import { statement } from '../../../src/platform/database/statement';
import { TransactionRunner } from '../../../src/platform/database/transaction-runner';
import { ChangeFeed } from '../../../src/platform/cache/change-feed';
import { startApp, type TestApp } from '../../support/app';
import { cloneDatabase } from '../../support/database';
import { TcpProxy } from '../../support/tcp-proxy';

/** Without the detection of silent connections a statement waits for minutes. */
const WITHIN_MS = 30_000;
const BACKEND = statement('test.backend', 'select pg_backend_pid() as pid');
const SLEEP = statement('test.sleep', 'select pg_sleep(5)');
/** An advisory lock that no part of the service takes. */
const LOCK = 4_711;
const WAIT_FOR_LOCK = statement(
  'test.wait-for-lock',
  `select pg_advisory_xact_lock(${LOCK}) is null as done`,
);

describe('a silent connection', () => {
  let app: TestApp;
  let proxy: TcpProxy;
  let database: Database;
  let transactions: TransactionRunner;
  beforeEach(async () => {
    const through = await TcpProxy.before(await cloneDatabase());
    proxy = through.proxy;
    app = await startApp({ DATABASE_URL: through.url, ROLES: 'api' });
    database = app.nest.get(Database);
    transactions = app.nest.get(TransactionRunner);
  });
  afterEach(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
  });

  const backend = async () => (await database.query<{ pid: number }>(NO_TRANSACTION, BACKEND, []))[0]!.pid;

  async function expectLost(work: Promise<unknown>): Promise<void> {
    const began = performance.now();
    await expect(work).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(performance.now() - began).toBeLessThan(WITHIN_MS);
  }

  it('fails its statement and leaves the pool', async () => {
    const before = await backend();
    proxy.silence();
    await expectLost(database.query(NO_TRANSACTION, BACKEND, []));
    expect(await backend()).not.toBe(before);
    expect(app.nest.get(ConnectionWatch).isServerSilent).toBe(false);
  });

  it('fails a statement of TypeORM', async () => {
    const dataSource = app.nest.get(DataSource);
    await dataSource.query('select 1');
    proxy.silence();
    await expectLost(dataSource.query('select 1'));
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('fails a transaction at its commit', async () => {
    const pool = poolOf(app.nest.get(DataSource));
    let pid: number | undefined;
    await expectLost(
      transactions.run(NO_TRANSACTION, async (tx) => {
        pid = (await database.query<{ pid: number }>(tx, BACKEND, []))[0]!.pid;
        proxy.silence();
      }),
    );
    expect(pool.totalCount).toBe(pool.idleCount);
    expect(await backend()).not.toBe(pid);
  });

  it('causes idle connections, and the one that listens for changes, to be replaced', async () => {
    const pool = poolOf(app.nest.get(DataSource));
    for (const client of await Promise.all([1, 2, 3].map(() => pool.connect()))) client.release();
    expect(pool.idleCount).toBeGreaterThanOrEqual(3);
    const losses: boolean[] = [];
    app.nest.get(ChangeFeed).subscribe(
      () => undefined,
      () => losses.push(true),
    );
    proxy.silence();
    await expectLost(database.query(NO_TRANSACTION, BACKEND, []));
    expect(pool.totalCount).toBe(0);
    await expect.poll(() => losses.length).toBeGreaterThan(0);
    await expect.poll(() => app.nest.get(ChangeFeed).isLive).toBe(true);
  });

  it('is detected by the connection that only listens', async () => {
    const feed = app.nest.get(ChangeFeed);
    let losses = 0;
    feed.subscribe(
      () => undefined,
      () => (losses += 1),
    );
    proxy.silence();
    await expect.poll(() => losses).toBeGreaterThan(0);
  });
});

describe('a slow statement', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterEach(() => app.close());

  it('is not treated as silence while the server works on it', async () => {
    const database = app.nest.get(Database);
    const confirmed = vi.spyOn(OpenConnection.prototype, 'confirm');
    const holder = await app.sql.connect();
    try {
      await holder.query(`select pg_advisory_lock(${LOCK})`);
      const slow = database.query(NO_TRANSACTION, WAIT_FOR_LOCK, []);
      // Other connections are in use while the watch examines this one.
      while (confirmed.mock.calls.length < 3) await database.query(NO_TRANSACTION, BACKEND, []);
      await holder.query('select pg_advisory_unlock_all()');
      expect(await slow).toEqual([{ done: false }]);
    } finally {
      holder.release();
      confirmed.mockRestore();
    }
  });

  it('is ended by statement_timeout, and its connection is kept', async () => {
    const database = app.nest.get(Database);
    const transactions = app.nest.get(TransactionRunner);
    const limit = statement('test.limit', `set local statement_timeout = '2s'`);
    await expect(
      transactions.run(NO_TRANSACTION, async (tx) => {
        await database.query(tx, limit, []);
        await database.query(tx, SLEEP, []);
      }),
    ).rejects.toMatchObject({ code: '57014' });
    expect(await database.query(NO_TRANSACTION, BACKEND, [])).toHaveLength(1);
  });
});
