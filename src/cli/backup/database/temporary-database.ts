import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { clock } from '../../../kernel/clock';
import type { DatabaseConfig } from '../../../platform/config/database.config';
import { randomHex } from '../../../platform/crypto/random';
import { KEEP_ALIVE } from '../../../platform/database/data-source';
import { DataDirInUse } from '../../../platform/database/embedded/data-dir-claim';
import type { Log } from '../../../platform/logging/log';
import { startEmbedded } from '../../installation-database';
import { inSession } from './session';

const PREFIX = 'trestle_verify_';
const DIRECTORY_PREFIX = 'verify-';
/** A verification connects to its database within moments. */
const LEFTOVER_AFTER_MS = 600_000;

/** Databases of verifications without a session, with the time of their creation in the name. */
const LEFTOVERS = `
  select datname::text as name from pg_database
  where datname ~ '^${PREFIX}[0-9]+_[0-9a-f]+$' and split_part(datname, '_', 3)::bigint < $1
    and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`;

const CAN_CREATE = `select rolcreatedb or rolsuper as "canCreate" from pg_roles where rolname = current_user`;

/**
 * Runs work with the URL of an empty database, which is removed afterwards: on the server of DATABASE_URL when its user can
 * create databases, otherwise on an embedded server in a directory below DATA_DIR. Also removes what a killed run has left.
 */
export async function withTemporaryDatabase<T>(
  { databaseUrl, dataDirectory }: Pick<DatabaseConfig, 'databaseUrl' | 'dataDirectory'>,
  { log, signal }: { log: Log; signal: AbortSignal },
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined && (await canCreate(databaseUrl, signal))) return onServer(databaseUrl, work);
  return inDirectory(dataDirectory, log, work);
}

async function canCreate(url: string, signal: AbortSignal): Promise<boolean> {
  return inSession(url, signal, async (client) => {
    const { rows } = await client.query<{ canCreate: boolean }>(CAN_CREATE);
    return rows[0]!.canCreate;
  });
}

async function onServer<T>(url: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const name = `${PREFIX}${clock.nowMs()}_${randomHex(4)}`;
  // Connections of their own, because the database is also removed after an interruption.
  await onConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(LEFTOVERS, [clock.nowMs() - LEFTOVER_AFTER_MS]);
    // Another user's, or one that is in use meanwhile.
    for (const leftover of rows) await client.query(`drop database ${leftover.name}`).catch(() => undefined);
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
  });
  const temporary = new URL(url);
  temporary.pathname = `/${name}`;
  try {
    return await work(temporary.href);
  } finally {
    await onConnection(url, (client) => client.query(`drop database ${name} with (force)`));
  }
}

async function inDirectory<T>(
  dataDirectory: string,
  log: Log,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  await mkdir(dataDirectory, { recursive: true });
  const names = (await readdir(dataDirectory)).filter((name) => name.startsWith(DIRECTORY_PREFIX));
  for (const name of names) await removeLeftover(join(dataDirectory, name), log);
  const directory = join(dataDirectory, `${DIRECTORY_PREFIX}${randomHex(4)}`);
  try {
    const database = await startEmbedded(directory, log);
    try {
      return await work(database.url);
    } finally {
      await database.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Its server can still run: the start takes it over. */
async function removeLeftover(directory: string, log: Log): Promise<void> {
  try {
    await (await startEmbedded(directory, log)).close();
  } catch (error) {
    if (error instanceof DataDirInUse) return;
    log.warn('a directory of an earlier verification cannot be removed', { directory, error });
    return;
  }
  await rm(directory, { recursive: true, force: true });
}

async function onConnection(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trestle-backup',
    connectionTimeoutMillis: 5_000,
    ...KEEP_ALIVE,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
