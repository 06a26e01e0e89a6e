import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { Database } from '../../database/database';
import { statementFamily } from '../../database/statement';
import type { TenantContext } from '../../database/tenant.repository';
import type { CommittedEvent, EventOrigin } from '../committed-event';
import { MAX_STORED_BYTES } from './event-rows';

/** The place of an event in the log of an organization, or of a board: its number there, and the day of its partition. */
export interface EventPlace {
  readonly number: number;
  /** Not after the partition of the next event. */
  readonly day: string;
}

export interface EventPage {
  /** Those of the asked types. */
  readonly events: CommittedEvent[];
  /** The first and the last event that was read, of any type; null when none follows. */
  readonly read: { readonly first: EventPlace; readonly last: EventPlace } | null;
  /** The last event of the organization or the board, whether or not the log still keeps it. */
  readonly end: EventPlace;
}

type Space = 'organization' | 'board';

const NUMBERS = { organization: 'sequence', board: 'board_sequence' } as const;

/** The columns of CommittedEvent but its organization, which the caller knows. */
const COLUMNS = `id, position, sequence, type, board_id, board_sequence, item_id, actor_id, origin, occurred_at, day`;

// The partitions from the day before $4 on, for $5 days after $4, are opened, and the others are excluded; the day before, because
// a clock can be set back over midnight. Numbers and events are of one snapshot: an end that is after the read events means that
// the log has dropped events. The inner columns are named, because the window keeps a copy of each row.
export const PAGE = statementFamily('event-pages.page', (space: Space, limit: number) => {
  const number = NUMBERS[space];
  const ofBoard = space === 'board' ? 'and board_id = $2' : `and $2 = ''`;
  return `select numbers.last::float8 as "endNumber", numbers.day::text as "endDay",
      id, position::float8 as position, sequence::float8 as sequence, type, board_id as "boardId",
      board_sequence::float8 as "boardSequence", item_id as "itemId", actor_id as "actorId", origin, data,
      occurred_at as "occurredAt", page.day::text as day
    from (
      select (select day from event_log_head) as day,
        coalesce((select last from event_sequences where organization_id = $1 and board_id = $2), 0) as last
    ) as numbers
    left join (
      select ${COLUMNS}, data, sum(stored_bytes) over (order by ${number}) - stored_bytes as bytes_before
      from (
        select ${COLUMNS}, data, coalesce(pg_column_size(data), 0) as stored_bytes
        from (
          select ${COLUMNS}, case when type = any ($6) then data end as data
          from events
          where organization_id = $1 ${ofBoard} and day between $4::date - 1 and $4::date + $5::integer and ${number} > $3
          order by ${number} limit ${limit}) as first
      ) as measured
    ) as page on page.bytes_before < ${MAX_STORED_BYTES}
    order by page.${number}`;
});

/** The columns of the event are null when there is none. */
type PageRow = Omit<CommittedEvent, 'organizationId' | 'id' | 'origin'> & {
  id: CommittedEvent['id'] | null;
  origin: EventOrigin | null;
  endNumber: number;
  endDay: string;
};

/** Before all days of the log, and more days than the log can keep. */
const FIRST_DAY = '0001-01-01';
const ALL_DAYS = 4_000_000;
/** A reader that is far behind would open the partition of every day since then: almost every page ends in the first ones. */
const NEAR_DAYS = 1;

interface PageRequest {
  readonly boardId: BoardId | null;
  readonly place: EventPlace | null;
  readonly types: readonly string[];
  readonly limit: number;
}

const NO_ORIGIN: EventOrigin = {};

/** The log of one organization, or of one of its boards, from a place on. */
@Injectable()
export class EventPages {
  constructor(private readonly database: Database) {}

  /** Up to `limit` events after a place, and from the oldest kept event on without one. */
  async after(context: TenantContext, request: PageRequest): Promise<EventPage> {
    const { place } = request;
    if (place !== null) {
      const near = await this.page(context, request, NEAR_DAYS);
      const last = near.read?.last ?? place;
      if (near.isFull || last.number >= near.end.number) return near;
    }
    return this.page(context, request, ALL_DAYS);
  }

  private async page(
    context: TenantContext,
    { boardId, place, types, limit }: PageRequest,
    days: number,
  ): Promise<EventPage & { isFull: boolean }> {
    const space = boardId === null ? 'organization' : 'board';
    const { organizationId } = context;
    const { number, day } = place ?? { number: 0, day: FIRST_DAY };
    const values = [organizationId, boardId ?? '', number, day, days, types];
    const rows = await this.database.query<PageRow>(context, PAGE(space, limit), values);
    const { endNumber, endDay } = rows[0]!;
    const found = rows.filter(({ id }) => id !== null);
    const wanted = new Set(types);
    const placeOf = (row: PageRow) => ({
      number: space === 'organization' ? row.sequence : row.boardSequence!,
      day: row.day,
    });
    return {
      events: found.filter(({ type }) => wanted.has(type)).map((row) => eventOf(row, organizationId)),
      read: found.length === 0 ? null : { first: placeOf(found[0]!), last: placeOf(found.at(-1)!) },
      end: { number: endNumber, day: endDay },
      isFull: found.length === limit,
    };
  }
}

/** Field by field: the rest of a row, spread into another object, costs ten times as much. */
function eventOf(row: PageRow, organizationId: OrganizationId): CommittedEvent {
  return {
    id: row.id!,
    position: row.position,
    organizationId,
    sequence: row.sequence,
    type: row.type,
    boardId: row.boardId,
    boardSequence: row.boardSequence,
    itemId: row.itemId,
    actorId: row.actorId,
    origin: row.origin ?? NO_ORIGIN,
    data: row.data,
    occurredAt: row.occurredAt,
    day: row.day,
  };
}
