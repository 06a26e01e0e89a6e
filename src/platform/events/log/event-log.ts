import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type BoardId, type EventId, type OrganizationId, timeOfId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../database/database';
import { TRY_RELAY } from '../../database/locks';
import { sqlState } from '../../database/database-errors';
import { statement } from '../../database/statement';
import type { DatabaseContext } from '../../database/transaction';
import type { CommittedEvent } from '../committed-event';
import { EventPartitions } from './event-partitions';
import { EVENT_FIELDS, firstEvents, MAX_EVENTS, MAX_STORED_BYTES } from './event-rows';

/** The end of what a reader has read: the position of an event and the day of its partition. */
export interface LogPlace {
  readonly position: number;
  readonly day: string;
}

/** The place of an event among the events of its organization. */
export interface OrganizationPlace {
  readonly sequence: number;
  readonly day: string;
}

/** What identifies an event, without its data. */
export type EventHead = Pick<
  CommittedEvent,
  'id' | 'sequence' | 'day' | 'type' | 'boardId' | 'itemId' | 'occurredAt'
>;

/** Events that one statement examines: it stays far below the time limit of statements. */
const EXAMINED_EVENTS = 20_000;

// The lock is acquired before the function runs, so that the statements of the function see what the previous relay has
// committed.
const APPEND = statement(
  'event-log.append',
  `with relay as materialized (select ${TRY_RELAY} as "isOnly")
   select log.appended::float8 as appended, log.head::float8 as head
   from relay cross join lateral event_log_append(p_max_events => ${MAX_EVENTS}, p_max_bytes => ${MAX_STORED_BYTES}) as log
   where relay."isOnly"`,
);

const HEAD = statement(
  'event-log.head',
  `select position::float8 as position, day::text as day from event_log_head`,
);

// The day excludes the partitions of earlier days.
const AFTER = statement('event-log.after', firstEvents('day >= $2 and position > $1', 'position'));

const BETWEEN = statement(
  'event-log.between',
  firstEvents('day >= $2 and position > $1 and position <= $3', 'position'),
);

const OF_ORGANIZATION = statement(
  'event-log.of-organization',
  firstEvents('organization_id = $1 and day >= $3 and sequence > $2 and position <= $4', 'sequence'),
);

// The first event from each place on, which only the index by sequence has in order: a connection that planned equality for the empty
// log of a new installation could use another index of the organization, and read the whole log for each place.
export const AT = statement(
  'event-log.at',
  `select ${EVENT_FIELDS}
   from json_to_recordset($2) as place (place_sequence bigint, place_day date)
   cross join lateral (
     select * from events
     where (organization_id, sequence) >= ($1, place_sequence) and day = place_day order by organization_id, sequence limit 1) as event
   where organization_id = $1 and sequence = place_sequence
   order by sequence`,
);

const HEADS = statement(
  'event-log.heads',
  `with examined as materialized (
     select id, sequence, day, type, board_id, item_id, occurred_at from events
     where organization_id = $1 and day >= $3 and sequence > $2 order by sequence limit ${EXAMINED_EVENTS})
   select max(sequence)::float8 as sequence, max(day)::text as day,
     coalesce(json_agg(json_build_object('id', id, 'sequence', sequence, 'day', day::text, 'type', type, 'boardId', board_id,
         'itemId', item_id, 'occurredAt', occurred_at) order by sequence)
       filter (where type = any ($4) and occurred_at between $5 and $6), '[]') as heads
   from examined having count(*) > 0`,
);

// The day before as well, because clocks differ. An event whose delivery waited for long is in the partition of a later day.
const PLACE = statement(
  'event-log.place',
  `select sequence::float8 as sequence, day::text as day from events
   where organization_id = $1 and id = $2 and day >= $3::date - 1 order by day, sequence limit 1`,
);

const LAST_SEQUENCE = statement(
  'event-log.last-sequence',
  `select last::float8 as sequence from event_sequences where organization_id = $1 and board_id = ''`,
);

const FIND = statement(
  'event-log.find',
  `select ${EVENT_FIELDS} from events where organization_id = $1 and sequence = $2 and day = $3`,
);

// Newest first, which reads the partitions from the last one backwards.
const LAST_OF_BOARD = statement(
  'event-log.last-of-board',
  `select ${EVENT_FIELDS} from events
   where organization_id = $1 and board_id = $2 and ($3::bigint is null or board_sequence < $3) and type = any ($4)
   order by board_sequence desc limit $5`,
);

const BEFORE = statement(
  'event-log.before',
  `select position::float8 as position, day::text as day from events where position <= $1 order by position desc limit 1`,
);

/** SQLSTATE of a row that fits no partition. */
const NO_PARTITION = '23514';

/** The log of committed events (decision 0092): what the relay appends, and what consumers read. */
@Injectable()
export class EventLog {
  constructor(
    private readonly database: Database,
    private readonly partitions: EventPartitions,
  ) {}

  /** Moves the next events of the outbox to the log; returns their number, and null while another process does it. */
  async append(): Promise<number | null> {
    try {
      return await this.appendNext();
    } catch (error) {
      if (sqlState(error) !== NO_PARTITION) throw error;
    }
    await this.partitions.prepare();
    return this.appendNext();
  }

  async head(context: DatabaseContext = NO_TRANSACTION): Promise<LogPlace> {
    const [row] = await this.database.query<LogPlace>(context, HEAD, []);
    return row!;
  }

  /** The next events of all organizations, limited in number and size. */
  after(context: DatabaseContext, { position, day }: LogPlace): Promise<CommittedEvent[]> {
    return this.database.query<CommittedEvent>(context, AFTER, [position, day]);
  }

  /** As `after`, up to and including a position. */
  between(context: DatabaseContext, { position, day }: LogPlace, last: number): Promise<CommittedEvent[]> {
    return this.database.query<CommittedEvent>(context, BETWEEN, [position, day, last]);
  }

  /** The events of one organization after its number `sequence`, up to a position of the log. */
  ofOrganization(
    context: DatabaseContext,
    organizationId: OrganizationId,
    { sequence, day }: { sequence: number; day: string },
    lastPosition: number,
  ): Promise<CommittedEvent[]> {
    const values = [organizationId, sequence, day, lastPosition];
    return this.database.query<CommittedEvent>(context, OF_ORGANIZATION, values);
  }

  /** The last events of a board of these types, newest first, before its number `before` if given. */
  lastOfBoard(
    context: DatabaseContext,
    { organizationId, boardId }: { organizationId: OrganizationId; boardId: BoardId },
    { types, before, limit }: { types: readonly string[]; before: number | null; limit: number },
  ): Promise<CommittedEvent[]> {
    const values = [organizationId, boardId, before, types, limit];
    return this.database.query<CommittedEvent>(context, LAST_OF_BOARD, values);
  }

  /** The events of an organization at these places; those that the retention has removed are missing. */
  at(
    context: DatabaseContext,
    organizationId: OrganizationId,
    places: readonly OrganizationPlace[],
  ): Promise<CommittedEvent[]> {
    const rows = places.map(({ sequence, day }) => ({ place_sequence: sequence, place_day: day }));
    return this.database.query<CommittedEvent>(context, AT, [organizationId, JSON.stringify(rows)]);
  }

  /**
   * Which events of an organization have one of these types and occurred in this time, in batches of a bounded number of
   * examined events: the last place of a batch is the start of the next. Null at the end of the log.
   */
  async heads(
    context: DatabaseContext,
    organizationId: OrganizationId,
    { sequence, day }: OrganizationPlace,
    { types, from, to }: { types: readonly string[]; from: Date; to: Date },
  ): Promise<(OrganizationPlace & { heads: EventHead[] }) | null> {
    const values = [organizationId, sequence, day, types, from, to];
    const [row] = await this.database.query<OrganizationPlace & { heads: EventHead[] }>(
      context,
      HEADS,
      values,
    );
    return row ?? null;
  }

  /** The place of an event by its id; null when the log does not have it. */
  async placeOf(
    context: DatabaseContext,
    organizationId: OrganizationId,
    id: EventId,
  ): Promise<OrganizationPlace | null> {
    // A process whose clock was ahead has made ids with a time that is still to come.
    const createdAt = new Date(Math.min(timeOfId(id).getTime(), clock.nowMs()));
    const values = [organizationId, id, createdAt];
    const [row] = await this.database.query<OrganizationPlace>(context, PLACE, values);
    return row ?? null;
  }

  /** The number of the organization's last event in the log; 0 before the first. */
  async lastSequence(context: DatabaseContext, organizationId: OrganizationId): Promise<number> {
    const [row] = await this.database.query<{ sequence: number }>(context, LAST_SEQUENCE, [organizationId]);
    return row?.sequence ?? 0;
  }

  /** One event of an organization; null when the retention has removed it. */
  async find(
    context: DatabaseContext,
    organizationId: OrganizationId,
    { sequence, day }: { sequence: number; day: string },
  ): Promise<CommittedEvent | null> {
    const [event] = await this.database.query<CommittedEvent>(context, FIND, [organizationId, sequence, day]);
    return event ?? null;
  }

  /** The last event up to a position; null when the log has none. */
  async placeAt(context: DatabaseContext, position: number): Promise<LogPlace | null> {
    const [row] = await this.database.query<LogPlace>(context, BEFORE, [position]);
    return row ?? null;
  }

  private async appendNext(): Promise<number | null> {
    const [row] = await this.database.query<{ appended: number }>(NO_TRANSACTION, APPEND, []);
    return row?.appended ?? null;
  }
}
