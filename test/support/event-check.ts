import { isDeepStrictEqual } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import type pg from 'pg';
import { EVENTS } from '../../src/event-catalogue';
import type { CommittedEvent } from '../../src/platform/events/committed-event';
import { EventLog } from '../../src/platform/events/log/event-log';

type StoredEvent = Pick<CommittedEvent, 'type' | 'boardId' | 'itemId' | 'data'>;

const DEFINITIONS = new Map(EVENTS.map((definition) => [definition.name, definition]));
const BATCH_SIZE = 5_000;

/** Throws unless the event is what its definition says, whether a service, a statement or a database function wrote it. */
export function checkEvent({ type, boardId, itemId, data }: StoredEvent): void {
  const definition = DEFINITIONS.get(type);
  if (!definition) throw new Error(`The event catalogue does not list ${type}`);
  const subject = itemId !== null ? 'item' : boardId !== null ? 'board' : 'organization';
  if (subject !== definition.subject || (itemId !== null && boardId === null)) {
    throw new Error(`${type} is about an ${definition.subject}, but has the ids of an ${subject}`);
  }
  const parsed = definition.payload.safeParse(data);
  if (!parsed.success) {
    throw new Error(`The payload of ${type} does not fit its schema: ${parsed.error.message}\n${text(data)}`);
  }
  // Schemas of records drop the fields that they do not know.
  if (!isDeepStrictEqual(parsed.data, data)) {
    throw new Error(`The payload of ${type} has more than its schema:\n${text(data)}\n${text(parsed.data)}`);
  }
}

/** Checks every event that the application delivers. */
export function checkDeliveredEvents(nest: INestApplicationContext): void {
  const log = nest.get(EventLog, { strict: false });
  const after = log.after.bind(log);
  log.after = async (context, place) => {
    const events = await after(context, place);
    for (const event of events) checkEvent(event);
    return events;
  };
}

/** Checks the events that wait in the outbox, from a sequence number on; returns the last number. */
export async function checkWaitingEvents(sql: pg.Pool, after: string): Promise<string> {
  let last = after;
  for (;;) {
    const { rows } = await sql.query<StoredEvent & { sequence: string }>(
      `select sequence, type, board_id as "boardId", item_id as "itemId", data from outbox
       where sequence > $1 order by sequence limit ${BATCH_SIZE}`,
      [last],
    );
    for (const event of rows) checkEvent(event);
    last = rows.at(-1)?.sequence ?? last;
    if (rows.length < BATCH_SIZE) return last;
  }
}

function text(data: object): string {
  return JSON.stringify(data).slice(0, 2_000);
}
