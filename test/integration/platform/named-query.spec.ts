import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runNamed } from '../../../src/platform/database/named-query';
import { statement } from '../../../src/platform/database/statement';

describe('named queries', () => {
  const pool = new pg.Pool({ connectionString: inject('databaseServer'), max: 3 });
  afterAll(() => pool.end());

  const pair = statement('test.pair', 'select $1::int as number, $2::text as text, now() as time');
  const numbers = statement('test.numbers', 'select generate_series(1, $1::int) as number');

  const unsent = statement('test.unsent', 'select $1::jsonb as value');
  const milliseconds = statement(
    'test.milliseconds',
    'select (extract(epoch from $1::timestamptz) * 1000)::float8 as ms',
  );

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

  it('continue after a parameter that cannot be sent, on the same connection', async () => {
    const client = await pool.connect();
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    try {
      // Before and after the server has parsed the statement.
      for (const number of [1, 2]) {
        await expect(runNamed(client, unsent, [circular])).rejects.toThrow('circular');
        await expect(runNamed(client, unsent, [new Date(Number.NaN)])).rejects.toThrow('Invalid time value');
        expect((await runNamed(client, unsent, [{ number }])).rows).toEqual([{ value: { number } }]);
      }
    } finally {
      client.release();
    }
  });

  it.each([
    new Date('2026-11-21T09:11:25.120Z'),
    new Date('0001-01-01T00:00:00.000Z'),
    new Date('0000-06-01T00:00:00.000Z'),
    new Date('-000043-03-15T12:00:00.000Z'),
    new Date('+012026-01-01T00:00:00.000Z'),
  ])('send the time %o', async (time) => {
    const { rows } = await runNamed<{ ms: number }>(pool, milliseconds, [time]);
    expect(rows).toEqual([{ ms: time.getTime() }]);
  });

  it('a parser that fails rejects the query, on a connection that can be used again', async () => {
    const failing = new pg.Client({
      connectionString: inject('databaseServer'),
      types: {
        getTypeParser: () => (text: string) => {
          if (text === 'broken') throw new Error('not this text');
          return text;
        },
      } as never,
    });
    await failing.connect();
    try {
      const echo = statement('test.echo', 'select $1::text as text');
      await expect(runNamed(failing, echo, ['broken'])).rejects.toThrow('not this text');
      expect((await runNamed(failing, echo, ['whole'])).rows).toEqual([{ text: 'whole' }]);
    } finally {
      await failing.end();
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

  describe('with preceding and following statements', () => {
    const set = statement('test.set', `select set_config('test.value', $1, false), 'a row' as ignored`);
    const get = statement('test.get', `select current_setting('test.value') as value`);
    const given = (value: unknown) => ({ statement: set, values: [value] });

    it('execute them in order and return their own result, on first and later use', async () => {
      const client = await pool.connect();
      try {
        for (const _ of [1, 2]) {
          const preceding = [given('first'), given('second')];
          const { rows, tag } = await runNamed(client, get, [], preceding);
          expect({ rows, tag, preceding }).toEqual({
            rows: [{ value: 'second' }],
            tag: 'SELECT 1',
            preceding: [],
          });
        }
      } finally {
        client.release();
      }
    });

    it('fail with the error of one of them, and are not executed', async () => {
      const client = await pool.connect();
      try {
        await runNamed(client, set, ['before']);
        const failing = { statement: statement('test.division', 'select 1 / $1::int'), values: [0] };
        const sent = runNamed(client, set, ['after'], [failing]);
        await expect(sent).rejects.toMatchObject({ code: '22012' });
        expect((await runNamed(client, get, [])).rows).toEqual([{ value: 'before' }]);
      } finally {
        client.release();
      }
    });

    it('keep them when a parameter cannot be sent', async () => {
      const client = await pool.connect();
      const preceding = [given('kept')];
      try {
        const time = new Date(Number.NaN);
        await expect(runNamed(client, unsent, [time], preceding)).rejects.toThrow('Invalid time value');
        expect(preceding).toHaveLength(1);
        expect((await runNamed(client, get, [], preceding)).rows).toEqual([{ value: 'kept' }]);
      } finally {
        client.release();
      }
    });

    it('return their own result, and not that of what follows', async () => {
      const client = await pool.connect();
      try {
        for (const value of ['first', 'second']) {
          const sent = runNamed(client, get, [], [given(value)], [given('afterwards')]);
          expect(await sent).toMatchObject({ rows: [{ value }], rowCount: 1, tag: 'SELECT 1' });
          expect((await runNamed(client, get, [])).rows).toEqual([{ value: 'afterwards' }]);
        }
      } finally {
        client.release();
      }
    });

    it('are parsed again after the server could not parse them', async () => {
      const client = await pool.connect();
      const late = statement('test.late', 'select number from created_late');
      const early = { statement: statement('test.early', 'select 1'), values: [] };
      try {
        await expect(runNamed(client, late, [], [early])).rejects.toMatchObject({ code: '42P01' });
        await client.query('create temporary table created_late as select 7 as number');
        expect((await runNamed(client, late, [], [early])).rows).toEqual([{ number: 7 }]);
      } finally {
        await client.query('drop table if exists created_late');
        client.release();
      }
    });
  });

  it('fail, and do not hang, without a server', async () => {
    const nowhere = new pg.Pool({ connectionString: 'postgres://unknown@127.0.0.1:1/none' });
    await expect(runNamed(nowhere, pair, [1, 'a'])).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await nowhere.end();
  });
});
