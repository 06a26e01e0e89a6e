import type { ClientBase } from 'pg';
import type { LoadedBoard } from '../subject';
import { EVENT_DAYS, EVENT_ITEMS, EVENT_SQL, eventParameters, eventsOfDay, pageStarts } from './event-shape';

/** Loads the log of events, set-based; returns cursors. */
export async function loadFloorEvents(
  client: ClientBase,
  board: LoadedBoard,
  eventCount: number,
): Promise<readonly string[]> {
  const { id, type, itemId, data, occurredAt, from } = EVENT_SQL;
  await client.query(EVENT_ITEMS, [board.boardId]);
  for (let day = 0; day < EVENT_DAYS; day += 1) {
    const parameters = eventParameters(board, eventCount, eventsOfDay(eventCount, day));
    await client.query(
      `insert into events (sequence, id, type, board_id, item_id, data, occurred_at)
       select at + 1, ${id}, ${type}, $8, ${itemId}, ${data(`jsonb_build_object('groupId', $5::text)`)}, ${occurredAt}
       from ${from}
       order by at`,
      [...parameters, board.boardId],
    );
  }
  await client.query('vacuum (analyze) events');
  return pageStarts(eventCount).map(String);
}
