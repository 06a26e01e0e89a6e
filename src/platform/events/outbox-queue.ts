import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database/database';
import { TRY_RELAY } from '../database/locks';
import { statement } from '../database/statement';
import type { DatabaseContext, InTransaction } from '../database/transaction';
import type { CommittedEvent } from './committed-event';
import { EVENT_FIELDS, firstEvents } from './event-rows';

const HAS_WORK = statement(
  'outbox.has-work',
  `select exists (select from outbox)
     or exists (select from outbox_backlogs where due_at <= now() and subscriber = any ($1)) as "hasWork"`,
);

const ACQUIRE_LOCK = statement('outbox.acquire-relay-lock', `select ${TRY_RELAY} as "isAcquired"`);

// Committed events, lowest sequence number first; never "those after the highest number so far", because a transaction
// that commits late has a lower number (decision 0017).
const TAKE = statement(
  'outbox.take',
  `with taken as (
     delete from outbox where sequence = any (array(${firstEvents('outbox', 'true')})) returning ${EVENT_FIELDS})
   select * from taken order by sequence`,
);

/** Reads the outbox. */
@Injectable()
export class OutboxQueue {
  constructor(private readonly database: Database) {}

  /** Whether the outbox has events, or one of these subscribers a backlog that is due. */
  async hasWork(subscribers: readonly string[]): Promise<boolean> {
    const [row] = await this.database.query<{ hasWork: boolean }>(NO_TRANSACTION, HAS_WORK, [subscribers]);
    return row!.hasWork;
  }

  /** Prevents other processes from delivering until the transaction ends; false when another process has the lock. */
  async acquireRelayLock(tx: InTransaction<DatabaseContext>): Promise<boolean> {
    const [row] = await this.database.query<{ isAcquired: boolean }>(tx, ACQUIRE_LOCK, []);
    return row!.isAcquired;
  }

  /** Removes and returns the next events, limited in number and size. */
  take(tx: InTransaction<DatabaseContext>): Promise<CommittedEvent[]> {
    return this.database.query<CommittedEvent>(tx, TAKE, []);
  }
}
