import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Database } from '../../database/database';
import { statement } from '../../database/statement';
import type { DatabaseContext, InTransaction } from '../../database/transaction';
import { describeError } from '../../logging/describe-error';
import type { CommittedEvent } from '../committed-event';

/** How far one subscriber has read the events of one organization, while it fails or catches up. */
export interface Backlog {
  readonly subscriber: string;
  readonly organizationId: OrganizationId;
  /** The organization's last event that was handled. */
  readonly sequence: number;
  readonly day: string;
  /** How often the next event has failed. */
  readonly attempts: number;
}

type Tx = InTransaction<DatabaseContext>;

const OF_ORGANIZATIONS = statement(
  'event-backlogs.of-organizations',
  `select subscriber, organization_id as "organizationId" from event_backlogs where organization_id = any ($1)`,
);

const OPEN = statement(
  'event-backlogs.open',
  `insert into event_backlogs (subscriber, organization_id, sequence, day, attempts, due_at)
   select $1, first.organization_id, first.sequence, first.day, 0, now()
   from json_to_recordset($2) as first (organization_id text, sequence bigint, day date)
   on conflict (subscriber, organization_id)
     do update set sequence = least(event_backlogs.sequence, excluded.sequence), day = least(event_backlogs.day, excluded.day),
       attempts = 0, due_at = now()`,
);

const DUE = statement(
  'event-backlogs.due',
  `select subscriber, organization_id as "organizationId", sequence::float8 as sequence, day::text as day, attempts
   from event_backlogs where due_at <= now() and subscriber = any ($1)
   order by due_at, subscriber, organization_id limit 1`,
);

const CONTINUE = statement(
  'event-backlogs.continue',
  `update event_backlogs
   set sequence = $3, day = $4, attempts = $5, due_at = now() + $6 * interval '1 second'
   where subscriber = $1 and organization_id = $2`,
);

const CLOSE = statement(
  'event-backlogs.close',
  `delete from event_backlogs where subscriber = $1 and organization_id = $2`,
);

const RECORD_FAILURE = statement(
  'event-failures.record',
  `insert into event_failures (organization_id, subscriber, event_id, event, error, failed_at)
   values ($1, $2, $3, $4, $5, now())
   on conflict (organization_id, subscriber, event_id) do update set error = excluded.error, failed_at = excluded.failed_at`,
);

/** Organizations whose events a subscriber failed to handle. Only the process with the delivery lock uses them. */
@Injectable()
export class SubscriberBacklogs {
  constructor(private readonly database: Database) {}

  /** Which subscribers have a backlog for these events' organizations, as a predicate. */
  async opened(
    tx: Tx,
    events: readonly CommittedEvent[],
  ): Promise<(subscriber: string, organizationId: string) => boolean> {
    const organizations = [...new Set(events.map(({ organizationId }) => organizationId))];
    const rows = await this.database.query<Pick<Backlog, 'subscriber' | 'organizationId'>>(
      tx,
      OF_ORGANIZATIONS,
      [organizations],
    );
    const open = new Set(rows.map(({ subscriber, organizationId }) => `${subscriber} ${organizationId}`));
    return (subscriber, organizationId) => open.has(`${subscriber} ${organizationId}`);
  }

  /** Opens a backlog for each organization of the events, from its first one on. */
  async open(tx: Tx, subscriber: string, events: readonly CommittedEvent[]): Promise<void> {
    const firsts = new Map<string, object>();
    for (const { organizationId, sequence, day } of events) {
      if (firsts.has(organizationId)) continue;
      firsts.set(organizationId, { organization_id: organizationId, sequence: sequence - 1, day });
    }
    await this.database.query(tx, OPEN, [subscriber, JSON.stringify([...firsts.values()])]);
  }

  /** The backlog that has been due for longest; null when none is due. */
  async due(tx: Tx, subscribers: readonly string[]): Promise<Backlog | null> {
    const [row] = await this.database.query<Backlog>(tx, DUE, [subscribers]);
    return row ?? null;
  }

  /** The backlog is due again after `waitSeconds`. */
  async continue(tx: Tx, backlog: Backlog, waitSeconds = 0): Promise<void> {
    const { subscriber, organizationId, sequence, day, attempts } = backlog;
    const values = [subscriber, organizationId, sequence, day, attempts, waitSeconds];
    await this.database.query(tx, CONTINUE, values);
  }

  async close(tx: Tx, { subscriber, organizationId }: Backlog): Promise<void> {
    await this.database.query(tx, CLOSE, [subscriber, organizationId]);
  }

  /** Keeps the event of a last attempt for operators. */
  async recordFailure(tx: Tx, subscriber: string, event: CommittedEvent, error: unknown): Promise<void> {
    const values = [
      event.organizationId,
      subscriber,
      event.id,
      JSON.stringify(event),
      JSON.stringify(describeError(error)),
    ];
    await this.database.query(tx, RECORD_FAILURE, values);
  }
}
