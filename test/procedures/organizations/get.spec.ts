import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

describe('organizations.get', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('200: the organization of the host, for a guest too', async () => {
    const { addMember, id, slug } = await anOrganization({ app, plan: 'pro' });
    const guest = await addMember('guest');
    const { status, data } = await guest.client.query('organizations.get');
    expect(status).toBe(200);
    expect(data).toEqual({
      id,
      name: `Organization ${slug}`,
      slug,
      logo: null,
      timezone: 'UTC',
      dateFormat: 'YYYY-MM-DD',
      weekStart: 'monday',
      language: 'en',
      plan: 'pro',
      requireTwoFactor: false,
      twoFactorRequiredFrom: null,
      outboundHosts: null,
      maxTokenLifetimeDays: null,
      tokenLifetimeCoversExisting: false,
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/\.\d{3}Z$/),
    });
  });

  it('200: named by x-tenant-id, by the token, or as the session’s only one', async () => {
    const { owner, id, slug } = await anOrganization({ app });
    const { cookie } = await aSession(owner.userId, { app });
    const session = new WireClient(app, { cookie });
    const clients = [
      session,
      session.as({ headers: { 'x-tenant-id': id } }),
      session.as({ headers: { 'x-tenant-id': slug } }),
      owner.client.as({ slug: undefined }),
    ];
    for (const client of clients) expect((await client.query('organizations.get')).data.id).toBe(id);
  });

  it('401 and 403: no credential, a user of another organization, a token without the scope read', async () => {
    const { owner, slug, tokenFor } = await anOrganization({ app });
    expect((await new WireClient(app, { slug }).query('organizations.get')).status).toBe(401);
    const other = await anOrganization({ app });
    const { cookie } = await aSession(other.owner.userId, { app });
    expect((await new WireClient(app, { cookie, slug }).query('organizations.get')).status).toBe(403);
    const client = await tokenFor(owner, ['admin', 'write']);
    expect((await client.query('organizations.get')).status).toBe(403);
  });
});
