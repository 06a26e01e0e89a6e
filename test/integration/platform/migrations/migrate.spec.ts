import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate, planMigration } from '../../../../src/platform/database/migrations/migrate';
import {
  MIGRATION_SETTINGS,
  type MigrationSettings,
} from '../../../../src/platform/database/migrations/migration-source';
import { cloneDatabase, createDatabase } from '../../../support/database';
import { withClient } from '../../../support/global-setup';

class SlowMigration9000000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table noted as select current_setting('statement_timeout') as "limit", pg_sleep(0.3)::text as slept`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table noted');
  }
}

class ChangingMigration9000000000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table users add column added text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table users drop column added');
  }
}

class FailingMigration9000000000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table not_a_table add column added text');
  }

  async down(): Promise<void> {}
}

const withMigration = (migration: MigrationSettings['migrations'][number]): MigrationSettings => ({
  ...MIGRATION_SETTINGS,
  migrations: [...MIGRATION_SETTINGS.migrations, migration],
  lockTimeoutMs: 100,
});

/** The schema that a release with this migration leaves behind. */
const laterRelease = (
  migration: MigrationSettings['migrations'][number],
  compatibleSince = MIGRATION_SETTINGS.release.compatibleSince,
): MigrationSettings => ({
  ...withMigration(migration),
  release: { version: '9.0.0', compatibleSince },
});

describe('migrate', () => {
  let url: string;
  let lines: { message: string; details: Readonly<Record<string, unknown>> }[];
  const report = (message: string, details: Readonly<Record<string, unknown>>) =>
    void lines.push({ message, details });
  beforeEach(async () => {
    url = await cloneDatabase();
    lines = [];
  });

  it('runs migrations without the statement timeout of the service and the database', async () => {
    await withClient(url, (client) =>
      client.query(`alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '100ms'`),
    );
    const { migrations } = await migrate(url, report, withMigration(SlowMigration9000000000000));
    expect(migrations).toEqual([SlowMigration9000000000000.name]);
    const { rows } = await withClient(url, (client) => client.query('select "limit" from noted'));
    expect(rows).toEqual([{ limit: '0' }]);
  });

  it('waits for a reader in short attempts, reports its process, and finishes after the reader', async () => {
    const reader = new pg.Client({ connectionString: url, application_name: 'a report' });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select from users');
    const migrating = migrate(url, report, withMigration(ChangingMigration9000000000001));
    const pid = (reader as unknown as { processID: number }).processID;
    await vi.waitFor(() =>
      expect(lines).toContainEqual({
        message: 'migration waits for a lock',
        details: {
          step: ChangingMigration9000000000001.name,
          elapsedMs: expect.any(Number),
          lock: 'table users',
          heldBy: [`pid ${pid} (a report, idle in transaction)`],
        },
      }),
    );
    // Other readers pass between two turns.
    const passed = await withClient(url, (client) => client.query('select count(*) from users'));
    expect(passed.rowCount).toBe(1);
    await reader.end();
    expect((await migrating).migrations).toEqual([ChangingMigration9000000000001.name]);
  });

  it('does not change or report anything in a migrated database', async () => {
    expect(await migrate(url, report)).toEqual({ migrations: [], functions: [] });
    expect(lines).toEqual([]);
  });

  it('migrates once when two processes start together', async () => {
    const fresh = await createDatabase();
    const results = await Promise.all([migrate(fresh, report), migrate(fresh, report)]);
    const counts = results.map(({ migrations, functions }) => [migrations.length, functions.length]);
    expect(counts.toSorted(([a], [b]) => a! - b!)).toEqual([
      [0, 0],
      [MIGRATION_SETTINGS.migrations.length, expect.any(Number)],
    ]);
  });

  it('leaves the schema of a newer release as it is, if that release says that this one works on it', async () => {
    await migrate(url, report, laterRelease(ChangingMigration9000000000001));
    await withClient(url, (client) =>
      client.query(`
        update schema_functions set digest = 'of a newer text' where name = 'item_set_value';
        insert into schema_functions values ('item_later', 'of a new function');
        create function item_later() returns int language sql return 1`),
    );
    lines = [];
    expect(await planMigration(url)).toEqual({ migrations: [], functions: [] });
    expect(await migrate(url, report)).toEqual({ migrations: [], functions: [] });
    expect(lines).toEqual([
      { message: 'the schema is of a newer release, and left as it is', details: { version: '9.0.0' } },
    ]);
    const { rows } = await withClient(url, (client) =>
      client.query(`select digest, item_later() from schema_functions where name = 'item_set_value'`),
    );
    expect(rows).toEqual([{ digest: 'of a newer text', item_later: 1 }]);
    // The newer release continues where it was.
    expect(await migrate(url, report, laterRelease(ChangingMigration9000000000001))).toEqual({
      migrations: [],
      functions: ['item_set_value', 'item_later'],
    });
  });

  it('leaves the functions of a newer release without migrations as they are', async () => {
    await migrate(url, report, {
      ...MIGRATION_SETTINGS,
      release: { ...MIGRATION_SETTINGS.release, version: '9.0.0' },
    });
    await withClient(url, (client) =>
      client.query(`update schema_functions set digest = 'of a newer text' where name = 'item_set_value'`),
    );
    expect(await migrate(url, report)).toEqual({ migrations: [], functions: [] });
  });

  it('rejects the schema of a newer release that needs a migration which this one does not have', async () => {
    const later = laterRelease(ChangingMigration9000000000001, ChangingMigration9000000000001.name);
    await migrate(url, report, later);
    // One after the other: a promise that rejects before it is awaited fails the run.
    for (const attempt of [() => migrate(url, report), () => planMigration(url)])
      await expect(attempt()).rejects.toThrow(
        `was migrated by a newer release (${ChangingMigration9000000000001.name})`,
      );
  });

  it('rejects a schema whose migration began, and was interrupted, in a newer release on which it does not work', async () => {
    const later = laterRelease(FailingMigration9000000000002, FailingMigration9000000000002.name);
    await expect(migrate(url, report, later)).rejects.toThrow('not_a_table');
    await expect(migrate(url, report)).rejects.toThrow('was migrated by a newer release (9.0.0)');
  });

  it('rejects unknown migrations of a release that recorded nothing', async () => {
    await withClient(url, (client) =>
      client.query(`
        insert into schema_migrations (timestamp, name) values (9, 'AddLater9');
        drop table schema_release`),
    );
    await expect(migrate(url, report)).rejects.toThrow('was migrated by a newer release (AddLater9)');
  });

  it('rejects a database that is not UTF-8, naming the variable and the fix', async () => {
    const latin = await createDatabase(`encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C'`);
    await expect(migrate(latin, report)).rejects.toThrow(
      /^DATABASE_URL: the database \w+ has the encoding LATIN1; create one with: create database/,
    );
  });
});
