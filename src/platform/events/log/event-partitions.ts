import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../database/database';
import { LOCK_PARTITIONS } from '../../database/locks';
import { statement, statementFamily } from '../../database/statement';
import type { DatabaseContext } from '../../database/transaction';
import { TransactionRunner } from '../../database/transaction-runner';

const DAY_MS = 86_400_000;
const NAME = /^events_(\d{4})(\d\d)(\d\d)$/;

// A table that is attached later: to create it as a partition would wait for all readers of the log.
const CREATE = statementFamily(
  'event-partitions.create',
  (partition: string) =>
    `create table if not exists ${partition} (like events including defaults including constraints)`,
);
const ATTACH = statementFamily(
  'event-partitions.attach',
  (partition: string, day: string, following: string) =>
    `alter table events attach partition ${partition} for values from ('${day}') to ('${following}')`,
);
const DROP = statementFamily('event-partitions.drop', (partition: string) => `drop table ${partition}`);

/** Readers of the log queue behind a statement that waits for a lock on it. */
const WAIT_BRIEFLY = statement('event-partitions.wait-briefly', `set local lock_timeout = '2s'`);

const LOCK = statement('event-partitions.lock', `select ${LOCK_PARTITIONS}`);

const ATTACHED = statement(
  'event-partitions.attached',
  `select class.relname as name from pg_inherits
   join pg_class class on class.oid = inhrelid
   where inhparent = 'events'::regclass order by class.relname`,
);

const TODAY = statement(
  'event-partitions.today',
  `select (clock_timestamp() at time zone 'UTC')::date::text as today`,
);

/** One partition of the log for each day in UTC, so that the retention of events drops tables instead of deleting rows. */
@Injectable()
export class EventPartitions {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Creates the partitions of today and of the next two days, by the clock of the database, which chooses the partition. */
  async prepare(): Promise<void> {
    const [{ today } = { today: '' }] = await this.database.query<{ today: string }>(
      NO_TRANSACTION,
      TODAY,
      [],
    );
    const attached = await this.attached();
    for (const offset of [0, 1, 2]) {
      const day = dayAfter(new Date(today), offset);
      if (!attached.has(nameOf(day))) await this.create(day);
    }
  }

  /** Drops the partitions of days before `day`; returns their number. */
  async dropBefore(day: string): Promise<number> {
    const old = [...(await this.attached())].filter((name) => NAME.test(name) && name < nameOf(day));
    for (const partition of old) {
      await this.transactions.run(NO_TRANSACTION, async (tx) => {
        await this.database.query(tx, WAIT_BRIEFLY, []);
        await this.database.query(tx, DROP(partition), []);
      });
    }
    return old.length;
  }

  private async create(day: string): Promise<void> {
    const partition = nameOf(day);
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      await this.database.query(tx, LOCK, []);
      // Another process can have created it while this one waited.
      if ((await this.attached(tx)).has(partition)) return;
      await this.database.query(tx, WAIT_BRIEFLY, []);
      await this.database.query(tx, CREATE(partition), []);
      await this.database.query(tx, ATTACH(partition, day, dayAfter(new Date(day), 1)), []);
    });
  }

  private async attached(context: DatabaseContext = NO_TRANSACTION): Promise<Set<string>> {
    const rows = await this.database.query<{ name: string }>(context, ATTACHED, []);
    return new Set(rows.map(({ name }) => name));
  }
}

/** The day so many days later, in UTC, as `YYYY-MM-DD`. */
export function dayAfter(date: Date, days: number): string {
  return new Date(date.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

function nameOf(day: string): string {
  return `events_${day.replaceAll('-', '')}`;
}
