import { beforeAll, describe, expect, it } from 'vitest';
import { isAdministrative } from '../../../src/access/requirement';
import { SCOPES } from '../../../src/access/scope';
import { AuditRecorder } from '../../../src/modules/audit/audit.recorder';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import type { TestOrganization } from '../../support/factories/organization.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aSampleWorld, sampleInputs, type SampleWorld } from '../../support/sample-world';

interface Told {
  action: string;
  outcome: string;
  reason: string | null;
  actorId: string | null;
}

describe('denied calls of procedures for administrators', () => {
  let app: TestApp;
  let world: SampleWorld;
  let administrative: Procedure[];

  beforeAll(async () => {
    // A separate one: its denied calls are counted together.
    app = await startApp({ ROLES: 'api' });
    world = await aSampleWorld({ app });
    administrative = app.nest
      .get(ProcedureRegistry, { strict: false })
      .all()
      .filter((each) => isAdministrative(each) && each.role !== 'person');
    return () => app.close();
  }, 60_000);

  const call = (client: WireClient, { name, kind }: Procedure): Promise<WireAnswer> => {
    const input = sampleInputs(world)[name]!;
    return kind === 'query' ? client.query(name, input) : client.mutate(name, input);
  };

  /** What came in while something was done, oldest first. */
  async function toldDuring({ id }: TestOrganization, act: () => Promise<unknown>): Promise<Told[]> {
    const { rows } = await app.sql.query<{ last: string | null }>(
      'select max(id) as last from audit_entries where organization_id = $1',
      [id],
    );
    await act();
    const told = await app.sql.query<Told>(
      `select action, outcome, reason, actor_id as "actorId" from audit_entries
       where organization_id = $1 and id > $2 order by id`,
      [id, rows[0]!.last ?? ''],
    );
    return told.rows;
  }

  const denials = (procedures: Procedure[], reason: string, actorId: string): Told[] =>
    procedures.map(({ name: action }) => ({ action, outcome: 'failure', reason, actorId }));

  it('exist', () => {
    expect(administrative.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'audit.list',
        'oauth.apps.get',
        'organizations.delete',
        'sso.get',
        'sso.update',
      ]),
    );
  });

  it.each(['member', 'guest'] as const)('one entry for each call of a %s', async (role) => {
    const { client, userId } = await world.organization.addMember(role);
    // Members can remove themselves, so the procedure requires no role.
    const denied = administrative.filter((each) => each.role === 'admin' || each.role === 'owner');
    const told = await toldDuring(world.organization, async () => {
      for (const procedure of denied) expect((await call(client, procedure)).status).toBe(403);
    });
    expect(told).toEqual(denials(denied, 'forbidden', userId));
  });

  it('one entry for each call of a token without the scope', async () => {
    const { owner } = world.organization;
    const scoped = administrative.filter(({ scope }) => scope === 'admin');
    const token = await world.organization.tokenFor(
      owner,
      SCOPES.filter((scope) => scope !== 'admin'),
    );
    const told = await toldDuring(world.organization, async () => {
      for (const procedure of scoped) expect((await call(token, procedure)).status).toBe(403);
    });
    expect(told).toEqual(denials(scoped, 'forbidden', owner.userId));
  });

  it('one entry for each call that the organization’s plan does not include', async () => {
    const poor = await anOrganization({ app, plan: 'free' });
    const gated = administrative.filter(({ name }) =>
      /^sso\.(get|test|domains\.(list|add))$|^scim\.tokens\.create$/.test(name),
    );
    const told = await toldDuring(poor, async () => {
      for (const procedure of gated) expect((await call(poor.owner.client, procedure)).status).toBe(403);
    });
    expect(gated.length).toBe(5);
    expect(told.map(({ action, outcome }) => [action, outcome])).toEqual(
      gated.map(({ name }) => [name, 'failure']),
    );
  });

  it.each([
    ['sso_required', 'update organizations set sign_on_enforced = true where id = $1'],
    [
      'second_factor_required',
      `update organizations set two_factor_required_from = now() - interval '1 day' where id = $1`,
    ],
  ])('one entry for each call of an admin who is denied access: %s', async (reason, sql) => {
    const organization = await anOrganization({ app });
    const { userId } = await organization.addMember('admin');
    await app.sql.query(sql, [organization.id]);
    const { cookie } = await aSession(userId, { app });
    const client = new WireClient(app, { cookie, slug: organization.slug });
    const told = await toldDuring(organization, async () => {
      for (const procedure of administrative) {
        const { status, error } = await call(client, procedure);
        expect([procedure.name, status, (error!.data as { reason?: string }).reason]).toEqual([
          procedure.name,
          403,
          reason,
        ]);
      }
    });
    expect(told).toEqual(denials(administrative, reason, userId));
  });

  it('an HTTP route as well: denied downloads', async () => {
    const { client, userId } = await world.organization.addMember('member');
    const told = await toldDuring(world.organization, async () => {
      expect((await client.request('GET', '/api/audit/export')).status).toBe(403);
      const reader = await world.organization.tokenFor(world.organization.owner, ['read']);
      const asked = { name: 'x', scopes: ['read'] };
      expect((await reader.request('POST', '/api/auth/tokens', asked)).status).toBe(403);
    });
    expect(told).toEqual([
      { action: 'audit.export.download', outcome: 'failure', reason: 'forbidden', actorId: userId },
      {
        action: 'auth.tokens.create',
        outcome: 'failure',
        reason: 'forbidden',
        actorId: world.organization.owner.userId,
      },
    ]);
  });

  it('nothing for strangers, who could otherwise write into logs of other organizations', async () => {
    const stranger = await anOrganization({ app });
    const { cookie } = await aSession(stranger.owner.userId, { app });
    const visitors = [
      new WireClient(app, { cookie, slug: world.organization.slug }),
      stranger.owner.client.as({ slug: world.organization.slug }),
      new WireClient(app, { slug: world.organization.slug }),
    ];
    const told = await toldDuring(world.organization, async () => {
      for (const visitor of visitors) {
        for (const procedure of administrative) await call(visitor, procedure);
        await visitor.request('GET', '/api/audit/export');
      }
    });
    expect(told).toEqual([]);
  });

  it('a flood of calls writes no more than its limit', async () => {
    const organization = await anOrganization({ app });
    const { client } = await organization.addMember('member');
    const told = await toldDuring(organization, async () => {
      for (let round = 0; round < 25; round += 1) {
        for (const procedure of administrative.filter(({ role }) => role !== 'guest'))
          await call(client, procedure);
      }
      await app.nest.get(AuditRecorder, { strict: false }).flush();
    });
    // 200 and some, of more than 700.
    expect(told.length).toBeGreaterThanOrEqual(200);
    expect(told.length).toBeLessThan(300);
  });
});
