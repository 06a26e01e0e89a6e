import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../migrations';
import { functionFiles } from '../../src/platform/database/migrations/function-files';
import type { Migrated } from '../../src/platform/database/migrations/migrate';
import { databaseUrl, withClient } from '../support/global-setup';
import { schemaSnapshot } from '../support/schema-snapshot';
import { command } from './support/command';
import { PostgresServer } from './support/postgres-server';
import { report } from './support/report';

// Proves: of several migrators at once, one migrates; a migration that is killed at any point is completed by the next one;
// `migrate --plan` says what would happen and changes nothing.

const MIGRATORS = 3;
const KILLS = Number(process.env['REPLICAS_MIGRATION_KILLS'] ?? 8);
const ALL: Migrated = {
  migrations: MIGRATIONS.map(({ name }) => name),
  functions: functionFiles().map(({ name }) => name),
};
const NOTHING: Migrated = { migrations: [], functions: [] };

describe('migrations of processes', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
  });
  afterAll(() => postgres?.discard());

  async function emptyDatabase(): Promise<string> {
    const name = `trestle_${randomBytes(4).toString('hex')}`;
    await withClient(postgres.url, (client) =>
      client.query(`create database ${name} template template0 encoding 'UTF8'`),
    );
    return databaseUrl(postgres.url, name);
  }

  async function run(words: string[], url: string): Promise<Migrated> {
    const { status, out, err } = await command([...words, '--json'], url).end;
    if (status !== 0) throw new Error(`trestle ${words.join(' ')} ended with ${status}: ${err}`);
    return JSON.parse(out) as Migrated;
  }

  const applied = (url: string) =>
    withClient(url, async (client) => {
      const exists = `select to_regclass('schema_migrations') is not null as "exists"`;
      if (!(await client.query<{ exists: boolean }>(exists)).rows[0]!.exists) return 0;
      return (await client.query('select from schema_migrations')).rowCount!;
    });

  it('are planned without a change, then applied, then complete', async () => {
    const url = await emptyDatabase();
    expect(await run(['migrate', '--plan'], url)).toEqual(ALL);
    const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`;
    expect((await withClient(url, (client) => client.query(tables))).rows).toEqual([]);
    expect(await run(['migrate'], url)).toEqual(ALL);
    expect(await run(['migrate', '--plan'], url)).toEqual(NOTHING);
    expect((await command(['migrate', '--plan'], url).end).out).toBe(
      'Nothing to do: the database is up to date\n',
    );
  });

  it(`are applied by one of ${MIGRATORS} that start at once; the others wait and have nothing to do`, async () => {
    const url = await emptyDatabase();
    const results = await Promise.all(Array.from({ length: MIGRATORS }, () => run(['migrate'], url)));
    const first = results.filter(({ migrations }) => migrations.length > 0);
    expect(first).toEqual([ALL]);
    expect(results.filter((each) => each !== first[0])).toEqual(
      Array.from({ length: MIGRATORS - 1 }, () => NOTHING),
    );
  });

  it(`are completed after ${KILLS} kills in the middle, and leave the same schema`, async () => {
    const [url, whole] = [await emptyDatabase(), await emptyDatabase()];
    const killedAt: number[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const target = Math.round((kill * MIGRATIONS.length) / (KILLS + 1));
      const migrator = command(['migrate'], url);
      while ((await applied(url)) < target && !migrator.isOver);
      migrator.kill();
      expect((await migrator.end).status).toBe(null);
      killedAt.push(await applied(url));
      const { migrations } = await run(['migrate', '--plan'], url);
      // The session of the killed process may have committed since.
      expect(migrations.length).toBeLessThanOrEqual(MIGRATIONS.length - killedAt.at(-1)!);
    }
    report(`killed after ${killedAt.join(', ')} of ${MIGRATIONS.length} migrations`);
    const rest = await run(['migrate'], url);
    expect(rest.functions.length).toBeGreaterThan(0);
    expect(await run(['migrate', '--plan'], url)).toEqual(NOTHING);
    await run(['migrate'], whole);
    expect(await snapshotOf(url)).toBe(await snapshotOf(whole));
  });

  const snapshotOf = (url: string) => withClient(url, (client) => schemaSnapshot(client));
});
