import type { ClientBase } from 'pg';
import { UNFINISHED_RESTORE } from '../../../platform/database/migrations/unfinished-restore';

/** What migrations write themselves, and the mark of a restore. */
const WRITTEN_BY_MIGRATIONS = ['schema_migrations', 'schema_functions', 'schema_release', UNFINISHED_RESTORE];

/** A table with rows: also a partition, but not its partitioned table. */
export interface StoredTable {
  name: string;
  /** In their order, without generated ones. */
  columns: string[];
  /** On the disk, without indexes. */
  sizeBytes: number;
}

export interface StoredPartition {
  name: string;
  parent: string;
  from: string;
  to: string;
}

const TABLES = `
  select class.relname::text as name, pg_table_size(class.oid)::float8 as "sizeBytes",
    array(select attname::text from pg_attribute
          where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
          order by attnum) as columns
  from pg_class class
  where class.relnamespace = current_schema()::regnamespace and class.relkind = 'r' and class.relname <> all ($1)
  order by class.relname`;

const PARTITIONS = `
  select class.relname::text as name, parent.relname::text as parent, pg_get_expr(class.relpartbound, class.oid) as bounds
  from pg_inherits
  join pg_class class on class.oid = inhrelid
  join pg_class parent on parent.oid = inhparent
  where class.relnamespace = current_schema()::regnamespace and class.relkind = 'r' and class.relispartition
  order by class.relname`;

const BOUNDS = /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/;

const SEQUENCES = `
  select class.relname::text as name, pg_sequence_last_value(class.oid::regclass)::text as "lastValue"
  from pg_class class
  where class.relnamespace = current_schema()::regnamespace and class.relkind = 'S'
    and not exists (
      select from pg_depend
      where classid = 'pg_class'::regclass and objid = class.oid and deptype in ('a', 'i')
        and refobjid = any (select oid from pg_class where relname = any ($1)))
  order by class.relname`;

const EXTENSIONS = `select extname::text as name, extversion as version from pg_extension order by extname`;

export async function storedTables(client: ClientBase): Promise<StoredTable[]> {
  return (await client.query<StoredTable>(TABLES, [WRITTEN_BY_MIGRATIONS])).rows;
}

export async function storedPartitions(client: ClientBase): Promise<StoredPartition[]> {
  const { rows } = await client.query<{ name: string; parent: string; bounds: string }>(PARTITIONS);
  return rows.map(({ name, parent, bounds }) => {
    const [, from, to] = BOUNDS.exec(bounds) ?? [];
    if (from === undefined || to === undefined)
      throw new Error(`The partition ${name} is not a range of days: ${bounds}`);
    return { name, parent, from, to };
  });
}

/** Sequences that were used. Read after the rows, a value is at least the one in any row. */
export async function usedSequences(client: ClientBase): Promise<{ name: string; lastValue: string }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(SEQUENCES, [
    WRITTEN_BY_MIGRATIONS,
  ]);
  return rows.flatMap(({ name, lastValue }) => (lastValue === null ? [] : [{ name, lastValue }]));
}

export async function installedExtensions(client: ClientBase): Promise<{ name: string; version: string }[]> {
  return (await client.query<{ name: string; version: string }>(EXTENSIONS)).rows;
}

/** Empty when the database was never migrated. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  if (!(await exists(client, 'schema_migrations'))) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations order by timestamp',
  );
  return rows.map(({ name }) => name);
}

/** Whether the search path contains a relation with this name, which can have a schema. */
export async function exists(client: ClientBase, relation: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass($1) is not null as "exists"`, [
    relation,
  ]);
  return rows[0]!.exists;
}
