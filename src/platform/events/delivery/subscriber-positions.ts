import { Injectable } from '@nestjs/common';
import { ConnectRetry } from '../../database/startup/connect-retry';
import { Database } from '../../database/database';
import { LOCK_DELIVERY, TRY_DELIVERY } from '../../database/locks';
import { statement } from '../../database/statement';
import type { DatabaseContext, InTransaction } from '../../database/transaction';
import type { LogPlace } from '../log/event-log';

/** How far a subscriber has read the log. */
export interface SubscriberPosition extends LogPlace {
  readonly name: string;
}

export interface PendingWork {
  readonly hasEvents: boolean;
  readonly hasBacklogs: boolean;
}

type Tx = InTransaction<DatabaseContext>;

const ACQUIRE = statement('event-subscribers.acquire', `select ${TRY_DELIVERY} as "isAcquired"`);

const WAIT = statement('event-subscribers.wait', `select ${LOCK_DELIVERY}`);

// A new subscriber begins with the events that are appended from now on.
const REGISTER = statement(
  'event-subscribers.register',
  `insert into event_subscribers (name, position, day)
   select name, head.position, head.day from unnest($1::text[]) as name cross join event_log_head as head
   on conflict do nothing`,
);

const ALL = statement(
  'event-subscribers.positions',
  `select name, position::float8 as position, day::text as day from event_subscribers
   where name = any ($1) order by position desc, name`,
);

const MOVE = statement(
  'event-subscribers.move',
  `update event_subscribers set position = $2, day = $3 where name = any ($1)`,
);

const PENDING = statement(
  'event-subscribers.pending',
  `select exists (
      select from event_subscribers subscriber cross join event_log_head head
      where subscriber.name = any ($1) and subscriber.position < head.position) as "hasEvents",
    exists (select from event_backlogs where due_at <= now() and subscriber = any ($1)) as "hasBacklogs"`,
);

/** The positions of subscribers. Only the process with the delivery lock changes them. */
@Injectable()
export class SubscriberPositions {
  constructor(
    private readonly database: Database,
    private readonly retry: ConnectRetry,
  ) {}

  /** Prevents other processes from delivering until the transaction ends; false when another process has the lock. */
  async acquireLock(tx: Tx): Promise<boolean> {
    const [row] = await this.database.query<{ isAcquired: boolean }>(tx, ACQUIRE, []);
    return row!.isAcquired;
  }

  /** As `acquireLock`, after the batch in progress. */
  async waitForLock(tx: Tx): Promise<void> {
    await this.database.query(tx, WAIT, []);
  }

  /** During the start, which waits for a database that cannot be reached. */
  async register(context: DatabaseContext, names: readonly string[]): Promise<void> {
    await this.retry.run(() => this.database.query(context, REGISTER, [names]));
  }

  /** Whether one of the subscribers has events to read, or a backlog that is due. */
  async pending(context: DatabaseContext, names: readonly string[]): Promise<PendingWork> {
    const [row] = await this.database.query<PendingWork>(context, PENDING, [names]);
    return row!;
  }

  /** The foremost first. */
  all(tx: Tx, names: readonly string[]): Promise<SubscriberPosition[]> {
    return this.database.query<SubscriberPosition>(tx, ALL, [names]);
  }

  async move(context: DatabaseContext, names: readonly string[], { position, day }: LogPlace): Promise<void> {
    await this.database.query(context, MOVE, [names, position, day]);
  }
}
