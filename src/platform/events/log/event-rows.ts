/** The columns of an event in the log, named as in CommittedEvent. */
export const EVENT_FIELDS = `id, position::float8 as position, organization_id as "organizationId",
  sequence::float8 as sequence, type, board_id as "boardId", board_sequence::float8 as "boardSequence",
  item_id as "itemId", actor_id as "actorId", coalesce(origin, '{}') as origin, data,
  occurred_at as "occurredAt", day::text as day`;

/** Events per transaction: enough to pay for the commit, few enough to keep it short. */
export const MAX_EVENTS = 250;
/** A limit by the stored size of their data too, in which PostgreSQL compresses long texts. The first event always fits. */
export const MAX_STORED_BYTES = 4_000_000;

/** SQL for the first events of the log that match, in the order of the column. Limits in number and size bound the memory. */
export function firstEvents(condition: string, order: 'position' | 'sequence' | 'board_sequence'): string {
  return `select ${EVENT_FIELDS} from (
      select *, sum(pg_column_size(data)) over (order by ${order}) - pg_column_size(data) as bytes_before
      from (select * from events where ${condition} order by ${order} limit ${MAX_EVENTS}) as first
    ) as sized
    where bytes_before < ${MAX_STORED_BYTES}
    order by ${order}`;
}
