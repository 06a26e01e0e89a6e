import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { MIGRATIONS } from '../../../migrations';
import { Log } from '../logging/log';
import { DatabaseUrl } from './change-listener';

/** A server that does not answer for so long counts as away, frozen ones too. */
const PATIENCE_MS = 2_000;

export interface DatabaseAnswer {
  latencyMs: number;
  /** Whether this release's schema is there. */
  isMigrated: boolean;
}

const LATEST_MIGRATION = MIGRATIONS.at(-1)!.name;

/**
 * Asks the database for a sign of life, on a connection of its own: under load the requests' pool is busy, and a probe
 * that waits there would take a working process out of service.
 */
@Injectable()
export class DatabasePing implements OnApplicationShutdown {
  private readonly pool: pg.Pool;
  private underWay: Promise<DatabaseAnswer> | null = null;

  constructor(url: DatabaseUrl, log: Log) {
    this.pool = new pg.Pool({
      connectionString: url.value,
      application_name: 'trestle-health',
      max: 1,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      idleTimeoutMillis: 60_000,
    });
    this.pool.on('error', (error) => log.warn('health connection lost', { reason: error.message }));
  }

  /** Callers that ask at the same time share one question. Rejects when there is no answer in time. */
  ask(): Promise<DatabaseAnswer> {
    this.underWay ??= this.query().finally(() => (this.underWay = null));
    return this.underWay;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end().catch(() => undefined);
  }

  private async query(): Promise<DatabaseAnswer> {
    const began = performance.now();
    const { rows } = await this.pool.query<{ isMigrated: boolean }>(
      'select exists (select from schema_migrations where name = $1) as "isMigrated"',
      [LATEST_MIGRATION],
    );
    return { latencyMs: performance.now() - began, isMigrated: rows[0]?.isMigrated === true };
  }
}
