/** The columns that an event has wherever it is kept, named as CommittedEvent names them. */
export const EVENT_FIELDS = `id, sequence::float8 as sequence, organization_id as "organizationId", type,
  board_id as "boardId", item_id as "itemId", actor_id as "actorId", data, occurred_at as "occurredAt"`;

/** Events delivered in one transaction: enough to pay for its commit, and few enough to hold nobody up. */
const MAX_EVENTS = 250;
/** And as PostgreSQL stores their data, which compresses long texts. The first event always fits. */
const MAX_STORED_BYTES = 4_000_000;

/** SQL of the numbers of the first events of `table`: bounded in number and in size, so that memory is. */
export function firstEvents(table: string, condition: string): string {
  return `select sequence from (
      select sequence,
        sum(pg_column_size(data)) over (order by sequence) - pg_column_size(data) as bytes_before
      from (
        select sequence, data from ${table} where ${condition} order by sequence limit ${MAX_EVENTS}) as first
    ) as sized
    where bytes_before < ${MAX_STORED_BYTES}`;
}
