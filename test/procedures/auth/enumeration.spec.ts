import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordHasherService } from '../../../src/modules/accounts/password/password-hasher.service';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { anAccount, type TestAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';

/** Fields that differ between any two responses. */
const OWN = new Set(['x-request-id', 'date']);

describe('account enumeration', () => {
  let app: TestApp;
  let account: TestAccount;
  let withoutPassword: string;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    account = await anAccount({ app });
    withoutPassword = (await anOrganization({ app })).owner.email;
  });
  afterAll(() => app.close());
  afterEach(() => vi.restoreAllMocks());

  /** All that a stranger sees of a response, and how many hashes the call computed. */
  async function seen(call: () => Promise<WireAnswer>, email: string) {
    const hasher = app.nest.get(PasswordHasherService, { strict: false });
    const queued = vi.spyOn(hasher as unknown as { queued(): unknown }, 'queued');
    const { status, headers, bytes } = await call();
    const hashes = queued.mock.calls.length;
    queued.mockRestore();
    const shown = Object.entries(headers).filter(([name]) => !OWN.has(name) && !/^(x-)?ratelimit/.test(name));
    return {
      status,
      hashes,
      headers: Object.fromEntries(shown),
      body: bytes.toString().replaceAll(email, 'EMAIL'),
    };
  }

  const addresses = () => [
    account.email,
    account.email.toUpperCase(),
    withoutPassword,
    'unknown@example.com',
  ];

  it.each([
    ['signin', (email: string) => ({ email, password: 'not the password' }), 401, 1],
    ['signin', (email: string) => ({ email, password: 'not the password', code: '123456' }), 401, 1],
    ['signin', (email: string) => ({ email, password: 'x'.repeat(1000) }), 401, 1],
    ['forgot-password', (email: string) => ({ email }), 202, 0],
    ['resend-confirmation', (email: string) => ({ email }), 202, 0],
  ])('%s tells no one: same status, headers, body and work %#', async (route, body, status, hashes) => {
    const answers: unknown[] = [];
    for (const email of addresses()) {
      const call = () => new WireClient(app).request('POST', `/api/auth/${route}`, body(email));
      answers.push(await seen(call, email));
    }
    expect(answers[0]).toMatchObject({ status, hashes });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('an unknown token causes no work, whatever its address', async () => {
    const call = () =>
      new WireClient(app).request('POST', '/api/auth/reset-password', {
        token: 'x',
        password: 'a new password',
      });
    expect(await seen(call, '-')).toMatchObject({ status: 400, hashes: 0 });
  });
});
