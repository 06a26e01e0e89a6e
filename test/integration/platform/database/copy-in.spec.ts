import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyRow } from '../../../../src/platform/database/copy/copy-row';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { statement } from '../../../../src/platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../../src/platform/database/transaction';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { anOrganization } from '../../../support/factories/organization.factory';

const CREATE = statement(
  'test.create',
  'create temporary table copied (number float8 check (number < 100), text text) on commit drop',
);
const ROWS = statement('test.rows', 'select number, text from copied order by number');
const ONE = statement('test.one', 'select 1 as one');
const COPY = 'copy copied (number, text) from stdin';

describe('a copy', () => {
  let database: Database;
  let transactions: TransactionRunner;
  let copied: (rows: string) => Promise<unknown[]>;

  beforeAll(async () => {
    const { app } = await anOrganization();
    database = app.nest.get(Database, { strict: false });
    transactions = app.nest.get(TransactionRunner, { strict: false });
  });
  beforeEach(() => {
    copied = (rows) => within(COPY, rows, (tx) => database.query(tx, ROWS, []));
  });

  const within = <T>(
    command: string,
    rows: string,
    afterwards: (tx: InTransaction<DatabaseContext>) => Promise<T>,
  ) =>
    transactions.run(NO_TRANSACTION, async (tx) => {
      await database.query(tx, CREATE, []);
      await tx.transaction.copy(command, rows);
      return afterwards(tx);
    });

  it('keeps every character of a text, and distinguishes null from its spelling', async () => {
    const texts = [
      'a\tb',
      'a\nb\r\nc',
      String.raw`\N`,
      String.raw`\.`,
      String.raw`C:\temp\new`,
      '',
      'ä€😀',
      null,
    ];
    const rows = texts.map((text, number) => ({ number, text }));
    expect(await copied(rows.map(({ number, text }) => copyRow([number, text])).join(''))).toEqual(rows);
  });

  it('keeps numbers exactly', async () => {
    const numbers = [-1e300, -0.1, 5e-324, 0.1 + 0.2, 99];
    const rows = numbers.map((number) => ({ number, text: null }));
    expect(await copied(rows.map(({ number, text }) => copyRow([number, text])).join(''))).toEqual(rows);
  });

  it('can be larger than what the connection buffers, and can be empty', async () => {
    const text = 'x'.repeat(1_000_000);
    const rows = Array.from({ length: 20 }, (_, number) => ({ number, text }));
    expect(await copied(rows.map(({ number }) => copyRow([number, text])).join(''))).toEqual(rows);
    expect(await copied('')).toEqual([]);
  });

  it.each([
    ['a row that violates a condition', COPY, copyRow([100, 'too much'])],
    ['a row with too few fields', COPY, copyRow([1])],
    [
      'a table that does not exist, whose rows the server ignores',
      'copy missing from stdin',
      copyRow([1, 'a']),
    ],
  ])('fails its transaction, and leaves the connection usable: %s', async (_what, command, rows) => {
    const failed = transactions.run(NO_TRANSACTION, async (tx) => {
      await database.query(tx, CREATE, []);
      await expect(tx.transaction.copy(command, rows)).rejects.toThrow(pg.DatabaseError);
      await expect(database.query(tx, ONE, [])).rejects.toThrow('current transaction is aborted');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await database.query(NO_TRANSACTION, ONE, [])).toEqual([{ one: 1 }]);
    expect(await copied(copyRow([1, 'a']))).toEqual([{ number: 1, text: 'a' }]);
  });

  it('begins the transaction, and follows what waits to travel with the next statement', async () => {
    const wait = (tx: InTransaction<DatabaseContext>) =>
      tx.transaction.sendWithNext(
        statement('test.wait', 'create temporary table waited (number integer) on commit drop'),
        [],
      );
    const rows = await transactions.run(NO_TRANSACTION, async (tx) => {
      wait(tx);
      await tx.transaction.copy('copy waited from stdin', copyRow([7]));
      return database.query(tx, statement('test.waited', 'select number from waited'), []);
    });
    expect(rows).toEqual([{ number: 7 }]);
  });

  it('is undone with the savepoint that it follows', async () => {
    const rows = await within(COPY, copyRow([1, 'kept']), async (tx) => {
      const undone = tx.transaction.savepoint(async () => {
        await tx.transaction.copy(COPY, copyRow([2, 'undone']));
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      return database.query(tx, ROWS, []);
    });
    expect(rows).toEqual([{ number: 1, text: 'kept' }]);
  });

  describe('that follows another one', () => {
    /** Bytes that the transaction has sent to the server. */
    const sentBytes = (tx: InTransaction<DatabaseContext>) =>
      (tx.transaction as unknown as { client: { connection: { stream: { bytesWritten: number } } } }).client
        .connection.stream.bytesWritten;
    const rowsOf = (from: number) =>
      Array.from({ length: 10 }, (_, at) => copyRow([from + at, 'x'.repeat(1_000)])).join('');

    it('is sent before the other one ends, and both are written in their order', async () => {
      const numbers = await transactions.run(NO_TRANSACTION, async (tx) => {
        await database.query(tx, CREATE, []);
        const before = sentBytes(tx);
        const first = tx.transaction.copy(COPY, rowsOf(10));
        const second = tx.transaction.copy(COPY, rowsOf(0));
        expect(sentBytes(tx) - before).toBeGreaterThan(20_000);
        await Promise.all([first, second]);
        return database.query<{ number: number }>(
          tx,
          statement('test.in-order', 'select number from copied order by ctid'),
          [],
        );
      });
      expect(numbers.map(({ number }) => number)).toEqual([
        ...Array.from({ length: 10 }, (_, at) => 10 + at),
        ...Array.from({ length: 10 }, (_, at) => at),
      ]);
    });

    it('waits for a statement between them, and statements wait for both', async () => {
      const rows = await transactions.run(NO_TRANSACTION, async (tx) => {
        await database.query(tx, CREATE, []);
        const results = [
          tx.transaction.copy(COPY, copyRow([1, 'a'])),
          tx.transaction.sendInTurn(statement('test.twice', `update copied set text = text || 'b'`), []),
          tx.transaction.copy(COPY, copyRow([2, 'c'])),
          tx.transaction.copy(COPY, copyRow([3, 'd'])),
        ];
        const found = database.query(tx, ROWS, []);
        await Promise.all(results);
        return found;
      });
      expect(rows).toEqual([
        { number: 1, text: 'ab' },
        { number: 2, text: 'c' },
        { number: 3, text: 'd' },
      ]);
    });

    it('waits for a statement that no one awaits', async () => {
      const [statements, first, second] = await transactions.run(NO_TRANSACTION, async (tx) => {
        await database.query(tx, CREATE, []);
        const settled = await Promise.allSettled([
          database.query(tx, ONE, []),
          tx.transaction.copy(COPY, copyRow([1, 'a'])),
          tx.transaction.copy(COPY, copyRow([2, 'b'])),
        ]);
        const found = await database.query<{ number: number }>(
          tx,
          statement('test.as-written', 'select number from copied order by ctid'),
          [],
        );
        return [settled[0], ...found.map(({ number }) => number)];
      });
      expect(statements).toEqual({ status: 'fulfilled', value: [{ one: 1 }] });
      expect([first, second]).toEqual([1, 2]);
    });

    it('fails with it, writes nothing, and leaves the connection usable', async () => {
      const failed = transactions.run(NO_TRANSACTION, async (tx) => {
        await database.query(tx, CREATE, []);
        const copies = [
          tx.transaction.copy(COPY, copyRow([100, 'too much'])),
          tx.transaction.copy(COPY, rowsOf(0)),
        ];
        const results = await Promise.allSettled(copies);
        expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        throw (results[0] as PromiseRejectedResult).reason;
      });
      await expect(failed).rejects.toThrow('violates check constraint');
      expect(await database.query(NO_TRANSACTION, ONE, [])).toEqual([{ one: 1 }]);
      expect(await copied(copyRow([1, 'a']))).toEqual([{ number: 1, text: 'a' }]);
    });

    it('is undone with the savepoint that it follows', async () => {
      const rows = await within(COPY, copyRow([1, 'kept']), async (tx) => {
        const undone = tx.transaction.savepoint(async () => {
          await Promise.all([
            tx.transaction.copy(COPY, copyRow([2, 'undone'])),
            tx.transaction.copy(COPY, copyRow([3, 'undone'])),
          ]);
          throw new Error('undo');
        });
        await expect(undone).rejects.toThrow('undo');
        return database.query(tx, ROWS, []);
      });
      expect(rows).toEqual([{ number: 1, text: 'kept' }]);
    });
  });
});
