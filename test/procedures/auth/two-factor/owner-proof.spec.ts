import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { startApp, type TestApp } from '../../../support/app';
import { Authenticator } from '../../../support/authenticator';
import { WireClient } from '../../../support/client';
import { aSession, anAccount } from '../../../support/factories/account.factory';

const NAME = 'auth.twoFactor.begin';
const MINUTE_MS = 60_000;

/** An attacker with an open browser must not lock the owner out with another second factor. */
describe('only the owner can add a second factor', () => {
  let app: TestApp;
  let nowMs: number;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    nowMs = Date.now();
    useClock({ now: () => new Date(nowMs) });
  });
  afterEach(() => useClock());

  const begun = async (userId: string) =>
    (await app.sql.query('select from second_factors where user_id = $1', [userId])).rowCount;

  it('200: without the password up to ten minutes after sign-in; then 400', async () => {
    const { client, userId } = await anAccount({ app });
    nowMs += 10 * MINUTE_MS - 1_000;
    expect((await client.mutate(NAME)).status).toBe(200);
    await app.sql.query('delete from second_factors where user_id = $1', [userId]);
    nowMs += 1_000;
    const { status, error } = await client.mutate(NAME);
    expect(status).toBe(400);
    expect(error!.data).toMatchObject({
      reason: 'owner_proof_needed',
      issues: [{ path: 'password', message: 'Enter your password, or sign in again to continue without it' }],
    });
    expect(await begun(userId)).toBe(0);
  });

  it('200: with the password at any time; its key is then enabled without it', async () => {
    const { client, password } = await anAccount({ app });
    nowMs += 60 * MINUTE_MS;
    const { status, data } = await client.mutate(NAME, { password });
    expect(status).toBe(200);
    nowMs += 20 * MINUTE_MS;
    const code = new Authenticator(data.secret as string).code(nowMs);
    expect((await client.mutate('auth.twoFactor.enable', { code })).status).toBe(200);
  });

  it('400: a wrong password, also just after sign-in; after ten, 429 for the right one too', async () => {
    const { client, password, userId } = await anAccount({ app });
    for (let count = 0; count < 10; count += 1) {
      const { status, error } = await client.mutate(NAME, { password: 'not the password' });
      expect([status, error!.data.issues!.map(({ path }) => path)]).toEqual([400, ['password']]);
    }
    expect((await client.mutate(NAME, { password })).status).toBe(429);
    expect(await begun(userId)).toBe(0);
  });

  it('200: a user without a password signs in again', async () => {
    const { client, userId } = await anAccount({ app });
    await app.sql.query('update users set password_hash = null where id = $1', [userId]);
    nowMs += 60 * MINUTE_MS;
    expect((await client.mutate(NAME)).status).toBe(400);
    expect((await client.mutate(NAME, { password: 'any at all' })).status).toBe(400);
    const { cookie } = await aSession(userId, { app, method: 'provider' });
    expect((await new WireClient(app, { cookie }).mutate(NAME)).status).toBe(200);
  });

  it('400: for a session of single sign-on of any age, because administrators control the provider', async () => {
    const { userId, organizationId, password } = await anAccount({ app });
    const { cookie } = await aSession(userId, { app, method: 'saml', signOnOrganizationId: organizationId });
    const client = new WireClient(app, { cookie });
    expect((await client.mutate(NAME)).status).toBe(400);
    expect((await client.mutate(NAME, { password })).status).toBe(200);
  });
});
