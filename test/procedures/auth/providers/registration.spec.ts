import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WireClient } from '../../../support/client';
import { anAccount } from '../../../support/factories/account.factory';
import { anInvitation, unusedEmail } from '../../../support/factories/invitation.factory';
import { anOrganization } from '../../../support/factories/organization.factory';
import type { TestBrowser } from '../../../support/openid-provider/browser';
import { ProviderWorld } from '../../../support/openid-provider/provider-world';

const personOf = (email: string) => ({
  sub: `sub-${randomBytes(8).toString('hex')}`,
  email,
  email_verified: true,
});

describe.each(['open', 'invite', 'closed'])('accounts from a provider with REGISTRATION=%s', (policy) => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await ProviderWorld.start({ REGISTRATION: policy, ROLES: 'api,worker' });
  });
  afterAll(() => world?.close());

  const invited = async () => {
    const organization = await anOrganization({ app: world.app });
    const invitation = await anInvitation(organization);
    return { organization, email: invitation.email, token: await invitation.nextToken() };
  };
  const whoIs = async (browser: TestBrowser) => {
    const cookie = `session=${browser.cookie('session')}`;
    return (await new WireClient(world.app, { cookie }).query('auth.me')).data;
  };
  const reasonOf = (body: unknown) => /Reason: <code>([^<]*)/.exec(String(body))?.[1];
  const accounts = async (email: string) =>
    (await world.app.sql.query('select from users where email = $1', [email])).rowCount;

  it('a new user', async () => {
    const email = unusedEmail();
    const answer = await world.walk(world.browser(), 'google', personOf(email));
    const expected = {
      open: [303, undefined, 1],
      invite: [403, 'invitation_needed', 0],
      closed: [403, 'registration_closed', 0],
    }[policy];
    expect([answer.status, reasonOf(answer.body), await accounts(email)]).toEqual(expected);
  });

  it('a user who follows their invitation', async () => {
    const { organization, email, token } = await invited();
    const browser = world.browser();
    const query = `?invitation=${token}`;
    const answer = await world.walk(browser, 'google', personOf(email), { query });
    const { memberships = [] } = (await whoIs(browser)) ?? {};
    const { id, slug } = organization;
    const member = [{ organizationId: id, organizationSlug: slug, role: 'member' }];
    expect([answer.status, await accounts(email), memberships]).toEqual(
      policy === 'closed' ? [403, 0, []] : [303, 1, member],
    );
  });

  it('a user with the invitation of another user, or an invalid one', async () => {
    const { token } = await invited();
    for (const invitation of [token, 'x'.repeat(43)]) {
      const email = unusedEmail();
      const query = `?invitation=${invitation}`;
      const answer = await world.walk(world.browser(), 'google', personOf(email), { query });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await accounts(email)).toBe(0);
    }
  });

  it('a user who has an account', async () => {
    const account = await anAccount({ app: world.app });
    const browser = world.browser();
    expect((await world.walk(browser, 'google', personOf(account.email))).status).toBe(303);
    expect((await whoIs(browser)).id).toBe(account.userId);
  });

  it('GET /api/auth/providers lists them', async () => {
    const { body } = await new WireClient(world.app).request('GET', '/api/auth/providers');
    const offered = [
      ['google', 'Google'],
      ['microsoft', 'Microsoft'],
      ['github', 'GitHub'],
      ['oidc', 'OpenID Connect'],
    ].map(([id, name]) => ({ id, name, path: `/api/auth/oauth/${id}/login` }));
    expect(body).toEqual({ password: true, registration: policy, providers: offered, sso: null });
  });
});
