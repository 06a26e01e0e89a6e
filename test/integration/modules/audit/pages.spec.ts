import { beforeAll, describe, expect, it } from 'vitest';
import { type AuditFilter, conditionsOf, listAudit } from '../../../../src/modules/audit/audit-filter';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { clock } from '../../../../src/kernel/clock';
import { executedGenericPlan, executedPlan, type PlanNode, rowsOf } from '../../../support/query-plan';
import { manyEntries, ONE_IN } from './many-entries';

const ENTRIES = 200_000;
const PAGE = 50;
/** Of so many entries, one a minute. */
const MONTHS = 6;

const entriesTouched = (plan: PlanNode[]) =>
  plan
    .filter((node) => node['Relation Name']?.startsWith('audit_entries'))
    .reduce((sum, node) => sum + rowsOf(node), 0);

describe('pages of audit.list', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
    // Two other organizations, so that no organization has all entries of the table.
    for (const each of [organization, await anOrganization(), await anOrganization()])
      await manyEntries(each, each === organization ? ENTRIES : 1_000);
    await organization.app.sql.query('analyze audit_entries');
  }, 120_000);

  async function planOf(filter: AuditFilter): Promise<PlanNode[]> {
    const { names, values } = conditionsOf(filter);
    const { text } = listAudit(names, PAGE + 1);
    const bounds = [organization.id, '9999-12-31', '~', '0001-01-01', '9999-12-31'];
    return executedPlan(organization.app.sql, text, [...bounds, ...values]);
  }

  const rare: Record<keyof AuditFilter, [string, number]> = {
    actor: ['usr_other', ONE_IN.otherActor],
    action: ['oauth.apps.create', ONE_IN.rareAction],
    target: ['wsp_rare', ONE_IN.rareTarget],
    ip: ['203.0.113.7', ONE_IN.otherAddress],
    outcome: ['failure', ONE_IN.failure],
  };
  const common = (): Record<keyof AuditFilter, string> => ({
    actor: organization.owner.userId,
    action: 'auth.signin',
    target: organization.owner.userId,
    ip: '127.0.0.1',
    outcome: 'success',
  });
  const FIELDS = Object.keys(rare) as (keyof AuditFilter)[];

  /** Every combination of fields, each with its rare value, its common value or omitted. */
  function everyFilter(): { filter: AuditFilter; rarities: number[] }[] {
    const values = common();
    let all: { filter: AuditFilter; rarities: number[] }[] = [{ filter: {}, rarities: [] }];
    for (const field of FIELDS) {
      const [value, oneIn] = rare[field];
      all = all.flatMap(({ filter, rarities }) => [
        { filter, rarities },
        { filter: { ...filter, [field]: values[field] } as AuditFilter, rarities },
        { filter: { ...filter, [field]: value } as AuditFilter, rarities: [...rarities, oneIn] },
      ]);
    }
    return all;
  }

  it('scan one index for any combination of filters', async () => {
    const bad: unknown[] = [];
    const filters = everyFilter();
    expect(filters).toHaveLength(3 ** FIELDS.length);
    for (const { filter, rarities } of filters) {
      const plan = await planOf(filter);
      const kinds = plan.map((node) => node['Node Type']);
      // All there is of something rare; where nothing is, the page and what is passed over on the way to it.
      const most = rarities.length === 0 ? 2 * PAGE : ENTRIES / 2 / Math.min(...rarities);
      const touched = entriesTouched(plan);
      if (kinds.some((kind) => /Seq Scan|Bitmap|Sort/.test(kind)) || touched > most)
        bad.push([filter, kinds, touched, most]);
    }
    expect(bad).toEqual([]);
  });

  it.each([
    ['all', {}],
    ['of an actor', { actor: 'usr_other' }],
    ['of an action', { action: 'oauth.apps.create' }],
    ['of a target', { target: 'wsp_rare' }],
    ['of an address', { ip: '203.0.113.7' }],
    ['of failures', { outcome: 'failure' }],
  ])('%s: a page of entries is read, and nothing sorted', async (_what, filter) => {
    const plan = await planOf(filter as AuditFilter);
    expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(entriesTouched(plan)).toBeLessThanOrEqual(PAGE + 1);
  });

  it.each([
    ['an actor', { actor: 'usr_other' }],
    ['an action', { action: 'oauth.apps.create' }],
    ['a target', { target: 'wsp_rare' }],
    ['an address', { ip: '203.0.113.7' }],
  ])('of %s that newer months do not have: the plan of a connection reads a page', async (_what, filter) => {
    const { names, values } = conditionsOf(filter as AuditFilter);
    const { text } = listAudit(names, PAGE + 1);
    const bounds = [organization.id, '9999-12-31', '~', '0001-01-01', '9999-12-31'];
    const plan = await executedGenericPlan(organization.app.sql, text, [...bounds, ...values]);
    expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(entriesTouched(plan)).toBeLessThanOrEqual(PAGE + 1);
  });

  it('reads only the months that the page needs', async () => {
    const { text } = listAudit([], PAGE + 1);
    const at = new Date(clock.nowMs() - 60 * 86_400_000).toISOString();
    const bounds = [organization.id, at, '~', '0001-01-01', '9999-12-31'];
    const plan = await executedGenericPlan(organization.app.sql, text, bounds);
    const executed = plan.filter(
      (node) => node['Relation Name']?.startsWith('audit_entries') && node['Actual Loops'] > 0,
    );
    expect(executed.map((node) => node['Relation Name'])).toContain(
      `audit_entries_${at.slice(0, 7).replace('-', '')}01`,
    );
    // The page can begin in the month before.
    expect(executed.length).toBeLessThanOrEqual(2);
  });

  it('of an action prefix: at most a page for each of its actions is read', async () => {
    for (const action of ['oauth.*', 'auth.*']) {
      const plan = await planOf({ action });
      // One action begins so; its neighbours are looked at, in each partition.
      expect(entriesTouched(plan)).toBeLessThanOrEqual(PAGE + 3 + MONTHS);
    }
  });
});

describe('pages of audit.list of an organization with a small part of all entries', () => {
  it('read no entries of other organizations', async () => {
    const [small, dominant] = [await anOrganization(), await anOrganization()];
    await manyEntries(dominant, 30_000);
    // Statistics of a moment at which the table held one organization.
    await small.app.sql.query('analyze audit_entries');
    await manyEntries(small, 100);
    const filters = [
      {},
      { actor: 'usr_other' },
      { action: 'auth.signin' },
      { action: 'auth.*' },
      { target: 'wsp_rare' },
      { ip: '127.0.0.1' },
      { outcome: 'failure' },
      { outcome: 'success', ip: '127.0.0.1' },
      { action: 'auth.*', outcome: 'success' },
    ] as AuditFilter[];
    for (const filter of filters) {
      const { names, values } = conditionsOf(filter);
      const plan = await executedPlan(small.app.sql, listAudit(names, PAGE + 1).text, [
        small.id,
        '9999-12-31',
        '~',
        '0001-01-01',
        '9999-12-31',
        ...values,
      ]);
      expect([filter, entriesTouched(plan)]).toEqual([filter, expect.toSatisfy((n: number) => n <= 110)]);
    }
  });

  it('use only indexes that begin with the organization', async () => {
    const { app } = await anOrganization();
    const { rows } = await app.sql.query(
      `select indexname from pg_indexes
       where tablename like 'audit_entries%' and indexdef not like '%(organization_id%'`,
    );
    expect(rows).toEqual([]);
  });
});
