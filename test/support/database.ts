import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrl, withClient } from './global-setup';

/** A fresh clone of the migrated template; the global teardown drops it. */
export async function cloneDatabase(): Promise<string> {
  const server = inject('databaseServer');
  const template = inject('templateDatabase');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) => client.query(`create database ${name} template ${template}`));
  return databaseUrl(server, name);
}

/** An empty database without tables; the global teardown drops it. */
export async function createDatabase(options = `encoding 'UTF8'`): Promise<string> {
  const server = inject('databaseServer');
  const name = `${inject('templateDatabase')}_${randomBytes(4).toString('hex')}`;
  await withClient(server, (client) => client.query(`create database ${name} template template0 ${options}`));
  return databaseUrl(server, name);
}
