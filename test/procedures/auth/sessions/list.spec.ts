import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { sharedApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { aSession, anAccount, cookieOf } from '../../../support/factories/account.factory';
import { anOrganization } from '../../../support/factories/organization.factory';

const NAME = 'auth.sessions.list';
const HOUR_MS = 3_600_000;

describe('auth.sessions.list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('200: the user’s own, newest first, with address and user agent; none of other users', async () => {
    const { email, password } = await anAccount({ app });
    await anAccount({ app });
    const headers = { 'user-agent': `Browser ${'x'.repeat(600)}` };
    const signedIn = await new WireClient(app).request(
      'POST',
      '/api/auth/signin',
      { email, password },
      headers,
    );
    const client = new WireClient(app, { cookie: cookieOf(signedIn.headers['set-cookie']!) });
    const { status, data } = await client.query(NAME);
    expect(status).toBe(200);
    expect(data.nextCursor).toBeNull();
    expect(data.sessions).toEqual([
      {
        id: expect.stringMatching(/^ses_/),
        method: 'password',
        createdAt: expect.stringMatching(/Z$/),
        lastSeenAt: expect.stringMatching(/Z$/),
        expiresAt: expect.stringMatching(/Z$/),
        ip: '127.0.0.1',
        userAgent: headers['user-agent'].slice(0, 500),
        isCurrent: true,
      },
      expect.objectContaining({ ip: null, userAgent: null, isCurrent: false }),
    ]);
  });

  it('200: without sessions that expired by age or without use', async () => {
    const { client, userId } = await anAccount({ app });
    const now = Date.now();
    await aSession(userId, { app, expiresAt: new Date(now - 1_000) });
    await aSession(userId, { app, lastSeenAt: new Date(now - 9 * HOUR_MS) });
    expect((await client.query(NAME)).data.sessions).toHaveLength(1);
  });

  it('200: in pages', async () => {
    const { client, userId } = await anAccount({ app });
    for (let index = 0; index < 4; index += 1) await aSession(userId, { app });
    const all = (await client.query(NAME)).data.sessions.map(({ id }: { id: string }) => id);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const { data } = await client.query(NAME, { limit: 2, cursor });
      paged.push(...data.sessions.map(({ id }: { id: string }) => id));
      cursor = data.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(all);
    expect(all).toEqual(all.toSorted().toReversed());
  });

  it('400: an unknown cursor, another user’s, an invalid id, and an invalid limit', async () => {
    const { client } = await anAccount({ app });
    const other = await aSession((await anAccount({ app })).userId, { app });
    const unknown = await client.query(NAME, { cursor: newId('session') });
    expect([unknown.status, (await client.query(NAME, { cursor: other.id })).body]).toEqual([
      400,
      unknown.body,
    ]);
    for (const input of [{ cursor: 'x' }, { limit: 0 }, { limit: 201 }, { userId: 'x' }])
      expect((await client.query(NAME, input)).status).toBe(400);
  });

  it('403: for single sign-on of a user with other organizations; 200 for a user of this one only', async () => {
    const signedOn = async (isElsewhereToo: boolean) => {
      const { userId, organizationId } = await anAccount({ app });
      if (isElsewhereToo) {
        await app.sql.query(
          `insert into members (organization_id, user_id, role, status, created_at, updated_at)
           values ($1, $2, 'member', 'active', now(), now())`,
          [(await anOrganization({ app })).id, userId],
        );
      }
      const { cookie } = await aSession(userId, {
        app,
        method: 'oidc',
        signOnOrganizationId: organizationId,
      });
      return new WireClient(app, { cookie });
    };
    expect((await (await signedOn(false)).query(NAME)).status).toBe(200);
    const borrowed = await signedOn(true);
    for (const name of [NAME, 'auth.identities.list', 'auth.twoFactor.get']) {
      const { status, error } = await borrowed.query(name);
      const refusal = expect.objectContaining({ reason: 'signed_on_elsewhere' });
      expect([name, status, error?.data]).toEqual([name, 403, refusal]);
    }
  });

  it('401: no one', async () => {
    expect((await new WireClient(app).query(NAME)).status).toBe(401);
  });
});
