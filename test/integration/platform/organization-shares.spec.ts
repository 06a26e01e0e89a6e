import pg from 'pg';
import { DataSource } from 'typeorm';
import { describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/platform/database/database';
import { poolOf } from '../../../src/platform/database/pool-of';
import { statement } from '../../../src/platform/database/statement';
import { aBoard } from '../../support/factories/board.factory';
import { anOrganization } from '../../support/factories/organization.factory';

const SLOW_CALLS = 50;
/** Connections that one organization can use. */
const SHARE = 6;

const ONE = statement('test.one', 'select 1 as one');

describe('connections of the pool', () => {
  it('are never all used by one organization, whose further calls wait (decision 0051)', async () => {
    const board = await aBoard({ groups: ['One'] });
    const { app, owner } = board.organization;
    const other = await anOrganization({ app });
    const holder = new pg.Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      // Every writer of the board waits for this lock.
      await holder.query('select pg_advisory_lock(hashtextextended($1, 11))', [board.id]);
      const calls = Array.from({ length: SLOW_CALLS }, (_, at) =>
        owner.client.mutate('items.create', {
          boardId: board.id,
          groupId: board.groupIds[0],
          name: `Item ${at}`,
        }),
      );
      const { rows } = await holder.query('select oid from pg_database where datname = current_database()');
      await vi.waitFor(async () => {
        const waiting = await holder.query(
          `select count(*)::int as count from pg_locks
             where locktype = 'advisory' and not granted and database = $1`,
          [rows[0].oid],
        );
        expect(waiting.rows[0].count).toBe(6);
      });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => other.owner.client.query('workspaces.list')),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      await holder.query('select pg_advisory_unlock_all()');
      const created = await Promise.all(calls);
      // After waiting for five seconds, a call returns 503.
      for (const { status } of created) expect([200, 503]).toContain(status);
    } finally {
      await holder.end();
    }
  });

  it('execute a waiting statement while the process uses the result of the previous one (decision 0158)', async () => {
    const { app, id: organizationId } = await anOrganization();
    const database = app.nest.get(Database);
    const context = { organizationId, transaction: null };
    const read = () => database.query(context, ONE, []);
    // Connections that are opened take longer than the statements.
    await Promise.all(Array.from({ length: SHARE }, read));
    const pool = poolOf(app.nest.get(DataSource));
    let acquired = 0;
    const count = () => void (acquired += 1);
    pool.on('acquire', count);
    try {
      const acquiredBefore: number[] = [];
      await Promise.all(
        Array.from({ length: SHARE + 1 }, () => read().then(() => acquiredBefore.push(acquired))),
      );
      expect(acquiredBefore[0]).toBeGreaterThan(SHARE);
    } finally {
      pool.off('acquire', count);
    }
  });
});
