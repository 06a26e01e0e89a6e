import { DataSource } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { poolOf } from '../../../../src/platform/database/pool-of';
import { sharedApp } from '../../../support/app';

describe('a connection that breaks', () => {
  it('does not end the process while no one listens to it, and the pool drops it', async () => {
    const app = await sharedApp();
    const pool = poolOf(app.nest.get(DataSource));
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // events.once would listen to errors.
    const end = new Promise((resolve) => client.once('end', () => resolve(undefined)));
    await app.sql.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    await end;
    // An error without a listener would fail the run.
    await expect(client.query('select 1')).rejects.toThrow(/connection/i);
    client.release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
