import type { ClientBase } from 'pg';
import { writeCursor } from '../../../../src/modules/events/feed/feed-cursor';
import type { LoadedBoard } from '../subject';
import { EVENT_DAYS, EVENT_ITEMS, EVENT_SQL, eventParameters, eventsOfDay, pageStarts } from './event-shape';
import type { TrestlePlace } from './trestle-loader';

const CREATED = `jsonb_build_object('name', item.name, 'description', null, 'groupId', $5::text, 'parentId', null,
  'position', at % 1000, 'values', item."values")`;

/** Loads the log of the organization, which is empty, into a partition for each day, set-based; returns cursors. */
export async function loadTrestleEvents(
  client: ClientBase,
  { organizationId, userIds }: TrestlePlace,
  board: LoadedBoard,
  eventCount: number,
): Promise<readonly string[]> {
  const { id, type, itemId, data, occurredAt, from } = EVENT_SQL;
  await client.query(EVENT_ITEMS, [board.boardId]);
  const days = await lastDays(client);
  for (const [at, day] of days.entries()) {
    const partition = `events_${day.replaceAll('-', '')}`;
    await client.query(`create table if not exists ${partition} partition of events
      for values from ('${day}') to ('${day}'::date + 1)`);
    await client.query(
      `insert into events (day, position, organization_id, sequence, board_id, board_sequence, id, type, item_id, actor_id, data,
         occurred_at)
       select '${day}', head.position + at + 1, $8, at + 1, $9, at + 1, ${id}, ${type}, ${itemId}, $10, ${data(CREATED)}, ${occurredAt}
       from event_log_head head cross join ${from}
       order by at`,
      [...eventParameters(board, eventCount, eventsOfDay(eventCount, at)), organizationId, board.boardId, userIds[0]],
    );
  }
  await client.query('update event_log_head set position = position + $1', [eventCount]);
  await client.query('insert into event_sequences (organization_id, board_id, last) values ($1, $2, $4), ($1, $3, $4)', [
    organizationId,
    '',
    board.boardId,
    eventCount,
  ]);
  await client.query('vacuum (analyze) events');
  const feed = { organizationId, boardId: null };
  return pageStarts(eventCount).map((number) => {
    const at = Math.floor((Math.max(0, number - 1) * EVENT_DAYS) / eventCount);
    return writeCursor(feed, { number, day: days[at]! });
  });
}

/** The days of the log, in UTC, up to today. */
async function lastDays(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select ((now() at time zone 'UTC')::date - back)::text as day from generate_series($1::int, 0, -1) back`,
    [EVENT_DAYS - 1],
  );
  return rows.map(({ day }) => day);
}
