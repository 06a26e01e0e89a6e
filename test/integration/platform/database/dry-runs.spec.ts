import { Readable } from 'node:stream';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { statement } from '../../../../src/platform/database/statement';
import type { DatabaseContext } from '../../../../src/platform/database/transaction';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { evenInDryRun, inDryRun, isDryRun } from '../../../../src/platform/dry-run/dry-run';
import { Outbound } from '../../../../src/platform/http/outbound';
import { Mailer } from '../../../../src/platform/mail/mailer';
import { FileStorage } from '../../../../src/platform/storage/file-storage';
import { sharedApp, type TestApp } from '../../../support/app';

const WRITE = statement('test.rehearse', 'insert into rehearsed (word) values ($1)');
const COUNT = statement('test.rehearsed', 'select count(*)::int as count from rehearsed');

describe('a dry run', () => {
  let app: TestApp;
  let transactions: TransactionRunner;
  let database: Database;
  beforeAll(async () => {
    app = await sharedApp();
    transactions = app.nest.get(TransactionRunner);
    database = app.nest.get(Database);
    await app.sql.query(
      'create table if not exists rehearsed (word text, unique (word) deferrable initially deferred)',
    );
  });
  afterEach(() => app.sql.query('truncate rehearsed'));

  const write = (context: DatabaseContext, word = 'word') => database.query(context, WRITE, [word]);
  const count = async (context: DatabaseContext = NO_TRANSACTION) =>
    (await database.query<{ count: number }>(context, COUNT, []))[0]!.count;

  it('sees its own writes, and leaves none', async () => {
    const seen = await inDryRun(() =>
      transactions.rehearse(NO_TRANSACTION, async (tx) => {
        await transactions.run(tx, (inside) => write(inside));
        return count(tx);
      }),
    );
    expect([seen, await count()]).toEqual([1, 0]);
  });

  it('does not run what follows a commit', async () => {
    let isCommitted = false;
    await inDryRun(() =>
      transactions.rehearse(NO_TRANSACTION, async (tx) => {
        tx.transaction.afterCommit(() => (isCommitted = true));
        await write(tx);
      }),
    );
    expect(isCommitted).toBe(false);
  });

  it('reports what the commit would have found', async () => {
    const rehearsal = inDryRun(() =>
      transactions.rehearse(NO_TRANSACTION, async (tx) => {
        await write(tx);
        await write(tx);
      }),
    );
    await expect(rehearsal).rejects.toMatchObject({ code: '23505' });
  });

  it('reports a statement that waits for the commit', async () => {
    const rehearsal = inDryRun(() =>
      transactions.rehearse(NO_TRANSACTION, async (tx) => {
        tx.transaction.sendWithNext(WRITE, [null]);
        tx.transaction.sendWithNext(statement('test.divide', 'select 1 / $1::int'), [0]);
      }),
    );
    await expect(rehearsal).rejects.toMatchObject({ code: '22012' });
  });

  it('fails on a write outside its transaction, and leaves the connection usable', async () => {
    await inDryRun(async () => {
      await expect(write(NO_TRANSACTION)).rejects.toMatchObject({ code: '25006' });
      expect(await count()).toBe(0);
      await expect(transactions.run(NO_TRANSACTION, (tx) => write(tx))).rejects.toThrow(/own/);
    });
    await write(NO_TRANSACTION);
    expect(await count()).toBe(1);
  });

  it('fails on a commit, a request, a mail and a file', async () => {
    await inDryRun(async () => {
      await expect(
        transactions.rehearse(NO_TRANSACTION, (tx) => tx.transaction.commitWith(WRITE, ['word'])),
      ).rejects.toThrow('must not commit');
      const outbound = app.nest.get(Outbound, { strict: false });
      await expect(outbound.request({ method: 'GET', url: 'https://example.com/' })).rejects.toThrow(
        'A dry run sends no request',
      );
      const mailer = app.nest.get(Mailer, { strict: false });
      await expect(mailer.send({ to: 'a@example.com', subject: 'S', text: 'T' })).rejects.toThrow('mail');
      const storage = app.nest.get(FileStorage, { strict: false });
      await expect(storage.put(Readable.from(['x']), { maxBytes: 1 })).rejects.toThrow('store a file');
    });
    expect(await count()).toBe(0);
  });

  it('writes what counts also in a dry run', async () => {
    await inDryRun(async () => {
      await evenInDryRun(() => write(NO_TRANSACTION));
      expect(isDryRun()).toBe(true);
    });
    expect([await count(), isDryRun()]).toEqual([1, false]);
  });

  it('does not apply to work that runs at the same time', async () => {
    let release = () => {};
    const waits = new Promise<void>((resolve) => (release = resolve));
    const rehearsal = inDryRun(async () => {
      await waits;
      return isDryRun();
    });
    await write(NO_TRANSACTION);
    await inDryRun(async () => undefined);
    release();
    expect([await rehearsal, await count(), isDryRun()]).toEqual([true, 1, false]);
  });
});
