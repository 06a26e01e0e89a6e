import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { statement } from '../database/statement';
import type { DatabaseContext, InTransaction } from '../database/transaction';
import type { CommittedEvent } from './committed-event';
import { EVENT_FIELDS, firstEvents } from './event-rows';

/** The events of one organization that one subscriber has not handled yet. */
export interface Backlog {
  readonly subscriber: string;
  readonly organizationId: string;
  /** How often the first event has failed. */
  readonly attempts: number;
}

type BacklogKey = Pick<Backlog, 'subscriber' | 'organizationId'>;
type Tx = InTransaction<DatabaseContext>;

const OF_ORGANIZATIONS = statement(
  'outbox.backlogs',
  `select subscriber, organization_id as "organizationId" from outbox_backlogs where organization_id = any ($1)`,
);

const CREATE = statement(
  'outbox.create-backlogs',
  `insert into outbox_backlogs (subscriber, organization_id, attempts, due_at)
   select $1, organization_id, 0, now() from unnest($2::text[]) as organization_id
   on conflict do nothing`,
);

const ADD = statement(
  'outbox.add-to-backlogs',
  `insert into outbox_backlog_events
     (subscriber, sequence, id, organization_id, type, board_id, item_id, actor_id, data, occurred_at)
   select $1, event.sequence, event.id, event."organizationId", event.type, event."boardId", event."itemId",
     event."actorId", event.data, event."occurredAt"
   from json_to_recordset($2) as event (sequence bigint, id text, "organizationId" text, type text, "boardId" text,
     "itemId" text, "actorId" text, data jsonb, "occurredAt" timestamptz)`,
);

const DUE = statement(
  'outbox.due-backlog',
  `select subscriber, organization_id as "organizationId", attempts from outbox_backlogs
   where due_at <= now() and subscriber = any ($1)
   order by due_at, subscriber, organization_id limit 1`,
);

const WAITING = 'subscriber = $1 and organization_id = $2 and dead_at is null';

const FIRST = statement(
  'outbox.first-of-backlog',
  `select ${EVENT_FIELDS} from outbox_backlog_events
   where ${WAITING} and sequence = any (array(${firstEvents('outbox_backlog_events', WAITING)}))
   order by sequence`,
);

const REMOVE = statement(
  'outbox.remove-from-backlog',
  `delete from outbox_backlog_events where subscriber = $1 and organization_id = $2 and sequence = any ($3)`,
);

const MARK_DEAD = statement(
  'outbox.mark-event-dead',
  `update outbox_backlog_events set dead_at = now()
   where subscriber = $1 and organization_id = $2 and sequence = $3`,
);

const CLOSE = statement(
  'outbox.close-backlog',
  `delete from outbox_backlogs
   where subscriber = $1 and organization_id = $2
     and not exists (select from outbox_backlog_events where ${WAITING})`,
);

const POSTPONE = statement(
  'outbox.postpone-backlog',
  `update outbox_backlogs set attempts = $3, due_at = now() + $4 * interval '1 second'
   where subscriber = $1 and organization_id = $2`,
);

/** Events that a subscriber failed to handle on delivery. Only the process with the relay lock uses them. */
@Injectable()
export class OutboxBacklogs {
  constructor(private readonly database: Database) {}

  /** Which subscribers have a backlog for these events' organizations, as a predicate. */
  async open(
    tx: Tx,
    events: readonly CommittedEvent[],
  ): Promise<(subscriber: string, organizationId: string) => boolean> {
    const organizations = [...new Set(events.map(({ organizationId }) => organizationId))];
    const rows = await this.database.query<BacklogKey>(tx, OF_ORGANIZATIONS, [organizations]);
    const open = new Set(rows.map(({ subscriber, organizationId }) => `${subscriber} ${organizationId}`));
    return (subscriber, organizationId) => open.has(`${subscriber} ${organizationId}`);
  }

  async add(tx: Tx, subscriber: string, events: readonly CommittedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const organizations = [...new Set(events.map(({ organizationId }) => organizationId))];
    await this.database.query(tx, CREATE, [subscriber, organizations]);
    await this.database.query(tx, ADD, [subscriber, JSON.stringify(events)]);
  }

  /** The backlog that has been due for longest; null when none is due. */
  async due(tx: Tx, subscribers: readonly string[]): Promise<Backlog | null> {
    const [row] = await this.database.query<Backlog>(tx, DUE, [subscribers]);
    return row ?? null;
  }

  first(tx: Tx, { subscriber, organizationId }: BacklogKey): Promise<CommittedEvent[]> {
    return this.database.query<CommittedEvent>(tx, FIRST, [subscriber, organizationId]);
  }

  async remove(tx: Tx, { subscriber, organizationId }: BacklogKey, events: readonly CommittedEvent[]) {
    const sequences = events.map(({ sequence }) => sequence);
    await this.database.query(tx, REMOVE, [subscriber, organizationId, sequences]);
  }

  async markDead(tx: Tx, { subscriber, organizationId }: BacklogKey, event: CommittedEvent): Promise<void> {
    await this.database.query(tx, MARK_DEAD, [subscriber, organizationId, event.sequence]);
  }

  /** Closes an empty backlog; one that still has events is due again after `waitSeconds`. */
  async reschedule(
    tx: Tx,
    { subscriber, organizationId }: BacklogKey,
    attempts: number,
    waitSeconds: number,
  ): Promise<void> {
    await this.database.query(tx, CLOSE, [subscriber, organizationId]);
    await this.database.query(tx, POSTPONE, [subscriber, organizationId, attempts, waitSeconds]);
  }
}
