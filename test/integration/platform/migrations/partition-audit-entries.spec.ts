import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PartitionAuditEntries1763715961000 } from '../../../../migrations/1763715961000-partition-audit-entries';
import { migratedSource, step } from './support/migration-steps';

const ENTRIES = 300;

let source: DataSource;
beforeAll(async () => {
  source = await migratedSource();
});
afterAll(() => source.destroy());

it('audit entries of all months and organizations are there after the migration and after its reversal', async () => {
  await step(source, PartitionAuditEntries1763715961000, 'down');
  await source.query(
    `insert into organizations (id, slug, name, plan, timezone, date_format, week_start, language, created_at,
       updated_at)
     select 'org_' || at, 'slug-' || at, 'Name', 'free', '', '', '', '', now(), now() from generate_series(0, 2) as at`,
  );
  await source.query(
    `insert into audit_entries (organization_id, id, at, action, outcome, request_id, details)
     select 'org_' || at % 3, 'aud_' || at, '2026-01-31T22:00:00.123Z'::timestamptz + at * interval '6 hours', 'a', 'success',
       'r', jsonb_build_object('at', at)
     from generate_series(1, $1) as at`,
    [ENTRIES],
  );
  const all = 'select * from audit_entries order by at';
  const before = await source.query(all);

  await step(source, PartitionAuditEntries1763715961000, 'up');

  expect(await source.query(all)).toEqual(before);
  const partitions = await source.query(
    `select tableoid::regclass::text as name, count(*)::int as count from audit_entries group by 1 order by 1`,
  );
  // The first entry is of 4 a.m. on February 1 in UTC.
  expect(partitions).toEqual([
    { name: 'audit_entries_20260201', count: 112 },
    { name: 'audit_entries_20260301', count: 124 },
    { name: 'audit_entries_20260401', count: 64 },
  ]);
  for (const text of [
    'delete from audit_entries',
    'update audit_entries set action = $$b$$',
    'truncate audit_entries_20260201',
  ])
    await expect(source.query(text)).rejects.toThrow('cannot be changed or deleted');

  await step(source, PartitionAuditEntries1763715961000, 'down');
  expect(await source.query(all)).toEqual(before);
  await expect(source.query('delete from audit_entries')).rejects.toThrow('cannot be changed or deleted');
});
