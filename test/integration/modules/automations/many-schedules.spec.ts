import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { ExecutionsRepository } from '../../../../src/modules/automations/executions/executions.repository';
import {
  BY_TIME,
  BY_VALUE,
  TIME_WINDOW,
} from '../../../../src/modules/automations/schedules/dated-items.read-model';
import {
  CLAIM,
  CLAIMED_ROWS,
} from '../../../../src/modules/automations/schedules/schedule-claims.repository';
import { startApp, type TestApp } from '../../../support/app';
import { anAutomation } from '../../../support/factories/automation.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import { executedGenericPlan, executedPlan, rowsRead } from '../../../support/query-plan';
import { causesOf, nextDueOf, setClock, tickAt } from '../../../support/schedules';
import { columnKey } from '../../../support/record-keys';

const ITEMS = 2_000;
const DAY = '2026-03-03';
const DUE = `${DAY}T09:00:00.000Z`;
const DAY_MS = 86_400_000;

describe('many schedules', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  afterEach(() => useClock());

  /** A board with an automation whose dates arrive on DAY. */
  const aDatedBoard = async (): Promise<{ board: TestBoard; id: string }> => {
    setClock('2026-03-02T12:00:00.000Z');
    const columns = [{ name: 'Due', type: 'date' }];
    const board = await aBoard({
      organization: await anOrganization({ app }),
      groups: ['One', 'Two'],
      columns,
    });
    const trigger = { type: 'date.arrived', config: { columnId: board.column('Due') } };
    return { board, id: await anAutomation(board, { trigger }) };
  };
  /** Items in two groups, with dates from DAY on, as many days as given. */
  const addItems = async (board: TestBoard, count: number, days: number): Promise<void> => {
    const { id, owner } = board.organization;
    await app.sql.query(
      `insert into items (organization_id, id, board_id, group_id, name, name_key, values, rank, created_by, created_at, updated_at)
       select $1, 'itm_' || lpad(at::text, 26, '0'), $2, case when at % 2 = 0 then $3 else $4 end, 'Item', 'item',
         '{}', nextval('item_ranks'), $5, now(), now()
       from generate_series(1, $6::int) at`,
      [id, board.id, board.groupIds[0], board.groupIds[1], owner.userId, count],
    );
    await app.sql.query(
      `insert into item_values (column_key, item_key, ordinal, lane, rank, number_key)
       select ${columnKey('$3')}, key, 0, lane, rank, $4::float8 + (right(id, 10)::int % $5) * ${DAY_MS}::float8
       from items where organization_id = $1 and board_id = $2`,
      [id, board.id, board.column('Due'), Date.parse(DAY), days],
    );
  };

  it('2,000 items on one date fire once each, with three workers at the same time', async () => {
    const { board, id } = await aDatedBoard();
    await addItems(board, ITEMS, 1);
    await Promise.all(Array.from({ length: 3 }, () => tickAt(app, DUE)));
    const causes = await causesOf(app, id);
    expect([causes.length, new Set(causes).size]).toEqual([ITEMS, ITEMS]);
    expect(await nextDueOf(app, id)).toBe('2026-03-04T09:00:00.000Z');
  });

  it.each([
    ['created_date', 'created_at'],
    ['last_updated', 'updated_at'],
  ])('the items of a day of %s fire once each, however far they are apart', async (type, field) => {
    setClock('2026-03-02T12:00:00.000Z');
    const organization = await anOrganization({ app });
    const board = await aBoard({ organization, groups: ['One', 'Two'], columns: [{ name: 'Due', type }] });
    const trigger = { type: 'date.arrived', config: { columnId: board.column('Due') } };
    const id = await anAutomation(board, { trigger });
    await addItems(board, 3 * TIME_WINDOW, 1);
    const due = [1, TIME_WINDOW, TIME_WINDOW + 1, 3 * TIME_WINDOW - 1, 3 * TIME_WINDOW];
    const dense = Array.from({ length: 700 }, (_, at) => TIME_WINDOW + 500 + at);
    const itemIds = [...due, ...dense].map((at) => `itm_${String(at).padStart(26, '0')}`);
    await app.sql.query(`update items set ${field} = $3 where organization_id = $1 and id = any ($2)`, [
      organization.id,
      itemIds,
      `${DAY}T08:00:00Z`,
    ]);
    await tickAt(app, DUE);
    const fired = (await causesOf(app, id)).map((cause) => cause.slice(`due ${DAY} `.length));
    expect(fired).toEqual(itemIds.toSorted());
    expect(await nextDueOf(app, id)).toBe('2026-03-04T09:00:00.000Z');
  });

  it('what a worker has left in the middle of a day is fired by the next one', async () => {
    const { board, id } = await aDatedBoard();
    await addItems(board, ITEMS, 1);
    const other = await anAutomation(board, {
      trigger: { type: 'recurring', config: { cron: '0 9 * * *' } },
    });
    const repository = app.nest.get(ExecutionsRepository, { strict: false });
    const add = repository.add.bind(repository);
    let calls = 0;
    const adding = vi.spyOn(repository, 'add').mockImplementation(async (...given) => {
      const added = await add(...given);
      calls += 1;
      if (calls === 3) throw new Error('The worker has ended');
      return added;
    });
    await expect(tickAt(app, DUE)).rejects.toThrow('The worker has ended');
    adding.mockRestore();
    // The third page was rolled back; the schedule that was due at the same time has not waited for the pages.
    expect(await causesOf(app, id)).toHaveLength(1_000);
    expect(await causesOf(app, other)).toEqual([`due ${DUE}`]);
    await tickAt(app, DUE);
    const causes = await causesOf(app, id);
    expect([causes.length, new Set(causes).size]).toEqual([ITEMS, ITEMS]);
  });

  it('a schedule that another process has claimed is left out until that process has ended', async () => {
    setClock('2026-03-02T12:00:30.000Z');
    const board = await aBoard({ organization: await anOrganization({ app }) });
    const recurring = { type: 'recurring', config: { cron: '* * * * *' } };
    const [claimed, free] = [
      await anAutomation(board, { trigger: recurring }),
      await anAutomation(board, { trigger: recurring }),
    ];
    const process = await app.sql.connect();
    try {
      await process.query('begin');
      await process.query('select from automation_schedules where automation_id = $1 for update', [claimed]);
      await tickAt(app, '2026-03-02T12:01:00.000Z');
      expect(await causesOf(app, claimed)).toEqual([]);
      expect(await causesOf(app, free)).toEqual(['due 2026-03-02T12:01:00.000Z']);
    } finally {
      process.release(true);
    }
    await vi.waitFor(async () => {
      await tickAt(app, '2026-03-02T12:01:05.000Z');
      expect(await causesOf(app, claimed)).toEqual(['due 2026-03-02T12:01:00.000Z']);
    });
  });

  it('an automation that is deleted while it is due does not fire', async () => {
    setClock('2026-03-02T12:00:30.000Z');
    const board = await aBoard({ organization: await anOrganization({ app }) });
    const trigger = { type: 'recurring', config: { cron: '* * * * *' } };
    const id = await anAutomation(board, { trigger });
    const deleting = await app.sql.connect();
    try {
      await deleting.query('begin');
      await deleting.query('delete from automations where id = $1', [id]);
      await tickAt(app, '2026-03-02T12:01:00.000Z');
      await deleting.query('commit');
    } finally {
      deleting.release();
    }
    expect([await causesOf(app, id), await nextDueOf(app, id)]).toEqual([[], null]);
  });

  describe('the plans', () => {
    const SCHEDULES = 20_000;
    let board: TestBoard;

    beforeAll(async () => {
      ({ board } = await aDatedBoard());
      await addItems(board, 20_000, 1_000);
      await app.sql.query(
        `insert into automations (organization_id, id, board_id, name, enabled, trigger_type, trigger_config, conditions, actions,
           created_by, created_at, updated_at)
         select organization_id, 'aut_' || lpad(at::text, 26, '0'), board_id, name, true, trigger_type, trigger_config,
           conditions, actions, created_by, created_at, updated_at
         from automations cross join generate_series(1, $2::int) at where board_id = $1`,
        [board.id, SCHEDULES],
      );
      await app.sql.query(
        `insert into automation_schedules (organization_id, automation_id, next_at, time_zone, day)
         select organization_id, id, timestamptz '2030-01-01 00:00Z' + row_number() over () * interval '1 minute', 'UTC',
           '2030-01-01'
         from automations where board_id = $1 on conflict do nothing`,
        [board.id],
      );
      for (const table of ['items', 'item_values', 'automations', 'automation_schedules'])
        await app.sql.query(`analyze ${table}`);
    });

    it('a claim reads only what is due', async () => {
      const nodes = await executedGenericPlan(app.sql, CLAIM.text, ['2030-01-01T00:05:00.000Z']);
      expect(rowsRead(nodes, 'automation_schedules')).toBeLessThanOrEqual(2 * CLAIMED_ROWS);
      expect(rowsRead(nodes, 'automations')).toBeLessThanOrEqual(2 * CLAIMED_ROWS);
      const none = await executedGenericPlan(app.sql, CLAIM.text, ['2026-01-01T00:00:00.000Z']);
      expect(rowsRead(none, 'automation_schedules')).toBe(0);
    });

    it('the items of a day are read from the index', async () => {
      const start = Date.parse('2027-01-01T00:00:00.000Z');
      const bounds = [start, start + DAY_MS];
      const { id } = board.organization;
      const keys = await app.sql.query(`select ${columnKey('$2')} as due`, [id, board.column('Due')]);
      const values = [id, keys.rows[0].due, '', ...bounds, ...bounds, ...bounds, true];
      const nodes = await executedPlan(app.sql, BY_VALUE.text, values);
      // Twenty items on the day, and one row for each group.
      expect(rowsRead(nodes, 'item_values')).toBeLessThan(50);
    });

    it.each(['created_at', 'updated_at'] as const)(
      'the items of a day of %s are read in windows',
      async (field) => {
        const day = ['2027-01-01T00:00:00.000Z', '2027-01-02T00:00:00.000Z'];
        for (const after of ['', 'itm_00000000000000000000010000']) {
          const values = [board.organization.id, board.id, after, ...day];
          const nodes = await executedGenericPlan(app.sql, BY_TIME(field).text, values);
          expect(rowsRead(nodes, 'items')).toBe(TIME_WINDOW);
        }
      },
    );
  });
});
