import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DatabaseUrl } from '../database/change-listener';
import { CONNECTION_TIMEOUT_MS, KEEP_ALIVE } from '../database/data-source';
import { OpenConnections } from '../database/open-connections';
import { Log } from '../logging/log';
import { retryOnDeadlock } from './deadlock-retry';

/**
 * The queue's few connections are separate: one listens for as long as the worker lives, and jobs that wait for the
 * request pool must not prevent the queue from completing them.
 */
@Injectable()
export class QueueConnections {
  private pool: pg.Pool | null = null;

  constructor(
    private readonly url: DatabaseUrl,
    private readonly connections: OpenConnections,
    private readonly log: Log,
  ) {}

  open(): pg.Pool {
    const pool = new pg.Pool({
      connectionString: this.url.value,
      application_name: 'trestle-jobs',
      // One listens, one fetches, one completes.
      max: 3,
      options: '-c timezone=UTC -c statement_timeout=10s -c jit=off',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      ...KEEP_ALIVE,
      onConnect: this.connections.add,
    });
    // Without listeners, a lost connection would terminate the process; the queue reconnects by itself.
    const warn = (error: Error) => this.log.warn('job queue connection lost', { reason: error.message });
    pool.on('error', warn);
    pool.on('connect', (client) => {
      client.on('error', warn);
      retryOnDeadlock(client);
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
