import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { createDataSource } from '../../src/platform/database/data-source';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';
import { migrate } from '../../src/platform/database/migrate';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server on which databases may be made and dropped. */
    databaseServer: string;
    /** A migrated, empty database that workers clone. */
    templateDatabase: string;
  }
}

/** One PostgreSQL for all tiers that need one: TEST_DATABASE_URL when given, otherwise an embedded server of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `trestle_test_${randomBytes(6).toString('hex')}`;
  await withClient(server.url, (client) =>
    client.query(`create database ${template} template template0 encoding 'UTF8'`),
  );
  const dataSource = createDataSource({
    url: databaseUrl(server.url, template),
    poolSize: 2,
    entities: [],
  });
  await dataSource.initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  project.provide('databaseServer', server.url);
  project.provide('templateDatabase', template);
  return async () => {
    await withClient(server.url, async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        'select datname from pg_database where datname like $1',
        [`${template}%`],
      );
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    });
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = mkdtempSync(join(tmpdir(), 'trestle-test-'));
  const embedded = new EmbeddedPostgres({ dataDir, log: () => undefined });
  const { url } = await embedded.start();
  return {
    url,
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
