import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { BoardComputationsRepository } from '../../../src/modules/columns/computed/board-computations.repository';
import { ComputedValuesRepository } from '../../../src/modules/columns/computed/computed-values.repository';
import { ComputationDaysRepository } from '../../../src/modules/columns/computed/calendar/computation-days.repository';
import { ScheduleService } from '../../../src/modules/scheduler/schedule.service';
import { JobRunner } from '../../../src/platform/jobs/job-runner';
import { startApp, type TestApp } from '../../support/app';
import { cloneDatabase } from '../../support/database';
import { deliverEvents, deliverEventsSoFar, eventually } from '../../support/events';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem, valueOf } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring } from '../../support/refusals';

/** Copies an item many times, straight into the tables: as many as a board in use has. */
async function fill({ organization, id }: TestBoard, count: number): Promise<void> {
  await organization.app.sql.query(
    `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at,
       updated_at)
     select organization_id, 'itm_0' || lpad(n::text, 25, '0'), board_id, group_id, 'Copy', 'copy', values, rank + n,
       created_by, created_at, updated_at
     from items, generate_series(1, $2) n where board_id = $1`,
    [id, count],
  );
}

describe('computing a board', () => {
  let app: TestApp;
  let worker: TestApp | undefined;
  let board: TestBoard;
  beforeAll(async () => {
    // Without the worker role, so that what waits can be looked at.
    app = await startApp({ ROLES: 'api' });
    const organization = await anOrganization({ app });
    board = await aBoard({ organization, columns: [{ name: 'N', type: 'number' }] });
  });
  afterAll(async () => {
    await worker?.close();
    await app.close();
  });

  it('reports its progress, resumes after an interruption, and completes', async () => {
    const { client } = board.organization.owner;
    await anItem(board, { values: { [board.column('N')]: 4 } });
    await fill(board, 450);
    const { data: column } = await client.mutate('columns.create', {
      boardId: board.id,
      name: 'Twice',
      type: 'formula',
      config: { expression: '{N} * 2' },
    });
    const shown = async () => {
      const { data } = await client.query('columns.list', { boardId: board.id });
      return data.columns.at(-1);
    };
    expect(column).not.toHaveProperty('computing');
    expect((await shown()).computing).toEqual({ done: 0, total: null });

    // The first batch is interrupted; another attempt takes it up again.
    const advance = vi.spyOn(BoardComputationsRepository.prototype, 'advance');
    advance.mockRejectedValueOnce(new Error('interrupted'));
    worker = await startApp({ ROLES: 'worker', DATABASE_URL: app.databaseUrl });
    await vi.waitFor(async () => expect(await shown()).not.toHaveProperty('computing'));
    // The interrupted batch is repeated, and so is one that a busy database interrupts.
    const batches = advance.mock.calls.map(([, , , items]) => items);
    expect(batches.length).toBeGreaterThanOrEqual(4);
    expect([...new Set(batches)]).toEqual([200, 51]);
    const { rows } = await app.sql.query(
      `select count(*)::int as items, count(distinct item_key)::int as indexed
       from items left join item_values on item_key = items.key and column_key = (select key from columns where id = $2)
       where board_id = $1 and items.values -> $2 = '8'`,
      [board.id, column.id],
    );
    expect(rows).toEqual([{ items: 451, indexed: 451 }]);
    advance.mockRestore();
  });

  it('uses smaller batches where items are large, and processes all items', async () => {
    const organization = await anOrganization({ app });
    const { client } = organization.owner;
    const large = await aBoard({
      organization,
      columns: [
        { name: 'N', type: 'number' },
        { name: 'Long', type: 'long_text' },
      ],
    });
    const values = { [large.column('N')]: 4, [large.column('Long')]: 'x'.repeat(99_000) };
    await anItem(large, { values });
    await fill(large, 130);
    const advance = vi.spyOn(worker!.nest.get(BoardComputationsRepository, { strict: false }), 'advance');
    advance.mockClear();
    const formula = await made(client, 'columns.create', {
      boardId: large.id,
      name: 'Twice',
      type: 'formula',
      config: { expression: '{N} * 2' },
    });
    await vi.waitFor(async () => {
      const { data } = await client.query('columns.list', { boardId: large.id });
      expect(data.columns.at(-1)).not.toHaveProperty('computing');
    });
    const batches = advance.mock.calls.filter(([, id]) => id === large.id).map(([, , , items]) => items);
    // Eight megabytes, and the item with which they are full.
    expect(batches).toEqual([85, 46]);
    const { rows } = await app.sql.query(
      `select count(*)::int as computed from items where board_id = $1 and items.values -> $2 = '8'`,
      [large.id, formula.id],
    );
    expect(rows).toEqual([{ computed: 131 }]);
  });

  it('continues after a batch whose items are deleted while it waits for them', async () => {
    const organization = await anOrganization({ app });
    const { client } = organization.owner;
    const large = await aBoard({
      organization,
      columns: [
        { name: 'N', type: 'number' },
        { name: 'Long', type: 'long_text' },
      ],
    });
    const values = { [large.column('N')]: 4, [large.column('Long')]: 'x'.repeat(99_000) };
    await anItem(large, { values });
    await fill(large, 130);
    const purge = await app.sql.connect();
    try {
      await purge.query('begin');
      const batch = 'select id from items where board_id = $1 order by id limit 85';
      await purge.query(`delete from items where id in (${batch})`, [large.id]);
      const formula = await made(client, 'columns.create', {
        boardId: large.id,
        name: 'Twice',
        type: 'formula',
        config: { expression: '{N} * 2' },
      });
      const isWaiting = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%from sized%' and pid <> pg_backend_pid()`;
      const waiting = async () => (await app.sql.query(isWaiting)).rowCount;
      await expect.poll(waiting, { interval: 20 }).toBe(1);
      await purge.query('commit');
      await vi.waitFor(async () => {
        const { data } = await client.query('columns.list', { boardId: large.id });
        expect(data.columns.at(-1)).not.toHaveProperty('computing');
      });
      const { rows } = await app.sql.query(
        `select items.values -> $2 = '8' as "isComputed", count(*)::int as count from items where board_id = $1 group by 1`,
        [large.id, formula.id],
      );
      expect(rows).toEqual([{ isComputed: true, count: 46 }]);
    } finally {
      await purge.query('rollback');
      purge.release();
    }
  });

  it('loses no values that are written meanwhile', async () => {
    const { client } = board.organization.owner;
    const number = board.column('N');
    const { data } = await client.query('items.list', { boardId: board.id, limit: 40 });
    const ids: string[] = data.items.map(({ id }: { id: string }) => id);
    const square = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Square',
      type: 'formula',
      config: { expression: '{N} * {N}' },
    });
    await Promise.all(
      ids.map((itemId, at) => made(client, 'items.setValue', { itemId, columnId: number, value: at })),
    );
    await vi.waitFor(async () => {
      const list = await client.query('columns.list', { boardId: board.id });
      expect(list.data.columns.at(-1)).not.toHaveProperty('computing');
    });
    for (const [at, id] of ids.entries()) {
      const item = await client.query('items.get', { id });
      expect(item.data.values).toMatchObject({ [number]: at, [square.id]: at * at });
    }
  });

  it('writes no event for each item, because the column was changed', async () => {
    const { client } = board.organization.owner;
    const { data } = await client.query('columns.list', { boardId: board.id });
    const { id } = data.columns.at(-1);
    const events = await eventsDuring(board.organization, async () => {
      await made(client, 'columns.update', { id, config: { expression: '{N} * 3' } });
      await vi.waitFor(async () => {
        const list = await client.query('columns.list', { boardId: board.id });
        expect(list.data.columns.at(-1)).not.toHaveProperty('computing');
      });
    });
    expect(events.map(({ type }) => type)).toEqual(['column.updated']);
  });
});

describe('values computed from the day', () => {
  let app: TestApp;
  afterAll(async () => {
    useClock();
    await app.close();
  });

  it('change when the organization’s day changes, and when its time zone does', async () => {
    app = await startApp({ ROLES: 'api', DATABASE_URL: await cloneDatabase() });
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization, columns: [{ name: 'When', type: 'date' }] });
    const { client } = organization.owner;
    const formula = async (name: string, expression: string): Promise<string> => {
      const given = { boardId: board.id, name, type: 'formula', config: { expression } };
      return (await made(client, 'columns.create', given)).id;
    };
    const left = await formula('Left', 'DAYS({When}, TODAY())');
    const looking = await aBoard({ organization, columns: [{ name: 'Links', type: 'link' }] });
    const lookup = await made(client, 'columns.create', {
      boardId: looking.id,
      name: 'Days left',
      type: 'lookup',
      config: { linkColumnId: looking.column('Links'), targetColumnId: left, aggregate: 'min' },
    });
    const hour = await formula('Hour', 'HOUR({When})');
    const when = '2026-12-24T12:00:00Z';
    const sweep = app.nest.get(ScheduleService, { strict: false }).find('columns.refresh-calendar')!;
    const refresh = async (at: string) => {
      useClock({ now: () => new Date(at) });
      await sweep.work.run(new AbortController().signal);
      const worker = await startApp({ ROLES: 'worker', DATABASE_URL: app.databaseUrl });
      await vi.waitFor(async () => {
        const { rowCount } = await app.sql.query('select from graphile_worker.jobs');
        expect(rowCount).toBe(0);
      });
      await worker.nest.get(JobRunner).stop();
      await worker.close();
    };
    useClock({ now: () => new Date('2026-12-01T10:00:00Z') });
    const id = await anItem(board, { values: { [board.column('When')]: when } });
    const from = await anItem(looking, { values: { [looking.column('Links')]: [id] } });
    const values = async () => [
      await valueOf(board, id, left),
      await valueOf(board, id, hour),
      await valueOf(looking, from, lookup.id),
    ];
    expect(await values()).toEqual([23, 12, 23]);
    await refresh('2026-12-01T11:00:00Z');
    expect(await values()).toEqual([23, 12, 23]);
    await refresh('2026-12-03T01:00:00Z');
    expect(await values()).toEqual([21, 12, 21]);
    await made(client, 'organizations.update', { timezone: 'America/New_York' });
    await refresh('2026-12-03T01:15:00Z');
    expect(await values()).toEqual([22, 7, 22]);
    useClock();
  });

  it('are computed in full by the first sweep: the calendar may have changed before it', async () => {
    const organization = await anOrganization({ app });
    const { client } = organization.owner;
    const column = { name: 'At', type: 'date', config: { includeTime: true } };
    const board = await aBoard({ organization, columns: [column] });
    const config = { expression: 'HOUR({At})' };
    await made(client, 'columns.create', { boardId: board.id, name: 'Hour', type: 'formula', config });
    await app.sql.query('delete from board_computations where board_id = $1', [board.id]);
    await app.nest
      .get(ScheduleService, { strict: false })
      .find('columns.refresh-calendar')!
      .work.run(new AbortController().signal);
    const { rowCount } = await app.sql.query('select from board_computations where board_id = $1', [
      board.id,
    ]);
    expect(rowCount).toBe(1);
  });

  it('change for all organizations although one of them fails, and for that one at the next run', async () => {
    const boards: TestBoard[] = [];
    for (let at = 0; at < 2; at += 1) {
      const organization = await anOrganization({ app });
      const board = await aBoard({ organization, columns: [{ name: 'When', type: 'date' }] });
      const config = { expression: 'TODAY()' };
      await made(organization.owner.client, 'columns.create', {
        boardId: board.id,
        name: 'Today',
        type: 'formula',
        config,
      });
      boards.push(board);
    }
    const sweep = app.nest.get(ScheduleService, { strict: false }).find('columns.refresh-calendar')!;
    const days = app.nest.get(ComputationDaysRepository, { strict: false });
    const ids = boards.map(({ organization }) => organization.id as string);
    const noted = async (day: string) => {
      const { rows } = await app.sql.query(
        'select organization_id as id from computation_days where organization_id = any ($1) and day = $2',
        [ids, day],
      );
      return rows.map(({ id }) => id as string);
    };
    const take = days.take.bind(days);
    const failing = vi.spyOn(days, 'take').mockImplementation((context, day, calendar) => {
      if (context.organizationId === ids[0]) throw new Error('of one alone');
      return take(context, day, calendar);
    });
    useClock({ now: () => new Date('2026-12-05T12:00:00Z') });
    await sweep.work.run(new AbortController().signal);
    expect(await noted('2026-12-05')).toEqual([ids[1]]);
    failing.mockRestore();
    await sweep.work.run(new AbortController().signal);
    expect((await noted('2026-12-05')).toSorted()).toEqual(ids.toSorted());
    useClock();
  });

  it('include lookups of days, also through other lookups', async () => {
    const organization = await anOrganization({ app });
    const target = await aBoard({
      organization,
      columns: [
        { name: 'Due', type: 'date' },
        { name: 'At', type: 'date', config: { includeTime: true } },
      ],
    });
    const board = await aBoard({ organization, columns: [{ name: 'Links', type: 'link' }] });
    const { client } = organization.owner;
    const lookup = async (name: string, of: TestBoard, link: string, column: string): Promise<string> => {
      const config = { linkColumnId: link, targetColumnId: column, aggregate: 'max' };
      return (await made(client, 'columns.create', { boardId: of.id, name, type: 'lookup', config })).id;
    };
    const far = await aBoard({ organization, columns: [{ name: 'Links', type: 'link' }] });
    const due = await lookup('Due', board, board.column('Links'), target.column('Due'));
    const at = await lookup('At', board, board.column('Links'), target.column('At'));
    const farDue = await lookup('Due', far, far.column('Links'), due);
    const days = async () => {
      const { rows } = await app.sql.query(
        `select config -> 'days' as days from columns where id = any ($1) order by array_position($1, id)`,
        [[due, at, farDue]],
      );
      return rows.map((row) => row.days);
    };
    expect(await days()).toEqual([true, null, true]);
  });
});

describe('lookups', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ DATABASE_URL: await cloneDatabase() });
  });
  afterAll(() => app.close());

  it('are recalculated for the items that link to a changed item, and for no others', async () => {
    const organization = await anOrganization({ app });
    const target = await aBoard({ organization, columns: [{ name: 'Price', type: 'number' }] });
    const board = await aBoard({ organization, columns: [{ name: 'Links', type: 'link' }] });
    const { client } = organization.owner;
    const price = target.column('Price');
    const [seen, other] = [
      await anItem(target, { values: { [price]: 1 } }),
      await anItem(target, { values: { [price]: 1 } }),
    ];
    const lookup = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Sum',
      type: 'lookup',
      config: { linkColumnId: board.column('Links'), targetColumnId: price, aggregate: 'sum' },
    });
    for (let at = 0; at < 100; at += 1) {
      await anItem(board, { values: { [board.column('Links')]: [at < 60 ? seen : other] } });
    }
    const sums = async () => {
      const { rows } = await app.sql.query<{ sum: number; count: number }>(
        `select (values -> $2)::int as sum, count(*)::int as count from items where board_id = $1 group by 1 order by 1`,
        [board.id, lookup.id],
      );
      return rows;
    };
    await vi.waitFor(async () => expect(await sums()).toEqual([{ sum: 1, count: 100 }]));
    await deliverEvents(app);
    const events = await eventsDuring(organization, async () => {
      await made(client, 'items.setValue', { itemId: seen, columnId: price, value: 5 });
      await deliverEventsSoFar(app);
      await vi.waitFor(async () =>
        expect(await sums()).toEqual([
          { sum: 1, count: 40 },
          { sum: 5, count: 60 },
        ]),
      );
    });
    const follow = events.filter(({ data }) => data.columnId === lookup.id);
    expect(follow).toHaveLength(60);
    expect(follow[0]).toMatchObject({ actorId: null, data: { value: 5, previousValue: 1 } });
  });

  it('are recalculated for all items that link to a changed item, in smaller batches where they are large', async () => {
    const organization = await anOrganization({ app });
    const target = await aBoard({ organization, columns: [{ name: 'Price', type: 'number' }] });
    const board = await aBoard({
      organization,
      columns: [
        { name: 'Links', type: 'link' },
        { name: 'Long', type: 'long_text' },
      ],
    });
    const { client } = organization.owner;
    const price = target.column('Price');
    const seen = await anItem(target, { values: { [price]: 1 } });
    const lookup = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Sum',
      type: 'lookup',
      config: { linkColumnId: board.column('Links'), targetColumnId: price, aggregate: 'sum' },
    });
    const values = { [board.column('Links')]: [seen], [board.column('Long')]: 'x'.repeat(99_000) };
    for (let call = 0; call < 2; call += 1) {
      const items = Array.from({ length: 45 }, (_, at) => ({ name: `${call}.${at}`, values }));
      await made(client, 'items.bulkCreate', { boardId: board.id, groupId: board.groupIds[0], items });
    }
    const lock = vi.spyOn(app.nest.get(ComputedValuesRepository, { strict: false }), 'lock');
    await made(client, 'items.setValue', { itemId: seen, columnId: price, value: 5 });
    await eventually(app, async () => {
      const { rows } = await app.sql.query(
        `select count(*)::int as count from items where board_id = $1 and items.values -> $2 = '5'`,
        [board.id, lookup.id],
      );
      expect(rows).toEqual([{ count: 90 }]);
    });
    const held = await Promise.all(
      lock.mock.calls.flatMap(([, id], at) => (id === board.id ? [lock.mock.results[at]!.value] : [])),
    );
    lock.mockRestore();
    expect(held.map(({ length }) => length)).toEqual([85, 5]);
  });

  it('agree with links and values that change at the same time', async () => {
    const organization = await anOrganization({ app });
    const target = await aBoard({ organization, columns: [{ name: 'Price', type: 'number' }] });
    const board = await aBoard({ organization, columns: [{ name: 'Links', type: 'link' }] });
    const { client } = organization.owner;
    const price = target.column('Price');
    const items = await Promise.all([1, 2, 3].map((value) => anItem(target, { values: { [price]: value } })));
    const lookup = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Sum',
      type: 'lookup',
      config: { linkColumnId: board.column('Links'), targetColumnId: price, aggregate: 'sum' },
    });
    const looking = await Promise.all([0, 1, 2, 3].map(() => anItem(board)));
    const set = (itemId: string, columnId: string, value: unknown) =>
      made(client, 'items.setValue', { itemId, columnId, value });
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? set(items[at % 3]!, price, at)
          : set(looking[at % 4]!, board.column('Links'), items.slice(at % 3)),
      ),
    );
    const now = Object.fromEntries(
      await Promise.all(items.map(async (id) => [id, Number(await valueOf(target, id, price))] as const)),
    );
    await eventually(app, async () => {
      for (const id of looking) {
        const links = ((await valueOf(board, id, board.column('Links'))) ?? []) as string[];
        const sum = links.reduce((total, ref) => total + now[ref]!, 0);
        expect(await valueOf(board, id, lookup.id)).toBe(sum);
      }
    });
  });
});

describe('a formula of two columns', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('agrees with both when two users change them at the same time', async () => {
    const organization = await anOrganization({ app });
    const board = await aBoard({
      organization,
      columns: [
        { name: 'A', type: 'number' },
        { name: 'B', type: 'number' },
      ],
    });
    const { client } = organization.owner;
    const sum = await made(client, 'columns.create', {
      boardId: board.id,
      name: 'Sum',
      type: 'formula',
      config: { expression: '{A} * 1000 + {B}' },
    });
    const id = await anItem(board, { values: { [board.column('A')]: 0, [board.column('B')]: 0 } });
    for (let round = 1; round <= 10; round += 1) {
      await Promise.all(
        ['A', 'B'].map((name) =>
          made(client, 'items.setValue', { itemId: id, columnId: board.column(name), value: round }),
        ),
      );
      expect(await valueOf(board, id, sum.id)).toBe(round * 1001);
    }
  });
});
