import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import { Database } from '../../database/database';
import { statementFamily } from '../../database/statement';
import type { TenantContext } from '../../database/tenant.repository';
import type { CommittedEvent } from '../committed-event';
import { eventFields, MAX_STORED_BYTES } from './event-rows';

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

// Days before $4 are excluded before their partitions are read, but the one before: a clock can be set back over midnight. Numbers and events are of one snapshot: an end that is after
// the read events means that the log has dropped events.
export const PAGE = statementFamily('event-pages.page', (space: Space, limit: number) => {
  const number = NUMBERS[space];
  const ofBoard = space === 'board' ? 'and board_id = $2' : `and $2 = ''`;
  return `select numbers.last::float8 as "endNumber", numbers.day::text as "endDay", page.*
    from (
      select (select day from event_log_head) as day,
        coalesce((select last from event_sequences where organization_id = $1 and board_id = $2), 0) as last
    ) as numbers
    left join (
      select ${eventFields('case when type = any ($5) then data end')}, ${number}::float8 as number
      from (
        select *, sum(stored_bytes) over (order by ${number}) - stored_bytes as bytes_before
        from (
          select *, case when type = any ($5) then pg_column_size(data) else 0 end as stored_bytes
          from (
            select * from events
            where organization_id = $1 ${ofBoard} and day >= $4::date - 1 and ${number} > $3
            order by ${number} limit ${limit}) as first
        ) as measured
      ) as sized
      where bytes_before < ${MAX_STORED_BYTES}
    ) as page on true
    order by page.number`;
});

/** The columns of the event are null when there is none. */
type PageRow = CommittedEvent & { number: number | null; endNumber: number; endDay: string };

/** The log of one organization, or of one of its boards, from a place on. */
@Injectable()
export class EventPages {
  constructor(private readonly database: Database) {}

  /** Up to `limit` events after a place, and from the oldest kept event on without one. */
  async after(
    context: TenantContext,
    {
      boardId,
      place,
      types,
      limit,
    }: { boardId: BoardId | null; place: EventPlace | null; types: readonly string[]; limit: number },
  ): Promise<EventPage> {
    const rows = await this.database.query<PageRow>(
      context,
      PAGE(boardId === null ? 'organization' : 'board', limit),
      [context.organizationId, boardId ?? '', place?.number ?? 0, place?.day ?? '-infinity', types],
    );
    const { endNumber, endDay } = rows[0]!;
    const found = rows.filter(({ number }) => number !== null);
    const wanted = new Set(types);
    return {
      events: found.filter(({ type }) => wanted.has(type)).map(eventOf),
      read: found.length === 0 ? null : { first: placeOf(found[0]!), last: placeOf(found.at(-1)!) },
      end: { number: endNumber, day: endDay },
    };
  }
}

function placeOf({ number, day }: PageRow): EventPlace {
  return { number: number!, day };
}

function eventOf({ number: _number, endNumber: _end, endDay: _day, ...event }: PageRow): CommittedEvent {
  return event;
}
