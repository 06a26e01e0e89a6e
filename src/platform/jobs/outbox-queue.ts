import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext, InTransaction } from '../database/transaction';
import { EVENT_FIELDS, firstEvents } from './event-rows';
import type { CommittedEvent } from './subscriber.decorator';

/** Any fixed number: all processes agree on it. */
const RELAY_LOCK = 7_266_385;

const HAS_WORK = statement(
  'outbox.has-work',
  `select exists (select from outbox)
     or exists (select from outbox_backlogs where due_at <= now() and subscriber = any ($1)) as "hasWork"`,
);

const TAKE_TURN = statement(
  'outbox.take-turn',
  `select pg_try_advisory_xact_lock(${RELAY_LOCK}) as "isOurs"`,
);

// What is committed, lowest number first; never "what comes after the highest number so far", because a transaction
// that commits late leaves a lower one behind (decision 0017).
const TAKE = statement(
  'outbox.take',
  `with taken as (
     delete from outbox where sequence = any (array(${firstEvents('outbox', 'true')})) returning ${EVENT_FIELDS})
   select * from taken order by sequence`,
);

/** The reading end of the outbox. */
@Injectable()
export class OutboxQueue {
  constructor(private readonly database: Database) {}

  /** Whether there is anything to deliver, to one of these subscribers or at all. */
  async hasWork(subscribers: readonly string[]): Promise<boolean> {
    const [row] = await this.database.query<{ hasWork: boolean }>(NO_TRANSACTION, HAS_WORK, [subscribers]);
    return row!.hasWork;
  }

  /** Until the transaction ends no other process delivers; false when another one does. */
  async takeTurn(tx: InTransaction<DatabaseContext>): Promise<boolean> {
    const [row] = await this.database.query<{ isOurs: boolean }>(tx, TAKE_TURN, []);
    return row!.isOurs;
  }

  /** Removes the next events, bounded in number and size. */
  take(tx: InTransaction<DatabaseContext>): Promise<CommittedEvent[]> {
    return this.database.query<CommittedEvent>(tx, TAKE, []);
  }
}
