/** The columns of an event in each table that stores events, named as in CommittedEvent. */
export const EVENT_FIELDS = `id, sequence::float8 as sequence, organization_id as "organizationId", type,
  board_id as "boardId", item_id as "itemId", actor_id as "actorId", data, occurred_at as "occurredAt"`;

/** Events per transaction: enough to pay for the commit, few enough to keep it short. */
const MAX_EVENTS = 250;
/** A limit by the stored size of their data too, in which PostgreSQL compresses long texts. The first event always fits. */
const MAX_STORED_BYTES = 4_000_000;

/** SQL for the sequence numbers of the first events of `table`. Limits in number and size bound the memory. */
export function firstEvents(table: string, condition: string): string {
  return `select sequence from (
      select sequence,
        sum(pg_column_size(data)) over (order by sequence) - pg_column_size(data) as bytes_before
      from (
        select sequence, data from ${table} where ${condition} order by sequence limit ${MAX_EVENTS}) as first
    ) as sized
    where bytes_before < ${MAX_STORED_BYTES}`;
}
