import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PartitionActivity1763715960000 } from '../../../../migrations/1763715960000-partition-activity';
import { newId } from '../../../../src/kernel/ids';
import { migratedSource, step } from './support/migration-steps';

/** More than one batch of the migration. */
const ENTRIES = 4_500;

let source: DataSource;
beforeAll(async () => {
  source = await migratedSource();
});
afterAll(() => source.destroy());

it('entries of all days and organizations are there after the migration and after its reversal', async () => {
  const boards = [newId('board'), newId('board')];
  const columnId = newId('column');
  await step(source, PartitionActivity1763715960000, 'down');
  await source.query(
    `insert into activity (organization_id, id, sequence, board_id, previous_board_id, item_id, actor_id, action, details,
       created_at)
     select 'org_' || at % 3, 'act_01' || lpad(at::text, 24, '0'), at, ($2::text[])[at % 2 + 1],
       case when at % 7 = 0 then ($2::text[])[(at + 1) % 2 + 1] end, case when at % 5 > 0 then $3 end,
       case when at % 4 > 0 then $4 end, 'value.changed',
       jsonb_build_object('columnId', $5::text, 'value', case when at % 2 = 0 then '~' || at end, 'previousValue', at,
         'changes', jsonb_build_object('name', 'a', 'description', 'b')) || '{"name": "~1"}',
       -- From September to November; every thousandth has the time of a clock that is ahead.
       '2026-09-29T12:00:00.123Z'::timestamptz + make_interval(mins => at * 10, days => case when at % 1000 = 0 then 40 else 0 end)
     from generate_series(1, $1) as at`,
    [ENTRIES, boards, newId('item'), newId('user'), columnId],
  );
  // The last events are still in the log, and the relay appended them after midnight.
  await source.query(
    `create table events_20261030 partition of events for values from ('2026-10-30') to ('2026-10-31')`,
  );
  await source.query(
    `insert into events (day, position, organization_id, sequence, id, type, data, occurred_at)
     select '2026-10-30', sequence, organization_id, sequence, 'evt_' || substr(id, 5), 'a', '{}', created_at from activity
     where sequence >= 4300`,
  );
  const before = await source.query('select * from activity order by sequence');

  await step(source, PartitionActivity1763715960000, 'up');

  const partitions = await source.query(
    `select tableoid::regclass::text as name, count(*)::int from activity group by 1 order by 1`,
  );
  expect(partitions.map(({ name }: { name: string }) => name)).toEqual([
    'activity_20260901',
    'activity_20261001',
  ]);
  expect(partitions.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(ENTRIES);
  const [{ isOrdered }] = await source.query(
    `select bool_and(day >= previous) as "isOrdered"
     from (select day, lag(day, 1, day) over (order by sequence) as previous from activity) as days`,
  );
  expect(isOrdered).toBe(true);
  const [{ days }] = await source.query(
    `select array_agg(distinct day::text) as days from activity where sequence >= 4300`,
  );
  expect(days).toEqual(['2026-10-30']);

  await step(source, PartitionActivity1763715960000, 'down');
  expect(await source.query('select * from activity order by sequence')).toEqual(before);
});
