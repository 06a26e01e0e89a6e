import { beforeAll, describe, expect, it } from 'vitest';
import { GrantLastUsedRecorder } from '../../../src/modules/oauth/grants/grant-last-used.recorder';
import { ExpiredRowsSweep } from '../../../src/modules/scheduler/expired-rows.sweep';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession, anAccount } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import {
  aBrowser,
  aCode,
  anApplication,
  redeem,
  refresh,
  type TestApplication,
  tokensFor,
} from '../../support/oauth';
import { expectHidden } from '../../support/refusals';

describe('oauth.grants, and their revocation', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let application: TestApplication;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    application = await anApplication(organization);
  });

  const bearerOf = (token: string, slug = organization.slug) => new WireClient(app, { token, slug });
  const grantsOf = async (client: WireClient) =>
    (await client.query('oauth.grants.list')).data.grants as { id: string }[];

  it('list 200: one for each application, with all its scopes', async () => {
    const member = await organization.addMember();
    await tokensFor(app, member, application, { scope: 'read' });
    await tokensFor(app, member, application, { scope: 'write' });
    await tokensFor(app, member, await anApplication(organization, { name: 'Other' }));
    const { data } = await member.client.query('oauth.grants.list');
    expect(data).toEqual({
      grants: [
        {
          id: expect.stringMatching(/^gra_[0-9A-Z]{26}$/),
          application: {
            id: application.id,
            name: 'Reporter',
            organization: `Organization ${organization.slug}`,
          },
          scopes: ['read', 'write'],
          lastUsedAt: null,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
        },
        expect.objectContaining({
          scopes: ['read'],
          application: expect.objectContaining({ name: 'Other' }),
        }),
      ],
      nextCursor: null,
    });
    const page = await member.client.query('oauth.grants.list', { limit: 1 });
    const next = await member.client.query('oauth.grants.list', { cursor: page.data.nextCursor });
    expect(next.data.grants).toEqual([data.grants[1]]);
    // No one else’s.
    expect(await grantsOf((await organization.addMember()).client)).toEqual([]);
  });

  it('list 200: shows when an application was last used', async () => {
    const member = await organization.addMember();
    const { access_token } = await tokensFor(app, member, application);
    await bearerOf(access_token).query('auth.me');
    await app.nest.get(GrantLastUsedRecorder, { strict: false }).flush();
    const { data } = await member.client.query('oauth.grants.list');
    expect(data.grants[0].lastUsedAt).toMatch(/Z$/);
  });

  it('revoke 200: ends all its tokens immediately', async () => {
    const member = await organization.addMember();
    const one = await tokensFor(app, member, application);
    const other = await tokensFor(app, member, application);
    const code = await aCode(await aBrowser(app, member), application);
    for (const { access_token } of [one, other]) {
      expect((await bearerOf(access_token).query('auth.me')).status).toBe(200);
    }
    const [grant] = await grantsOf(member.client);
    expect((await member.client.mutate('oauth.grants.revoke', { id: grant!.id })).data).toEqual({
      success: true,
    });
    for (const { access_token, refresh_token } of [one, other]) {
      expect((await bearerOf(access_token).query('auth.me')).status).toBe(401);
      expect((await refresh(app, application, refresh_token)).status).toBe(400);
    }
    expect((await redeem(app, application, code)).status).toBe(400);
    expect(await grantsOf(member.client)).toEqual([]);
    await expectHidden(grant!.id, (id) => member.client.mutate('oauth.grants.revoke', { id }));
  });

  it('revoke 200: takes effect immediately in every replica', async () => {
    const replica = await startApp({ DATABASE_URL: app.databaseUrl });
    try {
      const member = await organization.addMember();
      const { access_token } = await tokensFor(app, member, application);
      const there = bearerOf(access_token).at(replica);
      expect((await there.query('auth.me')).status).toBe(200);
      const [grant] = await grantsOf(member.client);
      await member.client.mutate('oauth.grants.revoke', { id: grant!.id });
      await expect.poll(async () => (await there.query('auth.me')).status).toBe(401);
    } finally {
      await replica.close();
    }
  });

  it('revoke 404: another member’s and another organization’s', async () => {
    const member = await organization.addMember();
    await tokensFor(app, member, application);
    const [grant] = await grantsOf(member.client);
    const colleague = await organization.addMember();
    await expectHidden(grant!.id, (id) => colleague.client.mutate('oauth.grants.revoke', { id }));
    const stranger = await anOrganization({ app });
    await expectHidden(grant!.id, (id) => stranger.owner.client.mutate('oauth.grants.revoke', { id }));
    expect(await grantsOf(member.client)).toEqual([grant]);
  });

  it('removal ends access, and rejoining does not restore it', async () => {
    const member = await organization.addMember();
    const { access_token, refresh_token } = await tokensFor(app, member, application);
    const bearer = bearerOf(access_token);
    expect((await bearer.query('auth.me')).status).toBe(200);
    await organization.owner.client.mutate('organizations.members.remove', { userId: member.userId });
    expect((await bearer.query('auth.me')).status).toBe(401);
    expect((await refresh(app, application, refresh_token)).status).toBe(400);
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [organization.id, member.userId],
    );
    expect((await bearer.query('auth.me')).status).toBe(401);
  });

  it('deactivation ends access, and reactivation does not restore it', async () => {
    const member = await organization.addMember();
    const { access_token, refresh_token } = await tokensFor(app, member, application);
    const bearer = bearerOf(access_token);
    expect((await bearer.query('auth.me')).status).toBe(200);
    const { client } = organization.owner;
    await client.mutate('organizations.members.deactivate', { userId: member.userId });
    expect((await bearer.query('auth.me')).status).toBe(401);
    expect((await refresh(app, application, refresh_token)).status).toBe(400);
    await client.mutate('organizations.members.reactivate', { userId: member.userId });
    expect((await member.client.query('auth.me')).status).toBe(200);
    expect((await bearer.query('auth.me')).status).toBe(401);
    expect(await grantsOf(member.client)).toEqual([]);
  });

  it('a changed password ends it', async () => {
    const account = await anAccount({ app });
    const { access_token } = await tokensFor(app, account, application);
    const bearer = bearerOf(access_token, account.slug);
    expect((await bearer.query('auth.me')).status).toBe(200);
    const passwords = { currentPassword: account.password, newPassword: 'a whole new pass phrase' };
    expect((await account.client.mutate('auth.changePassword', passwords)).status).toBe(200);
    expect((await bearer.query('auth.me')).status).toBe(401);
  });

  it('a reduced role takes effect immediately', async () => {
    const member = await organization.addMember('admin');
    const own = await anApplication(organization, { scopes: ['read', 'write', 'admin'] });
    const { access_token } = await tokensFor(app, member, own, { scope: 'read write admin' });
    const bearer = bearerOf(access_token);
    expect((await bearer.mutate('workspaces.create', { name: 'x' })).status).toBe(200);
    const change = { userId: member.userId, role: 'member' };
    await organization.owner.client.mutate('organizations.members.updateRole', change);
    expect((await bearer.mutate('workspaces.create', { name: 'x' })).status).toBe(403);
  });

  describe('an access token', () => {
    it('belongs to one organization (O16)', async () => {
      const member = await organization.addMember();
      const elsewhere = await anOrganization({ app });
      await app.sql.query(
        `insert into members (organization_id, user_id, role, status, created_at, updated_at)
         values ($1, $2, 'member', 'active', now(), now())`,
        [elsewhere.id, member.userId],
      );
      const chosen = { organizationId: elsewhere.id };
      const { access_token } = await tokensFor(app, member, application, {}, chosen);
      expect((await bearerOf(access_token, elsewhere.slug).query('organizations.get')).data.id).toBe(
        elsewhere.id,
      );
      expect((await bearerOf(access_token).query('organizations.get')).status).toBe(401);
      const byHeader = new WireClient(app, {
        token: access_token,
        headers: { 'x-tenant-id': organization.id },
      });
      expect((await byHeader.query('organizations.get')).status).toBe(401);
      // Where no host says which, it is its own.
      const apex = new WireClient(app, { token: access_token });
      expect((await apex.query('organizations.get')).data.id).toBe(elsewhere.id);
      expect(await grantsOf(await elsewhere.tokenFor(member, ['read']))).toHaveLength(1);
      expect(await grantsOf(member.client)).toEqual([]);
    });

    it('is accepted in the header only (O18)', async () => {
      const { access_token } = await tokensFor(app, organization.owner, application);
      const anonymous = new WireClient(app, { slug: organization.slug });
      const byQuery = await anonymous.request('GET', `/api/trpc/auth.me?access_token=${access_token}`);
      expect(byQuery.status).toBe(401);
      const byBody = await anonymous.request(
        'POST',
        '/api/trpc/workspaces.create',
        `access_token=${access_token}`,
        {
          'content-type': 'application/x-www-form-urlencoded',
        },
      );
      expect([400, 401, 415]).toContain(byBody.status);
      const byCookie = new WireClient(app, { slug: organization.slug, cookie: `session=${access_token}` });
      expect((await byCookie.query('auth.me')).status).toBe(401);
    });

    it('expires after an hour', async () => {
      const own = await anApplication(organization);
      const { access_token } = await tokensFor(app, organization.owner, own);
      await app.sql.query(
        `update oauth_access_tokens set expires_at = now() where family_id in (
           select family.id from oauth_families family join oauth_grants grants on grants.id = family.grant_id
           where grants.application_id = $1)`,
        [own.id],
      );
      expect((await bearerOf(access_token).query('auth.me')).status).toBe(401);
    });

    it('does not authorize account changes, and creates no tokens that outlive it', async () => {
      const own = await anApplication(organization, { scopes: ['read', 'write', 'admin'] });
      const { access_token } = await tokensFor(app, organization.owner, own, { scope: 'read write admin' });
      const bearer = bearerOf(access_token);
      const token = await bearer.request('POST', '/api/auth/tokens', { name: 'x', scopes: ['read'] });
      expect(token.status).toBe(403);
      expect((await bearer.query('auth.sessions.list')).status).toBe(403);
      expect((await bearer.mutate('organizations.create', { name: 'x' })).status).toBe(403);
    });

    it('has no access to data of the user outside the organization', async () => {
      const own = await anApplication(organization, { scopes: ['read', 'write', 'delete', 'admin'] });
      const member = await organization.addMember('admin');
      const other = await tokensFor(app, member, application);
      const scope = 'read write delete admin';
      const { access_token } = await tokensFor(app, member, own, { scope });
      const bearer = bearerOf(access_token);
      const [grant] = await grantsOf(member.client);
      const { tokens } = (await member.client.query('auth.tokens.list')).data as { tokens: { id: string }[] };
      for (const [name, input] of [
        ['auth.updateProfile', { name: 'Another User' }],
        ['oauth.grants.revoke', { id: grant!.id }],
        ['auth.tokens.revoke', { tokenId: tokens[0]!.id }],
      ] as const)
        expect([name, (await bearer.mutate(name, input)).status]).toEqual([name, 403]);
      for (const name of ['oauth.grants.list', 'auth.tokens.list'])
        expect([name, (await bearer.query(name)).status]).toEqual([name, 403]);
      expect((await member.client.query('auth.me')).data.name).toBe(member.name);
      expect((await bearerOf(other.access_token).query('auth.me')).status).toBe(200);
    });

    it('shows no other organization of the user', async () => {
      const member = await organization.addMember();
      const elsewhere = await anOrganization({ app });
      await app.sql.query(
        `insert into members (organization_id, user_id, role, status, created_at, updated_at)
         values ($1, $2, 'member', 'active', now(), now())`,
        [elsewhere.id, member.userId],
      );
      const here = { organizationId: organization.id };
      const { access_token } = await tokensFor(app, member, application, {}, here);
      const { data } = await bearerOf(access_token).query('auth.me');
      expect(data.memberships).toEqual([{ ...here, organizationSlug: organization.slug, role: 'member' }]);
      const { cookie } = await aSession(member.userId, { app });
      const session = new WireClient(app, { cookie, slug: organization.slug });
      expect((await session.query('auth.me')).data.memberships).toHaveLength(2);
    });

    it('with one different character is rejected', async () => {
      const { access_token, refresh_token } = await tokensFor(app, organization.owner, application);
      for (const at of [0, 4, 8, 20, access_token.length - 1]) {
        const other = access_token[at] === 'x' ? 'y' : 'x';
        const changed = access_token.slice(0, at) + other + access_token.slice(at + 1);
        expect((await bearerOf(changed).query('auth.me')).status).toBe(401);
      }
      expect((await bearerOf(refresh_token).query('auth.me')).status).toBe(401);
    });
  });

  it('expired tokens are deleted, valid ones are kept', async () => {
    const own = await anOrganization({ app });
    const ownApplication = await anApplication(own);
    const kept = await tokensFor(app, own.owner, ownApplication);
    const member = await own.addMember();
    await tokensFor(app, member, ownApplication);
    const old = `organization_id = '${own.id}' and grant_id in (select id from oauth_grants where user_id = '${member.userId}')`;
    await app.sql.query(`update oauth_families set expires_at = now() - interval '2 days' where ${old}`);
    await app.sql.query(`update oauth_grants set updated_at = now() - interval '2 days' where user_id = $1`, [
      member.userId,
    ]);
    await app.nest.get(ExpiredRowsSweep, { strict: false }).run(new AbortController().signal);
    const { rows } = await app.sql.query<Record<string, number>>(
      `select (select count(*)::int from oauth_grants where organization_id = $1) as grants,
         (select count(*)::int from oauth_families where organization_id = $1) as families,
         (select count(*)::int from oauth_access_tokens where organization_id = $1) as tokens`,
      [own.id],
    );
    expect(rows[0]).toEqual({ grants: 1, families: 1, tokens: 1 });
    expect((await bearerOf(kept.access_token, own.slug).query('auth.me')).status).toBe(200);
  });
});
