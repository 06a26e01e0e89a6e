import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database';
import { LOCK_PARTITIONS, TRY_NO_BACKUP } from '../locks';
import { type Statement, statement, statementFamily } from '../statement';
import type { DatabaseContext } from '../transaction';
import { TransactionRunner } from '../transaction-runner';
import { contains, dayAfter, type PartitionRange, type PartitionWidth, rangeAround } from './partition-range';

/** A table whose partitions are ranges of a column of type `date` or `timestamptz`. */
export interface PartitionedTable {
  readonly name: string;
  readonly width: PartitionWidth;
  /** What a new partition needs besides the columns, checks, indexes and row triggers of its table. */
  readonly completion?: readonly ((partition: string) => Statement)[];
}

interface Partition extends PartitionRange {
  readonly name: string;
}

/** How many days ahead partitions exist: longer than a sweep that creates them can be late. */
const DAYS_AHEAD: Readonly<Record<PartitionWidth, number>> = { day: 2, week: 14, month: 31, year: 31 };

// A table that is attached later: to create it as a partition would wait for all readers of the table.
const CREATE = statementFamily(
  'partitions.create',
  (table: string, partition: string) =>
    `create table if not exists ${partition} (like ${table}
       including defaults including constraints including storage including compression)`,
);
const ATTACH = statementFamily(
  'partitions.attach',
  (table: string, partition: string, from: string, to: string) =>
    `alter table ${table} attach partition ${partition} for values from ('${from}') to ('${to}')`,
);
const DROP = statementFamily('partitions.drop', (partition: string) => `drop table if exists ${partition}`);

/** Readers of the table queue behind a statement that waits for a lock on it. */
const WAIT_BRIEFLY = statement('partitions.wait-briefly', `set local lock_timeout = '2s'`);
const WAIT_AS_BEFORE = statement('partitions.wait-as-before', 'set local lock_timeout to default');

const NO_BACKUP = statement('partitions.no-backup', `select ${TRY_NO_BACKUP} as "isFree"`);
const LOCK = statement('partitions.lock', `select ${LOCK_PARTITIONS}`);

const ATTACHED = statement(
  'partitions.attached',
  `select class.relname as name, pg_get_expr(class.relpartbound, class.oid) as bounds from pg_inherits
   join pg_class class on class.oid = inhrelid
   where inhparent = $1::regclass order by class.relname`,
);
const BOUNDS = /FROM \('(\d{4,}-\d\d-\d\d)[^']*'\) TO \('(\d{4,}-\d\d-\d\d)[^']*'\)/;

const TODAY = statement(
  'partitions.today',
  `select (clock_timestamp() at time zone 'UTC')::date::text as today`,
);

/** Partitions by time, so that a retention drops tables instead of deleting rows (decisions 0092 and 0102). */
@Injectable()
export class Partitions {
  /** Partitions that are committed; those that were dropped since contain only days that nothing writes. */
  private readonly known = new Map<string, readonly Partition[]>();
  /** Transactions that have created partitions, which exist only if they commit. */
  private readonly creators = new WeakSet<object>();

  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Creates the partitions of today and of the next days, by the clock of the database. */
  async prepare(table: PartitionedTable): Promise<void> {
    const [{ today } = { today: '' }] = await this.database.query<{ today: string }>(
      NO_TRANSACTION,
      TODAY,
      [],
    );
    this.known.delete(table.name);
    const days = Array.from({ length: DAYS_AHEAD[table.width] + 1 }, (_, offset) =>
      dayAfter(new Date(today), offset),
    );
    await this.ensure(NO_TRANSACTION, table, days);
  }

  /**
   * Before rows of these days are written: creates the partitions that are missing, because no sweep ran for long or a clock
   * was set. In the transaction of the write: a second connection could wait for the tables that the transaction has locked.
   */
  async ensure(context: DatabaseContext, table: PartitionedTable, days: readonly string[]): Promise<void> {
    const isMissing = (day: string) =>
      !this.known.get(table.name)?.some((partition) => contains(partition, day));
    if (!days.some(isMissing)) return;
    let attached = await this.attached(context, table);
    for (const day of new Set(days)) {
      if (attached.some((partition) => contains(partition, day))) continue;
      attached = await this.create(context, table, day);
    }
    if (!context.transaction || !this.creators.has(context.transaction)) this.known.set(table.name, attached);
  }

  /** Drops the partitions that have only days before `day`, unless a backup reads them; returns their number. */
  async dropBefore(table: PartitionedTable, day: string): Promise<number> {
    const old = (await this.attached(NO_TRANSACTION, table)).filter(({ to }) => to <= day);
    this.known.delete(table.name);
    let dropped = 0;
    for (const { name } of old) {
      dropped += await this.transactions.run(NO_TRANSACTION, async (tx) => {
        const [{ isFree } = { isFree: false }] = await this.database.query<{ isFree: boolean }>(
          tx,
          NO_BACKUP,
          [],
        );
        if (!isFree) return 0;
        await this.database.query(tx, WAIT_BRIEFLY, []);
        await this.database.query(tx, DROP(name), []);
        return 1;
      });
    }
    return dropped;
  }

  private create(context: DatabaseContext, table: PartitionedTable, day: string): Promise<Partition[]> {
    return this.transactions.run(context, async (tx) => {
      await this.database.query(tx, LOCK, []);
      // Another process can have created it while this one waited.
      const attached = await this.attached(tx, table);
      if (attached.some((partition) => contains(partition, day))) return attached;
      const { from, to } = rangeAround(day, table.width, attached);
      const name = `${table.name}_${from.replaceAll('-', '')}`;
      if (context.transaction) this.creators.add(context.transaction);
      await this.database.query(tx, WAIT_BRIEFLY, []);
      await this.database.query(tx, CREATE(table.name, name), []);
      await this.database.query(tx, ATTACH(table.name, name, from, to), []);
      for (const complete of table.completion ?? []) await this.database.query(tx, complete(name), []);
      await this.database.query(tx, WAIT_AS_BEFORE, []);
      return [...attached, { name, from, to }];
    });
  }

  private async attached(context: DatabaseContext, { name: table }: PartitionedTable): Promise<Partition[]> {
    const rows = await this.database.query<{ name: string; bounds: string }>(context, ATTACHED, [table]);
    return rows.flatMap(({ name, bounds }) => {
      const [, from, to] = BOUNDS.exec(bounds) ?? [];
      return from === undefined || to === undefined ? [] : [{ name, from, to }];
    });
  }
}
