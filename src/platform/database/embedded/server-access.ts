import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { type DataHome, writeDurably } from './data-home';
import { randomSecret } from '../../crypto/random';

/** The server accepts connections, on this machine: only an overloaded one takes this long. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** Owner of the database and of the cluster, which has no other user. */
export const ROLE = 'trestle';
const DATABASE = 'trestle';
const LOOK_ROUND = `select pg_read_file('PG_VERSION'), exists (select from pg_database where datname = $1) as present`;

/** The connection settings, stored beside the cluster. */
export interface ServerAccess {
  password: string;
  /** The server's last port; undefined before its first start. */
  port?: number;
}

/** Generates the password of a new cluster; the password of an existing cluster must be stored. */
export async function loadAccess(home: DataHome, hasCluster: boolean): Promise<ServerAccess> {
  const text = await readFile(home.accessFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined && hasCluster) {
    throw new Error(
      `${home.accessFile} is missing: restore it from a backup; it contains the database password`,
    );
  }
  if (text === undefined) return createAccess(home);
  try {
    const { password, port } = JSON.parse(text) as Partial<ServerAccess>;
    if (typeof password === 'string') return { password, port };
  } catch {
    // Reported below.
  }
  throw new Error(
    `${home.accessFile} is damaged: restore it from a backup; it contains the database password`,
  );
}

async function createAccess(home: DataHome): Promise<ServerAccess> {
  const access = { password: randomSecret() };
  // Before the cluster is created: if a crash lost the password, the cluster could never be opened.
  await saveAccess(home, access);
  return access;
}

export async function saveAccess(home: DataHome, access: ServerAccess): Promise<void> {
  await writeDurably(home, home.accessFile, `${JSON.stringify(access)}\n`, 0o600);
}

/** Through TCP, or through the socket in `socketDirectory`, which then takes precedence over the host. */
export function connectionUrl(
  { password }: ServerAccess,
  port: number,
  { database = DATABASE, socketDirectory }: { database?: string; socketDirectory?: string | undefined } = {},
): string {
  const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
  return socketDirectory === undefined ? url : `${url}?host=${encodeURIComponent(socketDirectory)}`;
}

/**
 * Checks that the server responds, accepts our password and uses files that still exist (a directory may be deleted
 * while a server uses it), and creates our database if it is missing.
 */
export async function ensureDatabase(access: ServerAccess, port: number): Promise<void> {
  const connectionString = connectionUrl(access, port, { database: 'postgres' });
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: 30_000,
  });
  // Without a listener, a server that exits in the meantime would terminate this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ present: boolean }>(LOOK_ROUND, [DATABASE]);
    if (!rows[0]?.present) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    throw new Error(`PostgreSQL is running but rejects the connection: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
