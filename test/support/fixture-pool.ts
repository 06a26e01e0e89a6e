import pg from 'pg';
import { createDataSource } from '../../src/platform/database/data-source';

/**
 * Connections for building fixtures and for looking at facts: planned like those of the service, so that `explain` shows
 * its plans, but without its time limits, which a bulk fixture exceeds on a busy machine.
 */
export function fixturePool(url: string): pg.Pool {
  const { extra } = createDataSource({ url, poolSize: 8, entities: [] }).options as unknown as {
    extra: pg.PoolConfig;
  };
  const pool = new pg.Pool({
    ...extra,
    connectionString: url,
    application_name: 'trestle-fixtures',
    options: `${extra.options} -c statement_timeout=0 -c idle_in_transaction_session_timeout=0`,
    connectionTimeoutMillis: 60_000,
    // PostgreSQL's hundred connections are for all workers of a run.
    idleTimeoutMillis: 2_000,
    onConnect: undefined,
  });
  // A server that a test takes away ends idle connections too.
  pool.on('error', () => undefined);
  return pool;
}
