import pg from 'pg';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { made } from '../../support/factories/workspace.factory';
import { aSampleWorld, type SampleWorld } from '../../support/sample-world';
import { anApplication, tokensFor } from '../../support/oauth';

/** As docs/api.md publishes it for scanners. */
const PUBLISHED = /\bsvc_(pat|oat|ort|ocs|scim)_[0-9A-Za-z]{46}([0-9A-Za-z]{24})?\b/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function checksumOf(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (; text.length < 6; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62]! + text;
  return text;
}

describe('a token', () => {
  let app: TestApp;
  let world: SampleWorld;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    world = await aSampleWorld({ app });
    const { organization } = world;
    const input = { name: 'x', scopes: ['read'], expiresIn: '1d' };
    const created = await organization.owner.client.request('POST', '/api/auth/tokens', input);
    const application = await anApplication(organization);
    const granted = await tokensFor(app, organization.owner, application);
    tokens['pat'] = (created.body as { token: string }).token;
    tokens['oat'] = granted.access_token;
    tokens['ort'] = granted.refresh_token;
    tokens['ocs'] = application.clientSecret!;
    tokens['scim'] = (
      await made(organization.owner.client, 'scim.tokens.create', { name: 'Directory' })
    ).token;
  });
  afterAll(() => app.close());
  afterEach(() => useClock());

  const me = (token: string): Promise<WireAnswer> =>
    new WireClient(app, { token, slug: world.organization.slug }).query('auth.me');

  /** How often the database was asked for the digest of a secret while the call ran. */
  const lookUps = async (token: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { status } = await me(token);
    const sent = (query.mock.calls as unknown[][]).map(([config]) =>
      typeof config === 'string' ? config : (config as { text: string }).text,
    );
    query.mockRestore();
    return { status, count: sent.filter((text) => text.includes('digest')).length };
  };

  it.each(['pat', 'oat', 'ort', 'ocs', 'scim'])(
    'of the kind %s has the published format and checksum',
    (kind) => {
      const token = tokens[kind]!;
      const [found, of] = PUBLISHED.exec(`"${token}",`) ?? [];
      expect([found, of]).toEqual([token, kind]);
      expect(token.slice(-6)).toBe(checksumOf(token.slice(0, -6)));
    },
  );

  it('with a typing error is rejected without a database query', async () => {
    const mistyped = [tokens['pat']!, tokens['oat']!].flatMap((token) =>
      [0, 9, 30, token.length - 1].map((at) => {
        const other = token[at] === 'x' ? 'y' : 'x';
        return token.slice(0, at) + other + token.slice(at + 1);
      }),
    );
    const cut = tokens['pat']!.slice(0, -1);
    const lookAlikes = [
      ...mistyped,
      'svc_pat_',
      'svc_pat_x',
      cut,
      ` ${cut}`,
      `${tokens['pat']}0`,
      'x'.repeat(8_000),
    ];
    for (const token of lookAlikes)
      expect([token, await lookUps(token)]).toEqual([token, { status: 401, count: 0 }]);
    // Control: what has the shape is looked for.
    for (const kind of ['pat', 'oat']) {
      const body = `svc_${kind}_${'B'.repeat(40)}`;
      expect(await lookUps(body + checksumOf(body))).toEqual({ status: 401, count: 1 });
    }
  });

  it('that was invented with a right checksum is rejected like any other', async () => {
    const body = `svc_pat_${'A'.repeat(40)}`;
    const made = await me(body + checksumOf(body));
    const nonsense = await me('nonsense');
    expect([made.status, made.body]).toEqual([401, nonsense.body]);
  });

  it('that has expired says so to its bearer, and to no one else', async () => {
    const token = tokens['pat']!;
    expect((await me(token)).status).toBe(200);
    useClock({ now: () => new Date(Date.now() + 86_400_001) });
    const expired = await me(token);
    expect([expired.status, expired.error?.data]).toEqual([
      401,
      { code: 'UNAUTHORIZED', httpStatus: 401, path: 'auth.me', reason: 'token_expired' },
    ]);
    expect(expired.error?.message).toContain('expired');
    const mistyped = await me(`${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`);
    expect(mistyped.status).toBe(401);
    expect(mistyped.error?.data).not.toHaveProperty('reason');
    // Still a call without a credential: it counts against the address.
    const left = ({ headers }: WireAnswer) => Number(headers['x-ratelimit-remaining']);
    expect([left(expired) - left(mistyped), expired.headers['x-ratelimit-limit']]).toEqual([1, '1000']);
  });

  it('is accepted in the header only', async () => {
    const client = new WireClient(app, { slug: world.organization.slug });
    const token = tokens['pat']!;
    for (const url of [`?access_token=${token}`, `?token=${token}`, `?authorization=Bearer%20${token}`]) {
      expect([url, (await client.request('GET', `/api/trpc/auth.me${url}`)).status]).toEqual([url, 401]);
    }
    for (const cookie of [`token=${token}`, `session=${token}`, `authorization=Bearer ${token}`]) {
      expect([cookie, (await client.as({ cookie }).query('auth.me')).status]).toEqual([cookie, 401]);
    }
    for (const authorization of [
      token,
      `Token ${token}`,
      `Basic ${token}`,
      `Bearer ${token} x`,
      `Bearer ${token},x`,
    ]) {
      const { status } = await client.as({ headers: { authorization } }).query('auth.me');
      expect([authorization, status]).toEqual([authorization, 401]);
    }
  });
});
