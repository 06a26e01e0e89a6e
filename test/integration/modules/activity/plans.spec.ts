import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACTIVITY_CURSOR,
  LIST_ACTIVITY,
  type Subject,
} from '../../../../src/modules/activity/activity.read-model';
import { startApp, type TestApp } from '../../../support/app';
import { executedGenericPlan, type PlanNode, rowsOf } from '../../../support/query-plan';

const MONTHS = 90;
const PER_MONTH = 1_000;
const ITEMS = 4;
const PAGE = 50;
const BOARD_KEY = 1;

const uuid = (at: number) => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`;
const monthOf = (month: number) => new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 10);
const nameOf = (month: number) => `activity_${monthOf(month).replaceAll('-', '')}`;

describe('a page of activity.list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    for (let at = 0; at < MONTHS; at += 1) {
      await app.sql.query(
        `create table ${nameOf(at)} partition of activity for values from ('${monthOf(at)}') to ('${monthOf(at + 1)}')`,
      );
    }
    await app.sql.query(
      `insert into activity_terms (organization_id, term, key) overriding system value values ('org_1', 'brd_1', $1)`,
      [BOARD_KEY],
    );
    await app.sql.query(
      `insert into activity (board_key, day, sequence, id, item_id, action_key, previous_board_key, created_at, details, contents)
       select $1, ('2020-01-01'::date + make_interval(months => at / $2)), at,
         ('00000000-0000-0000-0000-' || lpad(at::text, 12, '0'))::uuid,
         ('00000000-0000-0000-0000-' || lpad((at % $3)::text, 12, '0'))::uuid, 2, 0, now(), '', ''
       from generate_series(0, $2::int * $4::int - 1) as at`,
      [BOARD_KEY, PER_MONTH, ITEMS, MONTHS],
    );
    await app.sql.query('analyze');
  });
  afterAll(() => app.close());

  const scansOf = (plan: PlanNode[]) =>
    plan.filter((node) => node['Relation Name']?.startsWith('activity_2'));
  const isExecuted = (node: PlanNode) => node['Actual Loops'] > 0;

  it.each<[Subject, number, number]>([
    ['item', 0, 1],
    ['board', BOARD_KEY, 1],
  ])(
    'of one %s reads the entries of the page, from the partitions that have them',
    async (subject, key, next) => {
      const { text } = LIST_ACTIVITY(subject, PAGE);
      for (const month of [MONTHS - 1, MONTHS / 2]) {
        const before = month * PER_MONTH + 10 * ITEMS;
        const values = [
          'org_1',
          subject === 'item' ? uuid(key) : String(key),
          monthOf(0),
          monthOf(month),
          String(before),
        ];
        const plan = await executedGenericPlan(app.sql, text, values);
        const scans = scansOf(plan).filter((node) => isExecuted(node) && rowsOf(node) > 0);
        expect(scans.reduce((sum, node) => sum + rowsOf(node), 0)).toBe(PAGE + 1);
        expect(scans.every((node) => node['Node Type'] === 'Index Scan')).toBe(true);
        expect(scans.map((node) => node['Relation Name'])).toEqual([nameOf(month), nameOf(month - next)]);
      }
    },
  );

  it.each<Subject>(['item', 'board'])(
    'of one %s does not read partitions that have expired',
    async (subject) => {
      const { text } = LIST_ACTIVITY(subject, PAGE);
      const key = subject === 'item' ? uuid(0) : String(BOARD_KEY);
      const plan = await executedGenericPlan(app.sql, text, ['org_1', key, monthOf(MONTHS), 'infinity', '0']);
      expect(scansOf(plan).filter(isExecuted)).toEqual([]);
    },
  );

  it('continues from an entry that it finds in the partitions of its time', async () => {
    const at = (MONTHS - 1) * PER_MONTH + 5;
    const values = ['org_1', String(BOARD_KEY), uuid(at), monthOf(MONTHS - 2)];
    const plan = await executedGenericPlan(app.sql, ACTIVITY_CURSOR('board').text, values);
    const executed = scansOf(plan).filter(isExecuted);
    expect(executed.map((node) => node['Relation Name'])).toEqual([nameOf(MONTHS - 2), nameOf(MONTHS - 1)]);
    expect(executed.map((node) => node['Actual Rows'])).toEqual([0, 1]);
  });
});
