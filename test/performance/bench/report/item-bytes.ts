import { Client } from 'pg';

const POLL_MS = 250;

/** What every item has: its row, its values, the counters of its list, its entries in the activity and in the search index. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  items: ['items'],
  values: ['item_values'],
  counters: ['item_runs'],
  activity: ['activity', 'activity_terms'],
  search: ['search_documents', 'search_words'],
};

/** An item with 12 values should have at most 6,000 bytes; the log of events, which has a retention of its own, is not counted. */
export const MAX_ITEM_BYTES = 6_600;

const SIZE = `
  select sum(pg_total_relation_size(name))::float8 as bytes
  from (
    select name from unnest($1::regclass[]) as tables (name)
    union
    select relid from unnest($1::regclass[]) as tables (name), pg_partition_tree(name)) parts`;

/** Bytes of one item, with all indexes, after the events of the items have been delivered. */
export async function bytesOfItem(databaseUrl: string, items: number): Promise<Record<string, number>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const table of ['activity', 'search_documents']) {
      while ((await countOf(client, table)) < items)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const bytes: Record<string, number> = {};
    for (const [name, tables] of Object.entries(TABLES)) {
      const { rows } = await client.query<{ bytes: number }>(SIZE, [tables]);
      bytes[name] = rows[0]!.bytes / items;
    }
    return bytes;
  } finally {
    await client.end();
  }
}

async function countOf(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::float8 as count from ${table}`);
  return rows[0]!.count;
}
