import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { aSession, anAccount, type TestAccount } from '../../../support/factories/account.factory';

/** Less than what a replica remembers without being told: it must have been told. */
const TOLD_WITHIN_MS = 4_000;

describe('a session that ends at one replica', () => {
  let app: TestApp;
  let replica: TestApp;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    replica = await startApp({ ROLES: 'api', DATABASE_URL: app.databaseUrl });
  }, 120_000);
  afterAll(async () => {
    await replica?.close();
    await app?.close();
  });

  const ENDS: Record<string, (account: TestAccount, id: string, client: WireClient) => Promise<unknown>> = {
    'by being revoked': ({ client }, id) => client.mutate('auth.sessions.revoke', { id }),
    'with all others': ({ client }) => client.mutate('auth.sessions.revoke', { others: true }),
    'by signing out': (_account, _id, client) => client.request('POST', '/api/auth/signout'),
    'with the password': ({ client, password }) =>
      client.mutate('auth.changePassword', {
        currentPassword: password,
        newPassword: 'another horse battery',
      }),
  };

  it.each(Object.keys(ENDS))('is over at all of them: %s', async (how) => {
    const account = await anAccount({ app });
    const { id, cookie } = await aSession(account.userId, { app });
    const client = new WireClient(app, { cookie });
    const status = async (at: TestApp) => (await client.at(at).query('auth.me')).status;
    expect([await status(app), await status(replica)]).toEqual([200, 200]);
    await ENDS[how]!(account, id, client);
    expect(await status(app)).toBe(401);
    await expect.poll(() => status(replica), { timeout: TOLD_WITHIN_MS }).toBe(401);
  });
});
