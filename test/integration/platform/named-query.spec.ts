import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runNamed } from '../../../src/platform/database/named-query';
import { statement } from '../../../src/platform/database/statement';

describe('named queries', () => {
  const pool = new pg.Pool({ connectionString: inject('databaseServer'), max: 3 });
  afterAll(() => pool.end());

  const pair = statement('test.pair', 'select $1::int as number, $2::text as text, now() as time');
  const numbers = statement('test.numbers', 'select generate_series(1, $1::int) as number');

  it('return the same on every connection, first and later', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 30 }, (_, at) => runNamed(pool, pair, [at, at % 2 === 0 ? null : `text ${at}`])),
    );
    for (const [at, { rows }] of rounds.entries()) {
      expect(rows).toEqual([
        { number: at, text: at % 2 === 0 ? null : `text ${at}`, time: expect.any(Date) },
      ]);
    }
  });

  it('return any number of rows, including none', async () => {
    for (const count of [2, 0, 3, 0]) {
      expect((await runNamed(pool, numbers, [count])).rows).toHaveLength(count);
    }
  });

  it('continue after an error, on the same connection', async () => {
    const client = await pool.connect();
    try {
      await runNamed(client, pair, [1, 'a']);
      await expect(runNamed(client, pair, ['no number', 'a'])).rejects.toMatchObject({ code: '22P02' });
      expect((await runNamed(client, pair, [2, 'b'])).rows).toMatchObject([{ number: 2, text: 'b' }]);
    } finally {
      client.release();
    }
  });

  it('a statement without columns returns no rows', async () => {
    const nothing = statement('test.nothing', 'set local statement_timeout = 1000');
    for (const _ of [1, 2]) expect((await runNamed(pool, nothing, [])).rows).toEqual([]);
  });

  it('report how many rows a write wrote', async () => {
    const client = await pool.connect();
    try {
      await client.query('create temporary table counted as select generate_series(1, 3) as number');
      const write = statement('test.counted', 'update counted set number = number where number <= $1');
      for (const count of [2, 0, 2]) {
        expect(await runNamed(client, write, [count])).toMatchObject({ rowCount: count, rows: [] });
      }
    } finally {
      client.release();
    }
  });

  it('fail, and do not hang, without a server', async () => {
    const nowhere = new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' });
    await expect(runNamed(nowhere, pair, [1, 'a'])).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await nowhere.end();
  });
});
