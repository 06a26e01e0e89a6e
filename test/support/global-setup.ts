import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres';
import { migrate } from '../../src/platform/database/migrations/migrate';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server on which databases can be created and dropped. */
    databaseServer: string;
    /** A migrated, empty database that workers clone. */
    templateDatabase: string;
  }
}

/**
 * One PostgreSQL for all tiers that need one: TEST_DATABASE_URL when given, otherwise a separate embedded server. The
 * first of a run's tiers makes it for the others too.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.getProvidedContext().databaseServer !== undefined) return undefined;
  const server = await startServer();
  const template = `trestle_test_${randomBytes(6).toString('hex')}`;
  await withClient(server.url, (client) =>
    client.query(`create database ${template} template template0 encoding 'UTF8'`),
  );
  await migrate(databaseUrl(server.url, template), () => undefined);
  project.vitest.provide('databaseServer', server.url);
  project.vitest.provide('templateDatabase', template);
  return () => server.leave(template);
}

/** What tests write need not survive a power failure, and every application of a test has some twenty connections. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
};

interface TestServer {
  url: string;
  /** Leaves nothing of this run behind: neither the template nor its clones. */
  leave(template: string): Promise<void>;
}

async function startServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, leave: (template) => dropDatabases(given, template) };
  const dataDir = mkdtempSync(join(tmpdir(), 'trestle-test-'));
  const embedded = new EmbeddedPostgres({ dataDir, log: () => undefined, settings: SETTINGS });
  const { url } = await embedded.start();
  await speedUpSignIn(url);
  return {
    url,
    leave: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A run makes thousands of connections, each of which derives a key from the password with 4,096 iterations. */
async function speedUpSignIn(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role current_user password ${client.escapeLiteral(client.password!)}`);
  });
}

async function dropDatabases(server: string, template: string): Promise<void> {
  await withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`${template}%`],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  });
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
