import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { migrate } from '../../../../src/platform/database/migrations/migrate';
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

const withMigration = (migration: MigrationSettings['migrations'][number]): MigrationSettings => ({
  migrations: [...MIGRATION_SETTINGS.migrations, migration],
  lockTimeoutMs: 100,
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

  it('rejects a schema of a newer release', async () => {
    await withClient(url, (client) =>
      client.query(`insert into schema_migrations (timestamp, name) values (9, 'AddLater9')`),
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
