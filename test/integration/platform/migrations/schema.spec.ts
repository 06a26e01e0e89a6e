import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createMigrationSource,
  MIGRATION_SETTINGS,
} from '../../../../src/platform/database/migrations/migration-source';
import { migrate } from '../../../../src/platform/database/migrations/migrate';
import { cloneDatabase } from '../../../support/database';
import { withClient } from '../../../support/global-setup';
import { schemaSnapshot } from '../../../support/schema-snapshot';
import { sqlCalls } from './support/sql-calls';

const ROOT = join(__dirname, '..', '..', '..', '..');

const snapshotOf = (url: string) => withClient(url, schemaSnapshot);

describe('the migrated schema', () => {
  it('equals migrations/schema.sql', async () => {
    const snapshot = await snapshotOf(await cloneDatabase());
    await expect(snapshot, 'stale: npm run schema').toMatchFileSnapshot(
      join(ROOT, 'migrations', 'schema.sql'),
    );
  });

  it('is the same after every migration was reverted and applied again', async () => {
    const url = await cloneDatabase();
    const migrated = await snapshotOf(url);
    const source = await createMigrationSource(url, MIGRATION_SETTINGS).initialize();
    for (const _ of MIGRATION_SETTINGS.migrations) await source.undoLastMigration();
    const left = await withClient(url, (client) =>
      client.query(
        `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
      ),
    );
    expect(left.rows.map(({ relname }) => relname).toSorted()).toEqual([
      'schema_functions',
      'schema_migrations',
      'schema_release',
    ]);
    await source.destroy();
    await migrate(url, () => undefined);
    expect(await snapshotOf(url)).toBe(migrated);
  });

  it('has every function that src calls, with these parameter names', async () => {
    const { rows } = await withClient(await cloneDatabase(), (client) =>
      client.query<{ name: string; parameters: string[] }>(
        `select proname as name, coalesce(proargnames[1 : pronargs], '{}') as parameters
         from pg_proc where pronamespace = 'public'::regnamespace`,
      ),
    );
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    const functions = new Map(rows.map(({ name, parameters }) => [name, parameters]));
    const calls = sqlCalls(join(ROOT, 'src'), [...functions.keys()]);
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter(({ name, args }) => args.join() !== functions.get(name)!.join())).toEqual([]);
  });
});
