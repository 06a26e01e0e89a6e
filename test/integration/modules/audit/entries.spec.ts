import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_AUDIT } from '../../../../src/modules/audit/audit.read-model';
import { OldAuditEntriesSweep } from '../../../../src/modules/audit/old-audit-entries.sweep';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';

const ENTRIES = 20_000;
const PAGE = 50;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Entries a minute apart, the newest now; every fortieth is a rare action, every hundredth of another actor. */
async function fill({ app, id, owner }: TestOrganization, count: number): Promise<void> {
  await app.sql.query(
    `insert into audit_entries (organization_id, id, at, action, outcome, actor_id, request_id, details)
     select $1, 'aud_' || lpad(at::text, 26, '0'), now() - ($3 - at) * interval '1 minute',
       case when at % 40 = 0 then 'oauth.apps.create' else 'auth.signin' end, 'success',
       case when at % 100 = 0 then 'usr_other' else $2 end, 'r', '{}'
     from generate_series(1, $3::int) as at`,
    [id, owner.userId, count],
  );
}

describe('the table of the audit log', () => {
  it('refuses to change, remove and empty', async () => {
    const organization = await anOrganization();
    await fill(organization, 3);
    const { sql } = organization.app;
    for (const text of [
      `update audit_entries set action = 'x' where organization_id = '${organization.id}'`,
      `delete from audit_entries where organization_id = '${organization.id}'`,
      'truncate audit_entries',
    ]) {
      await expect(sql.query(text)).rejects.toThrow('neither changed nor removed');
    }
  });

  it('goes with its organization', async () => {
    const organization = await anOrganization();
    await fill(organization, 3);
    const { sql } = organization.app;
    await sql.query('delete from tokens where organization_id = $1', [organization.id]);
    await sql.query('delete from organizations where id = $1', [organization.id]);
    const { rowCount } = await sql.query('select from audit_entries where organization_id = $1', [
      organization.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('keeps 365 days and loses what is older to the sweep', async () => {
    const organization = await anOrganization();
    const { sql, nest } = organization.app;
    await fill(organization, 2);
    await sql.query(
      `insert into audit_entries (organization_id, id, at, action, outcome, request_id, details)
       select $1, 'aud_old' || at, now() - (364 + 2 * at) * interval '1 day', 'auth.signin', 'success', 'r', '{}'
       from generate_series(0, 3) as at`,
      [organization.id],
    );
    await nest.get(OldAuditEntriesSweep, { strict: false }).run(new AbortController().signal);
    const { rows } = await sql.query('select id from audit_entries where organization_id = $1 order by at', [
      organization.id,
    ]);
    expect(rows[0]).toEqual({ id: 'aud_old0' });
    expect(rows).toHaveLength(3);
  });

  it('what the sweep may do ends with it', async () => {
    const organization = await anOrganization();
    await fill(organization, 1);
    const client = await organization.app.sql.connect();
    try {
      await client.query('begin');
      await client.query(`select audit_entries_expire(now() - interval '400 days', 10)`);
      await expect(
        client.query('delete from audit_entries where organization_id = $1', [organization.id]),
      ).rejects.toThrow('neither changed nor removed');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('pages of audit.list', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
    await fill(organization, ENTRIES);
    await organization.app.sql.query('analyze audit_entries');
  });

  async function nodes(text: string, wishes: string[]): Promise<PlanNode[]> {
    const middle = new Date(2_000_000_000_000);
    const { rows } = await organization.app.sql.query({
      text: `explain (analyze, format json) ${text}`,
      values: [organization.id, middle, '~', '0001-01-01', '9999-12-31', ...wishes],
    });
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
  }

  const rowsTouched = (plan: PlanNode[]) =>
    plan
      .filter((node) => node['Relation Name'] === 'audit_entries')
      .reduce(
        (sum, node) =>
          sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      );

  it.each([
    ['all', LIST_AUDIT('any', false, PAGE), () => []],
    ['of an actor', LIST_AUDIT('any', true, PAGE), () => ['usr_other']],
    ['of an action', LIST_AUDIT('one', false, PAGE), () => ['oauth.apps.create']],
  ])('%s read a page of entries and sort nothing', async (_what, { text }, wishes) => {
    const plan = await nodes(text, wishes());
    expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(rowsTouched(plan)).toBeLessThanOrEqual(PAGE + 1);
  });

  it('of a beginning read no more than what begins so, or what lies between', async () => {
    const plan = await nodes(LIST_AUDIT('beginning', false, PAGE).text, ['oauth']);
    expect(rowsTouched(plan)).toBeLessThanOrEqual((PAGE + 2) * 40);
  });
});
