import type { ClientBase } from 'pg';
import { AUDIT_PARTITION_COMPLETION } from '../../../modules/audit';
import type { Statement } from '../../../platform/database/statement';
import type { Manifest } from '../manifest';
import { storedTables } from './catalog';

const ALL_TABLES = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`;

const PARTITIONS = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = current_schema()::regnamespace and relispartition and relkind = 'r'`;

/** Not those of partitioned tables, which have no rows yet. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index
  join pg_class on pg_class.oid = indrelid
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`;

/** What partitions of a table need besides the columns, checks, indexes and row triggers of the table. */
const COMPLETIONS: Readonly<Record<string, readonly ((partition: string) => Statement)[]>> = {
  audit_entries: AUDIT_PARTITION_COMPLETION,
};

/** Removes the rows and the partitions that migrations create, and switches triggers off: rows arrive as they were. */
export async function emptyTables(client: ClientBase): Promise<() => Promise<void>> {
  await forEach(client, PARTITIONS, (partition) => `drop table ${partition}`);
  await forEach(client, ALL_TABLES, (table) => `alter table ${table} disable trigger user`);
  const names = (await storedTables(client)).map(({ name }) => client.escapeIdentifier(name));
  await client.query(`truncate ${names.join(', ')}`);
  return () => forEach(client, ALL_TABLES, (table) => `alter table ${table} enable trigger user`);
}

/**
 * Creates the partitions of the backup as Partitions does, but as tables of their own and without indexes. Returns the
 * function that attaches them, which checks their rows and builds the indexes.
 */
export async function createPartitions(
  client: ClientBase,
  partitions: Manifest['partitions'],
): Promise<() => Promise<void>> {
  for (const { name, parent } of partitions)
    await client.query(
      `create table ${client.escapeIdentifier(name)} (like ${client.escapeIdentifier(parent)}
         including defaults including constraints including storage including compression)`,
    );
  return async () => {
    for (const { name, parent, from, to } of partitions) {
      const [partition, table] = [client.escapeIdentifier(name), client.escapeIdentifier(parent)];
      await client.query(
        `alter table ${table} attach partition ${partition} for values from ('${from}') to ('${to}')`,
      );
      for (const complete of COMPLETIONS[parent] ?? []) await client.query(complete(partition).text);
    }
  };
}

/**
 * Drops the indexes that belong to no constraint: to build one over all rows takes less than to add each row to it
 * (decision 0117). Returns the function that builds them.
 */
export async function dropIndexes(client: ClientBase): Promise<() => Promise<void>> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
  };
}

async function forEach(client: ClientBase, names: string, command: (name: string) => string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(names);
  for (const { name } of rows) await client.query(command(name));
}
