import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { startApp, type TestApp } from '../../../support/app';
import { type ProtectedAccount, withSecondFactor } from '../../../support/authenticator';
import { WireClient } from '../../../support/client';
import { anAccount, cookieOf } from '../../../support/factories/account.factory';

const ROUTE = '/api/auth/signin';
const STEP_MS = 30_000;

describe('signing in with a second factor', () => {
  let app: TestApp;
  let nowMs: number;
  let account: ProtectedAccount;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    nowMs = Date.now();
    useClock({ now: () => new Date(nowMs) });
    account = await withSecondFactor(await anAccount({ app }), nowMs);
    nowMs += STEP_MS;
  });
  afterEach(() => useClock());

  const signIn = (input: object = {}) => {
    const { email, password } = account;
    return new WireClient(app).request('POST', ROUTE, { email, password, ...input });
  };
  const sessions = async () =>
    (await app.sql.query('select from sessions where user_id = $1', [account.userId])).rowCount;

  it('200: with a code of the authenticator, and the session is valid', async () => {
    const answer = await signIn({ code: account.authenticator.code(nowMs) });
    expect(answer.status).toBe(200);
    const cookie = cookieOf(answer.headers['set-cookie']!);
    expect((await new WireClient(app, { cookie }).query('auth.me')).status).toBe(200);
  });

  it.each([{}, { code: null }, { code: '' }, { code: '  ' }])(
    '401: without a code, with a reason for pages: %j',
    async (input) => {
      const before = await sessions();
      const answer = await signIn(input);
      expect(answer.status).toBe(401);
      const shape = {
        message: 'Enter the code of your authenticator or a recovery code',
        code: -32001,
        data: { code: 'UNAUTHORIZED', httpStatus: 401, path: ROUTE, reason: 'second_factor_needed' },
      };
      expect(answer.body).toEqual({ error: { ...shape, json: shape } });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await sessions()).toBe(before);
    },
  );

  it('401: a wrong code, and an old one', async () => {
    for (const code of ['000000', account.authenticator.code(nowMs - 3 * STEP_MS), 'abc', '0'.repeat(24)]) {
      const answer = await signIn({ code });
      expect([code, answer.status, answer.error!.data]).toEqual([
        code,
        401,
        expect.objectContaining({ code: 'UNAUTHORIZED', reason: 'second_factor_wrong' }),
      ]);
    }
  });

  it('401: a wrong password reveals nothing about the second factor', async () => {
    const plain = await anAccount({ app });
    const password = 'not the password';
    const code = account.authenticator.code(nowMs);
    const bodies = [
      (await signIn({ password })).body,
      (await signIn({ password, code })).body,
      (await signIn({ password, email: plain.email })).body,
      (await signIn({ password, email: `unknown-${plain.email}`, code })).body,
    ];
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(JSON.stringify(bodies[0])).not.toContain('second_factor');
    // Such tries do not count against the owner either.
    for (let index = 0; index < 12; index += 1) await signIn({ password, code: '000000' });
    expect((await signIn({ code })).status).toBe(200);
  });

  it('401: a code a second time, and one of an earlier step; of nine concurrent uses one succeeds', async () => {
    const code = account.authenticator.code(nowMs);
    expect((await signIn({ code })).status).toBe(200);
    expect((await signIn({ code })).status).toBe(401);
    expect((await signIn({ code: account.authenticator.code(nowMs - STEP_MS) })).status).toBe(401);
    nowMs += STEP_MS;
    const next = account.authenticator.code(nowMs);
    const answers = await Promise.all(Array.from({ length: 9 }, () => signIn({ code: next })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('200: with each recovery code once, in any spelling; of nine concurrent uses one succeeds', async () => {
    const [first, second] = account.recoveryCodes as [string, string];
    expect((await signIn({ code: ` ${first.toUpperCase().replaceAll('-', '')} ` })).status).toBe(200);
    expect((await signIn({ code: first })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 9 }, () => signIn({ code: second })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rowCount } = await app.sql.query('select from recovery_codes where user_id = $1', [
      account.userId,
    ]);
    expect(rowCount).toBe(8);
  });

  it('429: after five wrong codes, for a quarter of an hour and on every route; sessions remain', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => signIn({ code: '000000' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 401),
      ...Array.from({ length: 9 }, () => 429),
    ]);
    // Only someone with the password can try codes, so the owner is notified.
    const { rows } = await app.sql.query<{ notice: string }>(
      `select job.payload->>'notice' as notice from graphile_worker._private_jobs job
       where job.payload->>'userId' = $1 order by job.id`,
      [account.userId],
    );
    expect(rows.map(({ notice }) => notice)).toEqual(['second-factor-enabled', 'codes-guessed']);
    const locked = await signIn({ code: account.authenticator.code(nowMs) });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn({ code: account.recoveryCodes[0] })).status).toBe(429);
    expect((await account.client.query('auth.me')).status).toBe(200);
    nowMs += 15 * 60_000;
    expect((await signIn({ code: account.authenticator.code(nowMs) })).status).toBe(200);
  });

  it('401: when the factor was enabled after the password was checked', async () => {
    const plain = await anAccount({ app });
    // What the statement that begins the session finds, when the factor came in between.
    await app.sql.query('update users set has_second_factor = true where id = $1', [plain.userId]);
    const { email, password } = plain;
    expect((await new WireClient(app).request('POST', ROUTE, { email, password })).status).toBe(401);
  });
});
