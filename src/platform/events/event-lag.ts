import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext } from '../database/transaction';
import { SubscriberRegistry } from './delivery/subscriber-registry';

/** A number of events, and the age of the oldest one; 0 when there are none. */
interface Waiting {
  readonly events: number;
  readonly oldestSeconds: number;
}

/** How far the log and its consumers are behind the commits. */
export interface EventLagFigures {
  /** Committed events that are not in the log yet. */
  readonly outbox: Waiting;
  /** Events between each subscriber's position and the end of the log. */
  readonly subscribers: readonly (Waiting & { readonly name: string })[];
  /** Organizations for which a subscriber failed and is catching up. */
  readonly backlogs: number;
  /** Events that a subscriber permanently failed on. */
  readonly failures: number;
  /** Those of the last 90 seconds. */
  readonly recentFailures: number;
}

const OUTBOX = statement(
  'event-lag.outbox',
  `select waiting.events::float8 as events, coalesce(oldest.seconds, 0)::float8 as "oldestSeconds",
     (select count(*) from event_backlogs)::float8 as backlogs,
     (select count(*) from event_failures)::float8 as failures,
     (select count(*) from event_failures where failed_at > now() - interval '90 seconds')::float8 as "recentFailures"
   from (select count(*) as events from outbox) as waiting
   left join (
     select greatest(extract(epoch from clock_timestamp() - occurred_at), 0) as seconds
     from outbox order by sequence limit 1
   ) as oldest on true`,
);

// Subscribers normally share one position, so the log is read for few of them.
const SUBSCRIBERS = statement(
  'event-lag.subscribers',
  `select subscriber.name, head.position::float8 - subscriber.position as events,
     coalesce(oldest.seconds, 0)::float8 as "oldestSeconds"
   from event_subscribers subscriber
   cross join event_log_head head
   left join lateral (
     select greatest(extract(epoch from clock_timestamp() - event.occurred_at), 0) as seconds
     from events event
     where subscriber.position < head.position
       and event.day >= subscriber.day and event.position > subscriber.position
     order by event.position limit 1
   ) as oldest on true
   where subscriber.name = any ($1)
   order by subscriber.name`,
);

/** Measures the delay of events in the whole installation, with two statements. */
@Injectable()
export class EventLag {
  constructor(
    private readonly database: Database,
    private readonly registry: SubscriberRegistry,
  ) {}

  async measure(context: DatabaseContext = NO_TRANSACTION): Promise<EventLagFigures> {
    const [row] = await this.database.query<
      Waiting & Pick<EventLagFigures, 'backlogs' | 'failures' | 'recentFailures'>
    >(context, OUTBOX, []);
    const { events, oldestSeconds, ...counts } = row!;
    const subscribers = await this.database.query<EventLagFigures['subscribers'][number]>(
      context,
      SUBSCRIBERS,
      [this.registry.names()],
    );
    return { outbox: { events, oldestSeconds }, subscribers, ...counts };
  }
}
