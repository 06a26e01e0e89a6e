import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { startApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import { aSession, anAccount, type TestAccount } from '../../../support/factories/account.factory';

/** A machine that is busy is slow, not wrong. */

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
  // While the clock is stopped no cache entry expires: the replica must have been notified.
  beforeEach(() => {
    const now = new Date();
    useClock({ now: () => now });
  });
  afterEach(() => useClock());

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

  it.each(Object.keys(ENDS))('ends at all of them: %s', async (how) => {
    const account = await anAccount({ app });
    const { id, cookie } = await aSession(account.userId, { app });
    const client = new WireClient(app, { cookie });
    const status = async (at: TestApp) => (await client.at(at).query('auth.me')).status;
    expect([await status(app), await status(replica)]).toEqual([200, 200]);
    await ENDS[how]!(account, id, client);
    expect(await status(app)).toBe(401);
    await expect.poll(() => status(replica)).toBe(401);
  });
});
