import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { type ProtectedAccount, withSecondFactor } from '../../../support/authenticator';
import { WireClient } from '../../../support/client';
import { anAccount } from '../../../support/factories/account.factory';
import { unusedEmail } from '../../../support/factories/invitation.factory';
import type { TestBrowser } from '../../../support/openid-provider/browser';
import { ProviderWorld } from '../../../support/openid-provider/provider-world';

const STEP_MS = 30_000;
const CODE = '/api/auth/oauth/code';

describe('signing in with a provider to an account with a second factor', () => {
  let world: ProviderWorld;
  let nowMs: number;
  let account: ProtectedAccount;
  let person: Record<string, unknown>;
  beforeAll(async () => {
    world = await ProviderWorld.start();
  });
  afterAll(() => world?.close());
  beforeEach(async () => {
    nowMs = Date.now();
    useClock({ now: () => new Date(nowMs) });
    account = await withSecondFactor(await anAccount({ app: world.app }), nowMs);
    nowMs += STEP_MS;
    const sub = `sub-${randomBytes(8).toString('hex')}`;
    person = { sub, email: account.email, email_verified: true };
  });
  afterEach(() => useClock());

  const sessions = async () =>
    (await world.app.sql.query('select from sessions where user_id = $1', [account.userId])).rowCount;
  const arrive = async (query = ''): Promise<TestBrowser> => {
    const browser = world.browser();
    const answer = await world.walk(browser, 'oidc', person, { query });
    expect([answer.status, answer.headers['location']]).toEqual([303, CODE]);
    return browser;
  };

  it('asks for the code, reports a wrong one, and redirects to the target after the right one', async () => {
    const before = await sessions();
    const browser = await arrive('?continue=/x');
    expect(browser.cookie('session')).toBeUndefined();
    const asked = await browser.get(CODE);
    expect(asked.status).toBe(200);
    expect(asked.body).toContain('name="code"');
    for (const code of ['000000', '', 'abc']) {
      const wrong = await browser.submit(CODE, { code });
      expect(wrong.status).toBe(401);
      expect(wrong.body).toContain('name="code"');
    }
    expect(await sessions()).toBe(before);
    const right = await browser.submit(CODE, { code: account.authenticator.code(nowMs) });
    expect([right.status, right.headers['location']]).toEqual([303, '/x']);
    const cookie = `session=${browser.cookie('session')}`;
    expect((await new WireClient(world.app, { cookie }).query('auth.me')).data.id).toBe(account.userId);
    expect(browser.cookie('signin-code')).toBeUndefined();
  });

  it('asks for it whatever the target address is: browsers keep the cookie', async () => {
    for (const [length, end] of [
      [1_500, '/x'],
      [2_600, '/'],
    ] as const) {
      const way = `/x${'y'.repeat(length)}`;
      person = { ...person, sub: 's'.repeat(255), name: 'n'.repeat(500) };
      const browser = await arrive(`?continue=${way}`);
      const line = `signin-code=${browser.cookie('signin-code')}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`;
      expect(line.length).toBeLessThanOrEqual(4_096);
      const done = await browser.submit(CODE, { code: account.recoveryCodes[length % 7]! });
      expect(done.headers['location']).toMatch(end === '/' ? /^\/$/ : /^\/xy+$/);
    }
  });

  it('connects nothing before the code is right', async () => {
    const browser = await arrive();
    const joined = async () =>
      (await world.app.sql.query('select from identities where user_id = $1', [account.userId])).rowCount;
    expect(await joined()).toBe(0);
    await browser.submit(CODE, { code: '000000' });
    expect(await joined()).toBe(0);
    await browser.submit(CODE, { code: account.recoveryCodes[0]! });
    expect(await joined()).toBe(1);
  });

  it('accepts a code once, whatever the cookie', async () => {
    const [first, second] = [await arrive(), await arrive()];
    const code = account.authenticator.code(nowMs);
    expect((await first.submit(CODE, { code })).status).toBe(303);
    expect((await second.submit(CODE, { code })).status).toBe(401);
  });

  it('400: without the step before, or after too long', async () => {
    expect((await world.browser().get(CODE)).status).toBe(400);
    expect((await world.browser().submit(CODE, { code: '123456' })).status).toBe(400);
    const browser = await arrive();
    nowMs += 11 * 60_000;
    expect((await browser.get(CODE)).status).toBe(400);
    expect((await browser.submit(CODE, { code: account.authenticator.code(nowMs) })).status).toBe(400);
  });

  it('400: returning from the provider after ten minutes', async () => {
    const browser = world.browser();
    const stranger = { sub: 'x', email: unusedEmail(), email_verified: true };
    const back = await world.leave(browser, 'oidc', stranger);
    nowMs += 10 * 60_000;
    expect((await browser.get(back.href)).status).toBe(400);
  });

  it('403: the form of another site', async () => {
    const browser = await arrive();
    const client = new WireClient(world.app, { cookie: `signin-code=${browser.cookie('signin-code')}` });
    const answer = await client.request('POST', CODE, `code=${account.authenticator.code(nowMs)}`, {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
    });
    expect(answer.status).toBe(403);
  });
});
