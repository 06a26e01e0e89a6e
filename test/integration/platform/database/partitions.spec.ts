import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../../../../src/kernel/clock';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { LOCK_BACKUP } from '../../../../src/platform/database/locks';
import { dayAfter } from '../../../../src/platform/database/partitions/partition-range';
import { type PartitionedTable, Partitions } from '../../../../src/platform/database/partitions/partitions';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { startApp, type TestApp } from '../../../support/app';

describe('the partitions of a table', () => {
  let apps: [TestApp, TestApp];
  let table: PartitionedTable;
  let tables = 0;
  beforeAll(async () => {
    const first = await startApp();
    apps = [first, await startApp({ DATABASE_URL: first.databaseUrl })];
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));
  beforeEach(async () => {
    table = { name: `notes${(tables += 1)}`, width: 'month' };
    await apps[0].sql.query(`
      create table ${table.name} (at timestamptz not null, text text, primary key (at)) partition by range (at)`);
  });
  const partitionsOf = (app: TestApp) => app.nest.get(Partitions, { strict: false });
  const write = (at: string) => apps[0].sql.query(`insert into ${table.name} values ($1)`, [at]);
  const ensure = (days: string[], as = table) => partitionsOf(apps[0]).ensure(NO_TRANSACTION, as, days);
  const names = async () => {
    const { rows } = await apps[0].sql.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table.name],
    );
    return rows.map(({ name }) => name.replace(table.name, 'notes'));
  };
  const kept = async () => {
    const { rows } = await apps[0].sql.query<{ day: string }>(
      `select at::date::text as day from ${table.name} order by at`,
    );
    return rows.map(({ day }) => day);
  };

  it('exist for today and the month to come', async () => {
    const partitions = partitionsOf(apps[0]);
    await partitions.prepare(table);
    const months = new Set([0, 15, 31].map((days) => dayAfter(clock.now(), days).slice(0, 7)));
    expect(await names()).toEqual([...months].map((month) => `notes_${month.replace('-', '')}01`));
    await write(clock.now().toISOString());
    await partitions.prepare(table);
    expect(await kept()).toHaveLength(1);
  });

  it('are created once when two processes need them at the same time', async () => {
    const days = Array.from({ length: 20 }, (_, month) => `${2000 + month}-05-31`);
    const both = await Promise.allSettled(
      apps.flatMap((app) => days.map((day) => partitionsOf(app).ensure(NO_TRANSACTION, table, [day]))),
    );
    expect(both.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await names()).toEqual(days.map((day) => `notes_${day.slice(0, 4)}0501`));
  });

  it('contain rows of every time, also long ago and to come', async () => {
    const times = ['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00Z', '2199-02-28T12:00:00Z'];
    await ensure(times.map((time) => time.slice(0, 10)));
    for (const time of times) await write(time);
    expect(await names()).toEqual(['notes_19991201', 'notes_20000101', 'notes_21990201']);
    expect(await kept()).toEqual(times.map((time) => time.slice(0, 10)));
  });

  it('are dropped when all their days have expired, and no other row is deleted', async () => {
    const days = ['2020-01-31', '2020-02-01', '2020-02-29', '2020-03-01'];
    await ensure(days);
    for (const day of days) await write(day);
    expect(await partitionsOf(apps[0]).dropBefore(table, '2020-02-29')).toBe(1);
    expect(await kept()).toEqual(days.slice(1));
    expect(await partitionsOf(apps[0]).dropBefore(table, '2020-03-01')).toBe(1);
    expect(await kept()).toEqual(days.slice(3));
    await ensure(days);
    for (const day of days.slice(0, 3)) await write(day);
    expect(await kept()).toEqual(days);
  });

  it('are not dropped while a backup reads them', async () => {
    await ensure(['2020-01-31']);
    const backup = await apps[0].sql.connect();
    await backup.query(LOCK_BACKUP);
    expect(await partitionsOf(apps[0]).dropBefore(table, '2021-01-01')).toBe(0);
    // Closes the connection, which releases the lock.
    backup.release(true);
    await expect.poll(() => partitionsOf(apps[0]).dropBefore(table, '2021-01-01')).toBe(1);
  });

  it('are created for the days between others after the width has changed', async () => {
    await ensure(['2020-02-10', '2020-02-20'], { ...table, width: 'day' });
    const days = ['2020-02-01', '2020-02-10', '2020-02-15', '2020-02-20', '2020-02-29'];
    await ensure(days);
    for (const day of days) await write(day);
    expect(await names()).toEqual([
      'notes_20200201',
      'notes_20200210',
      'notes_20200211',
      'notes_20200220',
      'notes_20200221',
    ]);
  });

  it('that a transaction creates and rolls back are created by the next one', async () => {
    const [{ nest }] = apps;
    const attempt = (isKept: boolean) =>
      nest.get(TransactionRunner).run(NO_TRANSACTION, async (tx) => {
        await partitionsOf(apps[0]).ensure(tx, table, ['2020-05-05']);
        await partitionsOf(apps[0]).ensure(tx, table, ['2020-05-06']);
        if (!isKept) throw new Error('rolled back');
      });
    await expect(attempt(false)).rejects.toThrow('rolled back');
    expect(await names()).toEqual([]);
    await attempt(true);
    await write('2020-05-05');
    expect(await names()).toEqual(['notes_20200501']);
  });

  it('have the compression and the storage of their table', async () => {
    await apps[0].sql.query(
      `alter table ${table.name} alter column text set compression pglz, alter column text set storage main`,
    );
    await ensure(['2020-05-05']);
    const { rows } = await apps[0].sql.query(
      `select attcompression, attstorage from pg_attribute where attrelid = $1::regclass and attname = 'text'`,
      [`${table.name}_20200501`],
    );
    expect(rows).toEqual([{ attcompression: 'p', attstorage: 'm' }]);
  });
});
