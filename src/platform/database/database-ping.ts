import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../../migrations';
import { runNamed } from './named-query';
import { poolOf } from './pool-of';
import { statement } from './statement';

/** A server that takes longer counts as down, even if it is only frozen. */
const TIMEOUT_MS = 2_000;

export interface DatabaseAnswer {
  latencyMs: number;
  /** Whether the schema of this release is installed. */
  isMigrated: boolean;
}

const LATEST_MIGRATION = MIGRATIONS.at(-1)!.name;

const IS_MIGRATED = statement(
  'database.is-migrated',
  `select exists (select from schema_migrations where name = $1) as "isMigrated"`,
);

/**
 * Checks the database on the connections that requests use: a process whose calls get no connection, or unresponsive
 * ones, is not ready, although a dedicated connection of the check would work.
 */
@Injectable()
export class DatabasePing {
  private underWay: Promise<DatabaseAnswer> | null = null;

  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Concurrent callers share one statement. Rejects when there is no response in time. */
  async ask(): Promise<DatabaseAnswer> {
    this.underWay ??= this.query().finally(() => (this.underWay = null));
    const timeout = new AbortController();
    const tooLate = delay(TIMEOUT_MS, undefined, { signal: timeout.signal, ref: false }).then(() => {
      throw new Error('The database does not respond');
    });
    try {
      return await Promise.race([this.underWay, tooLate]);
    } finally {
      timeout.abort();
      tooLate.catch(() => undefined);
    }
  }

  private async query(): Promise<DatabaseAnswer> {
    const began = performance.now();
    const pool = poolOf(this.dataSource);
    const { rows } = await runNamed<{ isMigrated: boolean }>(pool, IS_MIGRATED, [LATEST_MIGRATION]);
    return { latencyMs: performance.now() - began, isMigrated: rows[0]?.isMigrated === true };
  }
}
