import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RegisterChangedCells1763716100000 } from '../../../../migrations/1763716100000-register-changed-cells';
import { migratedSource, step } from './support/migration-steps';

let source: DataSource;
beforeAll(async () => {
  source = await migratedSource();
});
afterAll(() => source.destroy());

it('the subscriber begins with the events after the migration, and has no trace after its reversal', async () => {
  const places = () =>
    source.query(
      `select position::int, day::text from event_subscribers where name = 'columns.changed-cells'`,
    );
  await step(source, RegisterChangedCells1763716100000, 'down');
  await source.query(`update event_log_head set position = 41, day = '2026-11-26'`);
  await step(source, RegisterChangedCells1763716100000, 'up');
  await source.query(`update event_log_head set position = 42`);
  expect(await places()).toEqual([{ position: 41, day: '2026-11-26' }]);
  await source.query(
    `insert into event_backlogs (subscriber, organization_id, sequence, day, attempts, due_at)
     values ('columns.changed-cells', 'org_1', 1, now(), 0, now())`,
  );
  await step(source, RegisterChangedCells1763716100000, 'down');
  expect(await places()).toEqual([]);
  expect(await source.query('select from event_backlogs')).toEqual([]);
});
