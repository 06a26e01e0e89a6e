import pg from 'pg';
import { runMigrations } from 'graphile-worker';
import { FIRST_CONNECTION_TIMEOUT_MS } from '../startup/connect-retry';
import { KEEP_ALIVE } from '../data-source';

/**
 * Every enqueue consumes a number of this sequence, which is exhausted at 2^31: after some eight months of 100 jobs a
 * second. The numbers count no rows, so the sequence can restart after the few that exist. Far from the limit it is
 * left alone, because a worker may be inserting a row.
 */
const REWIND_TASK_NUMBERS = `
  select setval(sequence, (select max(id) from graphile_worker._private_tasks))
  from pg_get_serial_sequence('graphile_worker._private_tasks', 'id') as sequence
  where pg_sequence_last_value(sequence::regclass) > 1000000000`;

/** Brings the job queue's own schema up to date. The caller has the migration lock: the queue takes none. */
export async function migrateQueue(url: string): Promise<void> {
  // A separate pool, because the queue's migrations may exceed our statement timeout.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'trestle-migrate',
    connectionTimeoutMillis: FIRST_CONNECTION_TIMEOUT_MS,
    ...KEEP_ALIVE,
  });
  const ignore = () => undefined;
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  try {
    await runMigrations({ pgPool: pool, schema: 'graphile_worker' });
    await pool.query(REWIND_TASK_NUMBERS);
  } finally {
    await pool.end();
  }
}
