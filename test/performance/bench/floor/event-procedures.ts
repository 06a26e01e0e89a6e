import type { BoardCache } from './board-cache';
import type { Database, Row } from './database';
import { EVENTS } from './event-statements';
import { ITEM_BOARD, ITEM_POSITION, itemText } from './item-text';
import { isoTimestamp } from './json-text';
import type { Procedure } from './procedure';

/** The place of an event's columns in a row, behind those of its item. */
const EVENT = ITEM_POSITION + 1;

export function eventProcedures(database: Database, boards: BoardCache) {
  const list: Procedure<{ readonly since: string }> = async ({ since }) => {
    const rows = await database.rows(EVENTS, [since]);
    let events = '';
    for (const row of rows) {
      const values = await boards.ofBoard(row[ITEM_BOARD]!);
      events += (events && ',') + listed(row, itemText(row, row[ITEM_POSITION]!, values));
    }
    return `{"events":[${events}],"cursor":"${rows.at(-1)?.[EVENT] ?? since}"}`;
  };

  return { list };
}

/** The data of the event with its item: stored as an object, which is not empty. */
function listed(row: Row, item: string): string {
  const [sequence, id, type, boardId, data, occurredAt] = row.slice(EVENT) as string[];
  return (
    `{"id":"${id}","seq":${sequence},"type":"${type}","timestamp":"${isoTimestamp(occurredAt!)}",` +
    `"boardId":"${boardId}","data":${data!.slice(0, -1)},"item":${item}}}`
  );
}
