import pg, { type PoolClient } from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { asUnavailable } from '../../../../src/platform/database/database-errors';
import { type Statement, statement } from '../../../../src/platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../../src/platform/database/transaction';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { sharedApp, type TestApp } from '../../../support/app';

type Tx = InTransaction<DatabaseContext>;
type Connection = PoolClient & { processID: number; getTransactionStatus(): string };

const WRITE = statement('test.write', 'insert into written (word) values ($1)');
const PID = statement('test.pid', 'select pg_backend_pid() as pid');
const SLEEP = statement('test.sleep', 'select pg_sleep(60)');
const FAIL = statement('test.fail', `select fail_with($1)`);

describe('a transaction', () => {
  let app: TestApp;
  let transactions: TransactionRunner;
  let database: Database;

  beforeAll(async () => {
    app = await sharedApp();
    transactions = app.nest.get(TransactionRunner);
    database = app.nest.get(Database);
    await app.sql.query(`
      create table if not exists written (word text primary key);
      create or replace function fail_with(p_state text) returns void language plpgsql as $$
      begin raise exception 'as asked' using errcode = p_state; end $$`);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await app.sql.query('truncate written');
  });

  const run = <T>(work: (tx: Tx) => Promise<T>) => transactions.run(NO_TRANSACTION, work);
  const write = (tx: DatabaseContext, word: string) => database.query(tx, WRITE, [word]);
  /** Background work of the application uses the pool too. */
  const connectionOf = ({ transaction }: Tx) => (transaction as unknown as { client: Connection }).client;
  const ask = (tx: Tx, asked: Statement) => database.query<{ pid: number }>(tx, asked, []);

  async function written(): Promise<string[]> {
    const { rows } = await app.sql.query<{ word: string }>('select word from written order by word');
    return rows.map(({ word }) => word);
  }

  /** The statements of these tests that are sent from here on; the application sends others. */
  /** The statements that a connection sends; background work commits on others meanwhile. */
  function spyOnStatements(): (connection?: Connection) => string[] {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    return (connection) =>
      (query.mock.calls as unknown as [{ text: string }][])
        .filter((_, at) => connection === undefined || query.mock.contexts[at] === connection)
        .map(([{ text }]) => text)
        .filter((text) => /^(begin|commit|rollback)$|written/.test(text));
  }

  /** The transaction's connection, which the server ends. */
  async function lose(client: Connection): Promise<void> {
    // events.once would listen to errors.
    const end = new Promise((resolve) => client.once('end', () => resolve(undefined)));
    await app.sql.query('select pg_terminate_backend($1)', [client.processID]);
    await end;
  }

  /** Waits until the transaction's statement is being executed. */
  async function sleeping({ processID }: Connection): Promise<void> {
    await vi.waitFor(async () => {
      const { rows } = await app.sql.query(
        `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`,
        [processID],
      );
      expect(rows).toHaveLength(1);
    });
  }

  async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
    return attempt.then(
      () => null,
      (error: unknown) => error,
    );
  }

  it('begins with its first statement, and commits what waits with the commit', async () => {
    const sent = spyOnStatements();
    let connection: Connection | undefined;
    await run(async (tx) => {
      await write(tx, 'first');
      await write(tx, 'second');
      connection = connectionOf(tx);
      tx.transaction.sendWithNext(WRITE, ['third']);
    });
    expect(connection).toBeDefined();
    expect(sent(connection)).toEqual([WRITE.text, WRITE.text, 'commit']);
    expect(await written()).toEqual(['first', 'second', 'third']);
  });

  it('without a statement sends nothing', async () => {
    const sent = spyOnStatements();
    expect(await run(async () => 'result')).toBe('result');
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(sent()).toEqual([]);
  });

  it('send a statement several times in one message, also one that the connection has not parsed', async () => {
    // Another one in each run of the test, which no connection has parsed.
    const fresh = statement(`test.${newId('event')}`, 'select pg_advisory_xact_lock_shared($1)');
    await run(async (tx) => {
      tx.transaction.sendWithNext(fresh, [1]);
      tx.transaction.sendWithNext(fresh, [2]);
      await tx.transaction.send(fresh, [3]);
    });
    await run(async (tx) => {
      await tx.transaction.send(fresh, [4]);
    });
  });

  it('with a statement that only waits sends it', async () => {
    await run(async (tx) => tx.transaction.sendWithNext(WRITE, ['waited']));
    expect(await written()).toEqual(['waited']);
  });

  it('rolls back when its work fails, with what waits', async () => {
    const work = run(async (tx) => {
      await write(tx, 'sent');
      tx.transaction.sendWithNext(WRITE, ['waits']);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await written()).toEqual([]);
  });

  it('whose first statement fails returns its connection outside a transaction', async () => {
    let connection: Connection | undefined;
    const work = run((tx) => {
      connection = connectionOf(tx);
      return database.query(tx, FAIL, ['23505']);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(connection!.getTransactionStatus()).toBe('I');
  });

  it('has not begun after a parameter that cannot be sent, and begins with the next statement', async () => {
    const invalid = new Date(Number.NaN);
    const work = run(async (tx) => {
      const failed = failureOf(database.query(tx, WRITE, [invalid]));
      // Sent meanwhile, in the same transaction.
      await Promise.all([failed, write(tx, 'together')]);
      expect(await failed).toBeInstanceOf(RangeError);
      await write(tx, 'later');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await written()).toEqual([]);
  });

  it('does not commit when a failed statement was ignored', async () => {
    const work = run(async (tx) => {
      await write(tx, 'once');
      await failureOf(write(tx, 'once'));
    });
    await expect(work).rejects.toThrow('its error was ignored');
    expect(await written()).toEqual([]);
  });

  it('fails with a statement that waits, and writes nothing', async () => {
    const work = run(async (tx) => {
      await write(tx, 'once');
      tx.transaction.sendWithNext(WRITE, ['once']);
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(await written()).toEqual([]);
  });

  it.each(['40001', '40P01'])('is repeated after %s, also of its first statement', async (state) => {
    let attempts = 0;
    const work = run(async (tx) => {
      attempts += 1;
      if (attempts === 1) await database.query(tx, FAIL, [state]);
      await write(tx, `attempt ${attempts}`);
      if (attempts === 2) tx.transaction.sendWithNext(FAIL, [state]);
      return attempts;
    });
    expect(await work).toBe(3);
    expect(await written()).toEqual(['attempt 3']);
  });

  it('rejects statements after its end, when its connection belongs to another one', async () => {
    let ended: Tx | null = null;
    await run(async (tx) => {
      ended = tx;
      await write(tx, 'in time');
    });
    await expect(write(ended!, 'late')).rejects.toThrow('has ended');
    expect(await written()).toEqual(['in time']);
  });

  describe('that ends with its last statement', () => {
    const LAST = statement('test.last', 'insert into written (word) values ($1) returning word');
    const writeLast = (tx: Tx, word: string) => database.queryLast<{ word: string }>(tx, LAST, [word]);

    it('sends it with the commit, and what waits before it', async () => {
      const sent = spyOnStatements();
      let connection: Connection | undefined;
      const rows = await run(async (tx) => {
        tx.transaction.sendWithNext(WRITE, ['waited']);
        const last = await writeLast(tx, 'last');
        connection = connectionOf(tx);
        return last;
      });
      expect(connection).toBeDefined();
      expect(sent(connection)).toEqual(['commit']);
      expect(rows).toEqual([{ word: 'last' }]);
      expect(await written()).toEqual(['last', 'waited']);
    });

    it('announces what it invalidated, and runs its listeners', async () => {
      const heard: string[] = [];
      const listener = await app.sql.connect();
      try {
        await listener.query('listen trestle_changes');
        const announced = new Promise((resolve) => listener.once('notification', resolve));
        await run(async (tx) => {
          tx.transaction.invalidate('a topic');
          tx.transaction.afterCommit(() => void heard.push('committed'));
          await writeLast(tx, 'last');
        });
        expect(await announced).toMatchObject({ payload: 'a topic' });
        expect(heard).toEqual(['committed']);
      } finally {
        listener.release(true);
      }
    });

    it('is rolled back when it fails', async () => {
      let connection: Connection | undefined;
      const work = run(async (tx) => {
        connection = connectionOf(tx);
        await write(tx, 'once');
        await writeLast(tx, 'once');
      });
      await expect(work).rejects.toMatchObject({ code: '23505' });
      expect(connection!.getTransactionStatus()).toBe('I');
      expect(await written()).toEqual([]);
    });

    it('rejects statements after it', async () => {
      const work = run(async (tx) => {
        await writeLast(tx, 'last');
        await write(tx, 'late');
      });
      await expect(work).rejects.toThrow('has ended');
      expect(await written()).toEqual(['last']);
    });

    it('leaves the commit to the check of an access that has changed', async () => {
      let confirmed = 0;
      const lease = {
        isCurrent: () => false,
        isConfirmed: () => Promise.resolve((confirmed += 1) > 1),
        renew: () => Promise.resolve({}),
      };
      const attempts: string[] = [];
      await transactions.run({ ...NO_TRANSACTION, lease }, async (tx) => {
        attempts.push(`attempt ${attempts.length + 1}`);
        await writeLast(tx, attempts.at(-1)!);
        expect(tx.transaction.isCommitted).toBe(false);
      });
      expect(await written()).toEqual(['attempt 2']);
    });
  });

  describe('whose connection is lost', () => {
    it.each(['before the first statement', 'between two statements', 'before the commit'])(
      '%s fails as unavailable, and its connection leaves the pool',
      async (moment) => {
        const work = run(async (tx) => {
          const client = connectionOf(tx);
          if (moment !== 'before the first statement') await write(tx, 'lost');
          await lose(client);
          if (moment !== 'before the commit') await write(tx, 'after');
        });
        expect(asUnavailable(await failureOf(work))).not.toBeNull();
        expect(await written()).toEqual([]);
        expect(await run((tx) => ask(tx, PID))).toHaveLength(1);
      },
    );

    it.each(['first', 'second'])('during its %s statement fails as unavailable', async (which) => {
      const work = run(async (tx) => {
        if (which === 'second') await write(tx, 'lost');
        const slept = failureOf(database.query(tx, SLEEP, []));
        await sleeping(connectionOf(tx));
        await lose(connectionOf(tx));
        throw await slept;
      });
      expect(asUnavailable(await failureOf(work))).not.toBeNull();
      expect(await written()).toEqual([]);
    });
  });

  it('whose first statement is canceled is rolled back, and its connection stays', async () => {
    let connection: Connection | undefined;
    const work = run(async (tx) => {
      connection = connectionOf(tx);
      const slept = failureOf(database.query(tx, SLEEP, []));
      await sleeping(connection);
      await app.sql.query('select pg_cancel_backend($1)', [connection.processID]);
      throw await slept;
    });
    await expect(work).rejects.toMatchObject({ code: '57014' });
    expect(connection!.getTransactionStatus()).toBe('I');
  });

  describe('with a savepoint', () => {
    it('keeps what precedes a failure, and nothing of what failed', async () => {
      await run(async (tx) => {
        await write(tx, 'before');
        const nested = tx.transaction.savepoint(async () => {
          await write(tx, 'inside');
          await tx.transaction.savepoint(() => write(tx, 'deeper'));
          await database.query(tx, FAIL, ['23505']);
        });
        await expect(nested).rejects.toMatchObject({ code: '23505' });
        await write(tx, 'after');
      });
      expect(await written()).toEqual(['after', 'before']);
    });

    it('keeps the outer part when the inner one fails', async () => {
      await run((tx) =>
        tx.transaction.savepoint(async () => {
          await write(tx, 'outer');
          const inner = tx.transaction.savepoint(async () => {
            await write(tx, 'inner');
            throw new Error('no');
          });
          await expect(inner).rejects.toThrow('no');
        }),
      );
      expect(await written()).toEqual(['outer']);
    });

    it('whose work fails before a statement sends nothing of it', async () => {
      await run(async (tx) => {
        const nested = tx.transaction.savepoint(() => {
          tx.transaction.sendWithNext(WRITE, ['waits']);
          return Promise.reject(new Error('no'));
        });
        await expect(nested).rejects.toThrow('no');
        await write(tx, 'after');
      });
      expect(await written()).toEqual(['after']);
    });

    it('contains the failure of a statement that waits in it', async () => {
      await run(async (tx) => {
        await write(tx, 'once');
        const nested = tx.transaction.savepoint(async () => {
          tx.transaction.sendWithNext(WRITE, ['once']);
        });
        await expect(nested).rejects.toMatchObject({ code: '23505' });
      });
      expect(await written()).toEqual(['once']);
    });

    it('forgets topics and listeners of what failed', async () => {
      const heard: string[] = [];
      await run(async (tx) => {
        tx.transaction.afterCommit(() => void heard.push('outside'));
        tx.transaction.invalidate('outside');
        const nested = tx.transaction.savepoint(async () => {
          tx.transaction.afterCommit(() => void heard.push('inside'));
          tx.transaction.invalidate('inside');
          throw new Error('no');
        });
        await expect(nested).rejects.toThrow('no');
        expect([...tx.transaction.changed]).toEqual(['outside']);
      });
      expect(heard).toEqual(['outside']);
    });
  });
});
