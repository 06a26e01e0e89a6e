import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DatabaseUrl } from '../database/change-listener';
import { Log } from '../logging/log';
import { beForgiving } from './patient-connection';

/**
 * The queue's own few connections: one listens for as long as the worker lives, and jobs that wait for the pool of
 * the requests must not keep the queue from completing them.
 */
@Injectable()
export class QueueConnections {
  private pool: pg.Pool | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly log: Log,
  ) {}

  open(): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.url.value,
      application_name: 'trestle-jobs',
      // One listens, one fetches, one completes.
      max: 3,
      options: '-c timezone=UTC -c statement_timeout=10s -c jit=off',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    // Without listeners a lost connection would end the process; the queue connects again by itself.
    const warn = (error: Error) => this.log.warn('job queue connection lost', { reason: error.message });
    pool.on('error', warn);
    pool.on('connect', (client) => {
      client.on('error', warn);
      beForgiving(client);
    });
    this.pool = pool;
    return pool;
  }

  async close(): Promise<void> {
    const { pool } = this;
    this.pool = null;
    await pool?.end().catch(() => undefined);
  }
}
