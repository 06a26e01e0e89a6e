import pg from 'pg';
import { runMigrations } from 'graphile-worker';

/**
 * Every enqueue uses up a number of this sequence, which ends at 2^31: some eight months of 100 jobs a second. It
 * counts no rows, so it may start again behind the few there are; far from the end it is left alone, because a
 * worker may be adding one.
 */
const REWIND_TASK_NUMBERS = `
  select setval(sequence, (select max(id) from graphile_worker._private_tasks))
  from pg_get_serial_sequence('graphile_worker._private_tasks', 'id') as sequence
  where pg_sequence_last_value(sequence::regclass) > 1000000000`;

/** Brings the job queue's own schema up to date. The caller holds the migration lock: the queue has none. */
export async function migrateQueue(url: string): Promise<void> {
  // A pool of its own, because the queue's migrations take longer than our statements may.
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'trestle-migrate' });
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
