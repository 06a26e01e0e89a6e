import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { startApp, type TestApp } from '../../../support/app';
import { Authenticator, type ProtectedAccount, withSecondFactor } from '../../../support/authenticator';
import { WireClient } from '../../../support/client';
import { aSession, anAccount, type TestAccount } from '../../../support/factories/account.factory';

const STEP_MS = 30_000;

describe('setting up two-factor authentication', () => {
  let app: TestApp;
  let nowMs: number;
  beforeAll(async () => {
    // Without workers, so that the mails it asks for can be counted.
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    nowMs = Date.now();
    useClock({ now: () => new Date(nowMs) });
  });
  afterEach(() => useClock());

  const begin = async ({ client }: TestAccount) => {
    const answer = await client.mutate('auth.twoFactor.begin');
    return { answer, authenticator: new Authenticator(answer.data.secret as string) };
  };
  const enable = ({ client }: TestAccount, code: string, headers: Record<string, string> = {}) =>
    client.mutate('auth.twoFactor.enable', { code }, headers);
  const state = async ({ client }: TestAccount) => (await client.query('auth.twoFactor.get')).data;
  const OFF = { isEnabled: false, enabledAt: null, recoveryCodesLeft: 0 };

  describe('auth.twoFactor.begin', () => {
    it('200: a key as text, link and image; nothing is enabled yet', async () => {
      const account = await anAccount({ app });
      const { answer } = await begin(account);
      expect(answer.status).toBe(200);
      const { secret, otpauthUri, qrCode } = answer.data as Record<string, string>;
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      const link = new URL(otpauthUri!);
      expect(decodeURIComponent(link.pathname)).toBe(`/trestle.test:${account.email}`);
      expect(link.searchParams.get('secret')).toBe(secret);
      expect(qrCode).toMatch(/^<svg /);
      expect(qrCode).not.toMatch(/<script|href/);
      expect(await state(account)).toEqual(OFF);
      const { email, password } = account;
      const signIn = await new WireClient(app).request('POST', '/api/auth/signin', { email, password });
      expect(signIn.status).toBe(200);
    });

    it('200: a second time, with another key; the first becomes invalid', async () => {
      const account = await anAccount({ app });
      const first = await begin(account);
      const second = await begin(account);
      expect(second.answer.data.secret).not.toBe(first.answer.data.secret);
      expect((await enable(account, first.authenticator.code(nowMs))).status).toBe(400);
      expect((await enable(account, second.authenticator.code(nowMs))).status).toBe(200);
    });

    it('409: when it is already enabled, and the key is unchanged', async () => {
      const account = await withSecondFactor(await anAccount({ app }), nowMs);
      expect((await account.client.mutate('auth.twoFactor.begin')).status).toBe(409);
      nowMs += STEP_MS;
      const code = account.authenticator.code(nowMs);
      expect((await account.client.mutate('auth.twoFactor.disable', { code })).status).toBe(200);
    });

    it('stores no key in plain text: neither as text nor as bytes', async () => {
      const account = await anAccount({ app });
      const { answer } = await begin(account);
      const { rows } = await app.sql.query<{ sealed_key: string }>(
        'select sealed_key from second_factors where user_id = $1',
        [account.userId],
      );
      expect(rows[0]!.sealed_key).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
      expect(rows[0]!.sealed_key).not.toContain(answer.data.secret);
    });

    it('400, 401 and 403: an input, no credential, another site', async () => {
      const { client } = await anAccount({ app });
      expect((await client.mutate('auth.twoFactor.begin', { userId: 'x' })).status).toBe(400);
      expect((await new WireClient(app).mutate('auth.twoFactor.begin')).status).toBe(401);
      const headers = { origin: 'https://evil.example' };
      expect((await client.mutate('auth.twoFactor.begin', {}, headers)).status).toBe(403);
    });
  });

  describe('auth.twoFactor.enable', () => {
    it('200: ten recovery codes, which are stored as digests; other sessions end', async () => {
      const account = await anAccount({ app });
      const other = new WireClient(app, { cookie: (await aSession(account.userId, { app })).cookie });
      expect((await other.query('auth.me')).status).toBe(200);
      const { authenticator } = await begin(account);
      const { status, data } = await enable(account, authenticator.code(nowMs));
      expect(status).toBe(200);
      expect(new Set(data.recoveryCodes).size).toBe(10);
      expect(await state(account)).toEqual({
        isEnabled: true,
        enabledAt: new Date(nowMs).toISOString(),
        recoveryCodesLeft: 10,
      });
      expect((await other.query('auth.me')).status).toBe(401);
      expect((await account.client.query('auth.me')).status).toBe(200);
      const { rows } = await app.sql.query('select digest::text from recovery_codes where user_id = $1', [
        account.userId,
      ]);
      for (const code of data.recoveryCodes as string[]) expect(JSON.stringify(rows)).not.toContain(code);
    });

    it('200: with spaces in the code, and for a phone whose clock is half a minute off', async () => {
      for (const offset of [-STEP_MS, STEP_MS]) {
        const account = await anAccount({ app });
        const { authenticator } = await begin(account);
        const code = authenticator.code(nowMs + offset);
        expect((await enable(account, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
      }
    });

    it('200: one of ten concurrent calls succeeds, and there are ten recovery codes', async () => {
      const account = await anAccount({ app });
      const { authenticator } = await begin(account);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => enable(account, authenticator.code(nowMs))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await state(account)).toMatchObject({ recoveryCodesLeft: 10 });
    });

    it('409: a repeat with its Idempotency-Key, because codes are shown once', async () => {
      const account = await anAccount({ app });
      const { authenticator } = await begin(account);
      const headers = { 'idempotency-key': 'enable-once' };
      expect((await enable(account, authenticator.code(nowMs), headers)).status).toBe(200);
      const again = await enable(account, authenticator.code(nowMs), headers);
      expect([again.status, again.error!.message]).toEqual([409, expect.stringContaining('shown only once')]);
      expect(await state(account)).toMatchObject({ recoveryCodesLeft: 10 });
    });

    it('400: a wrong code, an old one, one of a key from an hour ago, one without a key', async () => {
      const account = await anAccount({ app });
      expect((await enable(account, '123456')).status).toBe(400);
      const { authenticator } = await begin(account);
      const old = await enable(account, authenticator.code(nowMs - 3 * STEP_MS));
      expect([old.status, old.error!.data.issues!.map(({ path }) => path)]).toEqual([400, ['code']]);
      for (const code of ['', 5, null, 'x'.repeat(101)])
        expect((await account.client.mutate('auth.twoFactor.enable', { code })).status).toBe(400);
      nowMs += 3_600_000;
      expect((await enable(account, authenticator.code(nowMs))).status).toBe(400);
      expect(await state(account)).toEqual(OFF);
    });

    it('429: after five wrong codes, for the right one too, for a quarter of an hour', async () => {
      const account = await anAccount({ app });
      const { authenticator } = await begin(account);
      const answers = await Promise.all(
        Array.from({ length: 13 }, () => enable(account, authenticator.code(nowMs - 9 * STEP_MS))),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        ...Array.from({ length: 5 }, () => 400),
        ...Array.from({ length: 8 }, () => 429),
      ]);
      expect((await enable(account, authenticator.code(nowMs))).status).toBe(429);
      nowMs += 15 * 60_000;
      expect((await enable(account, authenticator.code(nowMs))).status).toBe(200);
    });
  });

  describe('auth.twoFactor.disable and .renewCodes', () => {
    const evidenceOf = (account: ProtectedAccount) => [
      { code: account.authenticator.code(nowMs) },
      { code: account.recoveryCodes[3] },
      { password: account.password },
    ];

    it('200: disable with a fresh code, with a recovery code, with the password', async () => {
      for (const by of [0, 1, 2]) {
        const account = await withSecondFactor(await anAccount({ app }), nowMs);
        nowMs += STEP_MS;
        const answer = await account.client.mutate('auth.twoFactor.disable', evidenceOf(account)[by]);
        expect([by, answer.status, await state(account)]).toEqual([by, 200, OFF]);
      }
    });

    it('200: renewCodes with the same; the old codes become invalid', async () => {
      for (const by of [0, 1, 2]) {
        const account = await withSecondFactor(await anAccount({ app }), nowMs);
        nowMs += STEP_MS;
        const { client } = account;
        const answer = await client.mutate('auth.twoFactor.renewCodes', evidenceOf(account)[by]);
        expect([by, answer.status]).toEqual([by, 200]);
        expect(await state(account)).toMatchObject({ recoveryCodesLeft: 10 });
        expect(new Set([...answer.data.recoveryCodes, ...account.recoveryCodes]).size).toBe(20);
        const disable = (code: string) => client.mutate('auth.twoFactor.disable', { code });
        expect((await disable(account.recoveryCodes[5]!)).status).toBe(400);
        expect((await disable(answer.data.recoveryCodes[5])).status).toBe(200);
      }
    });

    it.each(['disable', 'renewCodes'])(
      '400: %s with the code that enabled it, a wrong one or a wrong password',
      async (name) => {
        const account = await withSecondFactor(await anAccount({ app }), nowMs);
        const call = (input: object) => account.client.mutate(`auth.twoFactor.${name}`, input);
        const rejected: [object, string][] = [
          [{ code: account.authenticator.code(nowMs) }, 'code'],
          [{ code: '000000000000000000000000' }, 'code'],
          [{ password: 'not the password' }, 'password'],
          [{}, 'code'],
          [{ code: '123456', password: account.password }, 'code'],
        ];
        for (const [input, path] of rejected) {
          const { status, error } = await call(input);
          expect([input, status, error!.data.issues!.map((issue) => issue.path)]).toEqual([
            input,
            400,
            [path],
          ]);
        }
        expect(await state(account)).toMatchObject({ isEnabled: true, recoveryCodesLeft: 10 });
      },
    );

    it.each(['disable', 'renewCodes'])('409: %s when it is disabled', async (name) => {
      const { client, password } = await anAccount({ app });
      expect((await client.mutate(`auth.twoFactor.${name}`, { password })).status).toBe(409);
    });

    it('notifies the owner of each change', async () => {
      const account = await withSecondFactor(await anAccount({ app }), nowMs);
      await account.client.mutate('auth.twoFactor.renewCodes', { code: account.recoveryCodes[0] });
      await account.client.mutate('auth.twoFactor.disable', { password: account.password });
      const { rows } = await app.sql.query<{ notice: string }>(
        `select job.payload->>'notice' as notice from graphile_worker._private_jobs job
         where job.payload->>'userId' = $1 order by job.id`,
        [account.userId],
      );
      expect(rows.map(({ notice }) => notice)).toEqual([
        'second-factor-enabled',
        'recovery-code-used',
        'recovery-codes-renewed',
        'second-factor-disabled',
      ]);
    });
  });
});
