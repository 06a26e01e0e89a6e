import { beforeAll, describe, expect, it } from 'vitest';
import { KEYED_TABLES } from '../../../src/modules/organizations/deletion/keyed-tables';
import { OrganizationPurgeJob } from '../../../src/modules/organizations/deletion/organization-purge.job';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { ofOrganization } from '../../support/record-keys';
import { eventsDuring, refusedPaths } from '../../support/refusals';
import { aSampleWorld } from '../../support/sample-world';

const NAME = 'organizations.delete';

/** Some of the tables that an organization with one of everything has rows in, whatever works in the background. */
const HELD = (
  'boards columns groups invitations item_runs item_values items members projects templates tokens views ' +
  'workspace_members workspaces'
).split(' ');
const holdsAll: unknown = expect.arrayContaining([
  ...HELD,
  expect.stringMatching(/^audit_entries_/),
  'outbox',
]);

describe('organizations.delete', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
  /** The tables that hold rows of an organization, whatever they are. */
  const tablesHolding = async ({ app, id }: TestOrganization): Promise<string[]> => {
    const { rows } = await app.sql.query<{ name: string }>(
      `select class.relname as name from pg_class class
       join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attname = 'organization_id'
       where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace order by 1`,
    );
    const holding = [];
    for (const name of [...rows.map((row) => row.name), ...KEYED_TABLES]) {
      const found = await app.sql.query(`select from "${name}" where ${ofOrganization(name)} limit 1`, [id]);
      if (found.rows.length > 0) holding.push(name);
    }
    return holding;
  };

  it('200: all access ends with the next call, and the slug is free', async () => {
    const own = await anOrganization();
    const admin = await own.addMember('admin');
    const { cookie } = await aSession(own.owner.userId);
    const session = new WireClient(own.app, { cookie, slug: own.slug });
    expect((await session.query('organizations.get')).status).toBe(200);
    const written = await eventsDuring(own, async () => {
      const { status, data } = await own.owner.client.mutate(NAME, { slug: own.slug });
      expect([status, data]).toEqual([200, { success: true }]);
    });
    expect(written.map(({ type }) => type)).toEqual(['organization.deleted']);
    for (const client of [own.owner.client, admin.client]) {
      expect((await client.query('organizations.get')).status).toBe(401);
      expect((await client.query('auth.me')).status).toBe(401);
    }
    expect((await session.query('organizations.get')).status).toBe(403);
    const me = await session.query('auth.me');
    expect([me.status, me.data.memberships]).toEqual([200, []]);
    const again = await session
      .as({ slug: '' })
      .mutate('organizations.create', { name: 'Another', slug: own.slug });
    expect(again.status).toBe(200);
  });

  it('200: with a session of the owner, who keeps the account', async () => {
    const own = await anOrganization();
    const { cookie } = await aSession(own.owner.userId);
    const session = new WireClient(own.app, { cookie, slug: own.slug });
    expect((await session.mutate(NAME, { slug: own.slug })).status).toBe(200);
    const { data } = await session.query('auth.me');
    expect(data).toMatchObject({ id: own.owner.userId, memberships: [] });
  });

  it('deletes everything in the background, and nothing of other organizations', async () => {
    const world = await aSampleWorld();
    const own = world.organization;
    const other = (await aSampleWorld()).organization;
    for (const each of [own, other]) expect(await tablesHolding(each)).toEqual(holdsAll);
    const { rows: organizations } = await own.app.sql.query(
      'select number from organizations where id = $1',
      [own.id],
    );
    await own.owner.client.mutate(NAME, { slug: own.slug });
    const job = own.app.nest.get(OrganizationPurgeJob, { strict: false });
    await job.perform({ organizationId: own.id, keepsRow: true }, run);
    const { rows: last } = await own.app.sql.query<{ days: number }>(
      `select round(extract(epoch from job.run_at - now()) / 86400)::int as days
       from graphile_worker._private_jobs job where job.payload->>'organizationId' = $1 and job.payload->>'keepsRow' = 'false'`,
      [own.id],
    );
    expect(last).toEqual([{ days: 1 }]);
    const left = await tablesHolding(own);
    expect(HELD.filter((name) => left.includes(name))).toEqual([]);
    await job.perform({ organizationId: own.id, keepsRow: false }, run);
    expect(await tablesHolding(own)).toEqual([]);
    const { rows: keyed } = await own.app.sql.query(
      `select item_key from item_values where item_key >> 40 = $1 union all select lane from item_runs where lane >> 40 = $1`,
      [organizations[0].number],
    );
    expect(keyed).toEqual([]);
    const { rows } = await own.app.sql.query('select from organizations where id = $1', [own.id]);
    expect(rows).toEqual([]);
    expect(await tablesHolding(other)).toEqual(holdsAll);
    const { rows: people } = await own.app.sql.query('select from users where id = $1', [own.owner.userId]);
    expect(people).toHaveLength(1);
  });

  it.each([
    ['another slug', { slug: 'another' }],
    ['no slug', {}],
    ['its slug in capitals', null],
  ])('400: %s', async (_what, input) => {
    const given = input ?? { slug: organization.slug.toUpperCase() };
    const written = await eventsDuring(organization, async () => {
      expect(refusedPaths(await organization.owner.client.mutate(NAME, given))).toEqual(['slug']);
    });
    expect(written).toEqual([]);
    expect((await organization.owner.client.query('organizations.get')).status).toBe(200);
  });

  it('403: all but the owner, and a token without the scope', async () => {
    const { slug } = organization;
    for (const role of ['admin', 'member', 'guest'] as const) {
      const { client } = await organization.addMember(role);
      expect([role, (await client.mutate(NAME, { slug })).status]).toEqual([role, 403]);
    }
    const client = await organization.tokenFor(organization.owner, ['read', 'write', 'delete', 'webhooks']);
    expect((await client.mutate(NAME, { slug })).status).toBe(403);
  });

  it('409: an organization that has changed since', async () => {
    const { client } = organization.owner;
    const { data } = await client.query('organizations.get');
    await client.mutate('organizations.update', { name: 'Renamed' });
    const input = { slug: organization.slug, expectedUpdatedAt: data.updatedAt };
    expect((await client.mutate(NAME, input)).status).toBe(409);
    expect((await client.query('organizations.get')).status).toBe(200);
  });
});
