import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResealSecondFactorsSweep } from '../../../src/modules/accounts/two-factor/reseal-second-factors.sweep';
import { startApp, TEST_SECRET, type TestApp } from '../../support/app';
import { withSecondFactor } from '../../support/authenticator';
import { WireClient } from '../../support/client';
import { anAccount } from '../../support/factories/account.factory';

const NEXT_SECRET = 'the next secret of the tests, thirty-two characters and more';

describe('replacing APP_SECRET', () => {
  let before: TestApp;
  let rotating: TestApp;
  beforeAll(async () => {
    before = await startApp({ ROLES: 'api' });
    const env = { ROLES: 'api', DATABASE_URL: before.databaseUrl };
    rotating = await startApp({ ...env, APP_SECRET: NEXT_SECRET, APP_SECRET_PREVIOUS: TEST_SECRET });
  });
  afterAll(async () => {
    await rotating?.close();
    await before?.close();
  });

  it('signs no one out, and new sessions are valid without the old secret', async () => {
    const account = await anAccount({ app: before });
    expect((await account.client.at(rotating).query('auth.me')).status).toBe(200);
    const fresh = await anAccount({ app: rotating });
    expect((await fresh.client.query('auth.me')).status).toBe(200);
    expect((await fresh.client.at(before).query('auth.me')).status).toBe(401);
  });

  it('reads stored secrets with the old one and encrypts them again, so that it can be removed', async () => {
    const account = await withSecondFactor(await anAccount({ app: before }), Date.now());
    const { email, password, authenticator, userId } = account;
    const signIn = (app: TestApp, atMs: number) =>
      new WireClient(app).request('POST', '/api/auth/signin', {
        email,
        password,
        code: authenticator.code(atMs),
      });
    expect((await signIn(rotating, Date.now() + 30_000)).status).toBe(200);
    const sealed = async () =>
      (await before.sql.query('select sealed_key from second_factors where user_id = $1', [userId])).rows[0];
    const old = await sealed();
    await rotating.nest.get(ResealSecondFactorsSweep, { strict: false }).run(new AbortController().signal);
    const sealedAgain = await sealed();
    expect(sealedAgain).not.toEqual(old);
    await rotating.nest.get(ResealSecondFactorsSweep, { strict: false }).run(new AbortController().signal);
    expect(await sealed()).toEqual(sealedAgain);
    const after = await startApp({ ROLES: 'api', DATABASE_URL: before.databaseUrl, APP_SECRET: NEXT_SECRET });
    try {
      await before.sql.query('update second_factors set last_step = 0 where user_id = $1', [userId]);
      expect((await signIn(after, Date.now())).status).toBe(200);
    } finally {
      await after.close();
    }
  });
});
