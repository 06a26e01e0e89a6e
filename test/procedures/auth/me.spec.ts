import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

describe('auth.me', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('200: the caller with their active memberships; for a token, only its own', async () => {
    const one = await anOrganization({ app });
    const two = await anOrganization({ app });
    const left = await anOrganization({ app });
    const { userId, email, name, client } = await one.addMember('admin');
    for (const [organization, role, status] of [
      [two, 'guest', 'active'],
      [left, 'member', 'deactivated'],
    ] as const) {
      await app.sql.query(
        `insert into members (organization_id, user_id, role, status, created_at, updated_at)
         values ($1, $2, $3, $4, now(), now())`,
        [organization.id, userId, role, status],
      );
    }
    const expected = {
      id: userId,
      email,
      name,
      avatar: null,
      isServiceAccount: false,
      updatedAt: expect.stringMatching(/Z$/),
      memberships: [
        { organizationId: one.id, organizationSlug: one.slug, role: 'admin' },
        { organizationId: two.id, organizationSlug: two.slug, role: 'guest' },
      ],
    };
    const [own] = expected.memberships;
    expect((await client.query('auth.me')).data).toEqual({ ...expected, memberships: [own] });
    const { cookie } = await aSession(userId, { app });
    expect((await new WireClient(app, { cookie }).query('auth.me')).data).toEqual(expected);
  });

  it('200: for a single sign-on session only its own organization, because its administrators could sign in as the user', async () => {
    const [one, two] = [await anOrganization({ app }), await anOrganization({ app })];
    const { userId } = await one.addMember('member');
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now())`,
      [two.id, userId],
    );
    const { cookie } = await aSession(userId, { app, method: 'saml', signOnOrganizationId: one.id });
    const { data } = await new WireClient(app, { cookie }).query('auth.me');
    expect(data.memberships).toEqual([
      { organizationId: one.id, organizationSlug: one.slug, role: 'member' },
    ]);
  });

  it('200: a user without an organization', async () => {
    const { addMember, id } = await anOrganization({ app });
    const { userId } = await addMember();
    await app.sql.query('delete from members where organization_id = $1 and user_id = $2', [id, userId]);
    const { cookie } = await aSession(userId, { app });
    const { status, data } = await new WireClient(app, { cookie }).query('auth.me');
    expect(status).toBe(200);
    expect(data.memberships).toEqual([]);
  });

  it('400: an unknown input', async () => {
    const { owner } = await anOrganization({ app });
    const { status, error } = await owner.client.query('auth.me', { userId: owner.userId });
    expect(status).toBe(400);
    expect(error!.data.issues).toEqual([{ path: 'userId', message: 'Unknown key' }]);
  });

  it('401: no credential, and a token of an inactive member', async () => {
    expect((await new WireClient(app).query('auth.me')).status).toBe(401);
    const { addMember, id } = await anOrganization({ app });
    const { userId, client } = await addMember();
    await app.sql.query(
      `update members set status = 'deactivated' where organization_id = $1 and user_id = $2`,
      [id, userId],
    );
    expect((await client.query('auth.me')).status).toBe(401);
  });

  it('403: a token without the scope read', async () => {
    const { owner, tokenFor } = await anOrganization({ app });
    const client = await tokenFor(owner, ['write', 'admin']);
    expect((await client.query('auth.me')).status).toBe(403);
  });
});
