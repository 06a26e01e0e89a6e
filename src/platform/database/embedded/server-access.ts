import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { type DataHome, writeDurably } from './data-home';

/** Owner of the database, and of the cluster: there is nobody else in it. */
export const ROLE = 'trestle';
const DATABASE = 'trestle';
const LOOK_ROUND = `select pg_read_file('PG_VERSION'), exists (select from pg_database where datname = $1) as present`;

/** What it takes to connect; kept beside the cluster. */
export interface ServerAccess {
  password: string;
  /** Where the server was last; undefined before it first ran. */
  port?: number;
}

/** Makes up a password for a cluster that is yet to be made; that of an existing one must be there. */
export async function loadAccess(home: DataHome, hasCluster: boolean): Promise<ServerAccess> {
  const text = await readFile(home.accessFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined && hasCluster) {
    throw new Error(
      `${home.accessFile} is missing: restore it from a backup, it holds the database's password`,
    );
  }
  if (text === undefined) return createAccess(home);
  try {
    const { password, port } = JSON.parse(text) as Partial<ServerAccess>;
    if (typeof password === 'string') return { password, port };
  } catch {
    // Answered below.
  }
  throw new Error(
    `${home.accessFile} is damaged: restore it from a backup, it holds the database's password`,
  );
}

async function createAccess(home: DataHome): Promise<ServerAccess> {
  const access = { password: randomBytes(32).toString('base64url') };
  // Before the cluster is made: a cluster whose password was lost in a crash would be closed for good.
  await saveAccess(home, access);
  return access;
}

export async function saveAccess(home: DataHome, access: ServerAccess): Promise<void> {
  await writeDurably(home, home.accessFile, `${JSON.stringify(access)}\n`, 0o600);
}

export function connectionUrl({ password }: ServerAccess, port: number, database = DATABASE): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Proves that the server answers, with our password, from files that are still there (a directory may be deleted
 * under a running server), and sees to it that it has our database.
 */
export async function ensureDatabase(access: ServerAccess, port: number): Promise<void> {
  const connectionString = connectionUrl(access, port, 'postgres');
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 30_000 });
  // Without a listener, a server that dies meanwhile would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ present: boolean }>(LOOK_ROUND, [DATABASE]);
    if (!rows[0]?.present) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    throw new Error(`PostgreSQL runs but refuses us: ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
