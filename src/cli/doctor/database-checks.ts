import { access } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { clock } from '../../kernel/clock';
import type { DatabaseConfig } from '../../platform/config/database.config';
import { planMigration } from '../../platform/database/migrations/migrate';
import { OLDEST_SERVER_VERSION } from '../../platform/database/migrations/server-version';
import type { Log } from '../../platform/logging/log';
import { openInstallation } from '../installation-database';
import { clockFinding } from './clock-finding';
import { type CheckGroup, failed, type Finding, ok, skipped, warning } from './finding';

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 5_000;
/** An embedded server starts for the check; after a crash it recovers first. */
const EMBEDDED_TIMEOUT_MS = 60_000;
const SERVER_TIMEOUT_MS = 20_000;
const NEWEST_VERSION = 18;
/** Connections of a process beside its pool (docs/operations.md, Your own PostgreSQL). */
const FURTHER_CONNECTIONS = 6;
const LAG_MAX_SECONDS = 5;

const FACTS = `
  select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
    current_setting('server_encoding') as encoding, upper('ä') = 'Ä' as "foldsCase", current_database() as name, current_user as role,
    pg_is_in_recovery() as "isReplica",
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "canCreateTables",
    has_database_privilege(current_database(), 'CREATE') or to_regnamespace('graphile_worker') is not null as "canCreateSchema",
    (select count(*)::int from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not pg_has_role(relowner, 'USAGE')) as "foreignTables",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
    (select count(*)::int from pg_stat_activity where datid is not null and pid <> pg_backend_pid()) as connections`;

// Everything that arrived is applied: then the age of the last transaction says nothing.
const LAG = `
  select pg_is_in_recovery() as "isReplica",
    case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
      else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float as seconds`;

interface Facts {
  version: number;
  versionText: string;
  encoding: string;
  /** Of letters beyond A to Z. */
  foldsCase: boolean;
  name: string;
  role: string;
  isReplica: boolean;
  canCreateTables: boolean;
  canCreateSchema: boolean;
  foreignTables: number;
  maxConnections: number;
  connections: number;
}

/** The database of the installation. An embedded database that no service runs is started for the checks. */
export function databaseChecks(database: DatabaseConfig, log: Log): CheckGroup {
  const isEmbedded = database.databaseUrl === undefined;
  return {
    check: 'database',
    advice: isEmbedded
      ? 'Read postgres/server.log in DATA_DIR'
      : 'Check DATABASE_URL, the server, and the network between them',
    timeoutMs: isEmbedded ? EMBEDDED_TIMEOUT_MS : SERVER_TIMEOUT_MS,
    run: async () => {
      if (isEmbedded && !(await isInstalled(database.dataDirectory)))
        return [
          skipped('database', `${database.dataDirectory} contains no database yet: a start creates it`),
        ];
      const { url, close } = await openInstallation(database, log);
      try {
        return [...(await connected(url, (client) => findings(client, database))), await migrations(url)];
      } finally {
        await close();
      }
    },
  };
}

export function replicaCheck(url: string): CheckGroup {
  const check = 'database.replica';
  return {
    check,
    advice: 'Check DATABASE_READ_URL and the replica; Trestle reads from the primary meanwhile',
    timeoutMs: SERVER_TIMEOUT_MS,
    run: () =>
      connected(url, async (client) => {
        const { rows } = await client.query<{ isReplica: boolean; seconds: number }>(LAG);
        const { isReplica, seconds } = rows[0]!;
        if (!isReplica)
          return [failed(check, 'the server is no replica', 'Set DATABASE_READ_URL to a streaming replica')];
        const lag = `${seconds.toFixed(1)} s behind`;
        return seconds <= LAG_MAX_SECONDS
          ? [ok(check, lag)]
          : [warning(check, lag, 'Find out what delays the replica: long queries, its disk or the network')];
      }),
  };
}

async function connected(url: string, work: (client: pg.Client) => Promise<Finding[]>): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trestle-doctor',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // Without a listener, a lost connection would terminate the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

async function findings(client: pg.Client, { poolSize }: DatabaseConfig): Promise<Finding[]> {
  const { rows } = await client.query<Facts>(FACTS);
  const facts = rows[0]!;
  return [
    ok('database', `connected to ${facts.name}`),
    versionOf(facts),
    encodingOf(facts),
    permissionsOf(facts),
    connectionsOf(facts, poolSize + FURTHER_CONNECTIONS),
    await clockOf(client),
  ];
}

function versionOf({ version, versionText }: Facts): Finding {
  const check = 'database.version';
  const major = Math.floor(version / 10_000);
  const supported = `PostgreSQL ${OLDEST_SERVER_VERSION} to ${NEWEST_VERSION}`;
  if (major < OLDEST_SERVER_VERSION)
    return failed(check, `PostgreSQL ${versionText}`, `Upgrade to ${supported}`);
  if (major > NEWEST_VERSION)
    return warning(check, `PostgreSQL ${versionText}`, `This release is tested with ${supported}`);
  return ok(check, `PostgreSQL ${versionText}, which has all that Trestle needs without extensions`);
}

function encodingOf({ encoding, foldsCase, name }: Facts): Finding {
  const check = 'database.encoding';
  const advice = `Create one with: create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`;
  if (encoding !== 'UTF8') return failed(check, encoding, advice);
  return foldsCase
    ? ok(check, encoding)
    : warning(check, `${encoding}, but searches ignore the case of A to Z only`, advice);
}

function permissionsOf(facts: Facts): Finding {
  const check = 'database.permissions';
  const { role, isReplica, canCreateTables, canCreateSchema, foreignTables } = facts;
  if (isReplica)
    return failed(check, 'the server is a replica, which is read-only', 'Set DATABASE_URL to the primary');
  const lacking = [
    ...(canCreateTables ? [] : ['create tables']),
    ...(canCreateSchema ? [] : ['create the schema of the job queue']),
    ...(foreignTables === 0 ? [] : [`change ${foreignTables} tables of other owners`]),
  ];
  return lacking.length === 0
    ? ok(check, `${role} can create and change tables`)
    : failed(
        check,
        `${role} cannot ${lacking.join(', ')}`,
        `Make ${role} the owner of the database and its tables`,
      );
}

function connectionsOf({ maxConnections, connections }: Facts, perProcess: number): Finding {
  const check = 'database.connections';
  const free = maxConnections - connections;
  const message = `${connections} of ${maxConnections} connections are used; a process needs up to ${perProcess}`;
  return free >= perProcess
    ? ok(check, message)
    : warning(
        check,
        message,
        'Increase max_connections, or decrease DATABASE_POOL_SIZE or the number of processes',
      );
}

async function clockOf(client: pg.Client): Promise<Finding> {
  const beganMs = clock.nowMs();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const halfwayMs = (beganMs + clock.nowMs()) / 2;
  return clockFinding('clock.database', 'the clock of the database', rows[0]!.now.getTime() - halfwayMs);
}

async function migrations(url: string): Promise<Finding> {
  const check = 'database.migrations';
  try {
    const planned = await planMigration(url);
    const count = planned.migrations.length + planned.functions.length;
    return count === 0
      ? ok(check, 'the schema is up to date')
      : warning(
          check,
          `${planned.migrations.length} migrations and ${planned.functions.length} functions are pending`,
          'The next start, or trestle migrate, applies them; trestle migrate --plan lists them',
        );
  } catch (error) {
    return failed(check, (error as Error).message, 'See docs/operations.md, Upgrade');
  }
}

async function isInstalled(dataDirectory: string): Promise<boolean> {
  return access(join(dataDirectory, 'postgres', 'cluster', 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
