import type { ClientBase } from 'pg';
import { TRY_RESTORE } from '../../../platform/database/locks';
import { functionFiles } from '../../../platform/database/migrations/function-files';
import { UNFINISHED_RESTORE } from '../../../platform/database/migrations/unfinished-restore';
import { BackupProblem } from '../backup-problem';
import { exists } from './catalog';

const SERVICES = `
  select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name like 'trestle%' and application_name <> 'trestle-backup'`;

const TABLES = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`;
const SEQUENCES = `
  select quote_ident(relname) as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'S'`;
const FUNCTIONS = `
  select oid::regprocedure::text as name from pg_proc
  where pronamespace = current_schema()::regnamespace and proname = any ($1)`;

/** Throws BackupProblem unless the database has no tables, or only those that an interrupted restore has left. */
export async function assertRestorable(client: ClientBase): Promise<void> {
  const { rows: services } = await client.query<{ count: number }>(SERVICES);
  if (services[0]!.count > 0)
    throw new BackupProblem('Trestle is running on the database; stop it before you restore');
  const { rows: locks } = await client.query<{ isFree: boolean }>(`select ${TRY_RESTORE} as "isFree"`);
  if (!locks[0]!.isFree) throw new BackupProblem('Another restore into the database is running');
  if (await exists(client, UNFINISHED_RESTORE)) return;
  const [table] = await namesOf(client, TABLES);
  if (table === undefined) return;
  throw new BackupProblem(
    (await exists(client, 'schema_migrations'))
      ? 'The database is not empty: it contains an installation of Trestle; restore into an empty database'
      : `The database is not empty: it contains the table ${table}; restore into an empty database`,
  );
}

/** Marks the database until `endRestore`, and removes what an interrupted restore has created in it. */
export async function beginRestore(client: ClientBase): Promise<void> {
  await client.query(
    `create table if not exists ${UNFINISHED_RESTORE} (started_at timestamptz not null default now())`,
  );
  const tables = (await namesOf(client, TABLES)).filter((name) => name !== UNFINISHED_RESTORE);
  const functions = await namesOf(client, FUNCTIONS, [functionFiles().map(({ name }) => name)]);
  if (tables.length > 0) await client.query(`drop table ${tables.join(', ')} cascade`);
  for (const name of functions) await client.query(`drop function if exists ${name} cascade`);
  for (const name of await namesOf(client, SEQUENCES)) await client.query(`drop sequence ${name} cascade`);
  await client.query('drop schema if exists graphile_worker cascade');
}

export async function endRestore(client: ClientBase): Promise<void> {
  await client.query(`drop table ${UNFINISHED_RESTORE}`);
}

async function namesOf(client: ClientBase, query: string, values: unknown[] = []): Promise<string[]> {
  return (await client.query<{ name: string }>(query, values)).rows.map(({ name }) => name);
}
