import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HttpConfig } from '../../../../src/platform/config/http.config';
import { OutboundConfig } from '../../../../src/platform/config/outbound.config';
import { NameResolver } from '../../../../src/platform/http/name-resolver';
import { Outbound } from '../../../../src/platform/http/outbound';
import { OutboundConnections } from '../../../../src/platform/http/outbound-connections';
import { OutboundGuard } from '../../../../src/platform/http/outbound-guard';
import { Log } from '../../../../src/platform/logging/log';
import { DiscoveredClients } from '../../../../src/platform/openid/discovered-clients';
import type { OpenIdClient } from '../../../../src/platform/openid/open-id-client';
import { OpenIdConnect } from '../../../../src/platform/openid/open-id-connect';
import { type Misconduct, TestOpenIdProvider } from '../../../support/openid-provider/openid-provider';

const open: TestOpenIdProvider[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
});

async function aProvider(misconduct: Misconduct = {}, options: { issuer?: string } = {}) {
  const provider = await TestOpenIdProvider.start(options);
  provider.misconduct = misconduct;
  open.push(provider);
  return provider;
}

function reaching(allow: string[] = ['127.0.0.1']): OpenIdConnect {
  const config = Object.assign(new OutboundConfig(), { allowedTargets: allow });
  const guard = new OutboundGuard(config, new HttpConfig(), new NameResolver());
  return new OpenIdConnect(
    new DiscoveredClients(new Outbound(guard, new OutboundConnections()), guard),
    new Log(),
  );
}

function clientOf(provider: TestOpenIdProvider, more: Partial<OpenIdClient> = {}): OpenIdClient {
  return {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    redirectUri: 'https://trestle.example/back',
    scope: 'openid email profile',
    ...more,
  };
}

const PERSON = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' };

async function walk(
  provider: TestOpenIdProvider,
  change: { query?: (query: URLSearchParams) => void; person?: object; nonce?: string } = {},
  connect = reaching(),
) {
  const client = clientOf(provider);
  const { url, checks } = await connect.begin(client, 'the-state');
  const back = provider.comeBack(url, { ...PERSON, ...change.person });
  change.query?.(back.searchParams);
  const expected = { ...checks, nonce: change.nonce ?? checks.nonce };
  return connect.finish(client, back.searchParams.toString(), expected);
}

const refusal = (reason: string) => expect.objectContaining({ code: 'BAD_REQUEST', reason });

describe('OpenIdConnect', () => {
  it('redirects the browser with state, nonce and a challenge', async () => {
    const provider = await aProvider();
    const { url, checks } = await reaching().begin(clientOf(provider), 'the-state');
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${provider.address}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: provider.clientId,
      redirect_uri: 'https://trestle.example/back',
      response_type: 'code',
      scope: 'openid email profile',
      state: 'the-state',
      nonce: checks.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url).not.toContain(checks.codeVerifier);
  });

  it('reads the user of a callback', async () => {
    const provider = await aProvider();
    await expect(walk(provider)).resolves.toMatchObject({ ...PERSON, iss: provider.issuer });
    expect(provider.lastTokenRequest?.authorization).toMatch(/^Basic /);
    expect(provider.lastTokenRequest?.fields).not.toHaveProperty('client_secret');
  });

  it('authenticates in the body where the provider requires that', async () => {
    const provider = await aProvider({
      metadata: (all) => ({ ...all, token_endpoint_auth_methods_supported: ['client_secret_post'] }),
    });
    await expect(walk(provider)).resolves.toMatchObject(PERSON);
    expect(provider.lastTokenRequest?.authorization).toBeUndefined();
  });

  it('reads missing claims from the userinfo endpoint, for this subject only', async () => {
    const { email: _email, ...person } = PERSON;
    const told = { sub: 'ada', email: 'ada@example.com', name: 'Another User' };
    const provider = await aProvider({ userinfo: told, claims: ({ email: _left, ...rest }) => rest });
    await expect(walk(provider, { person })).resolves.toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
    });
    provider.misconduct = { ...provider.misconduct, userinfo: { ...told, sub: 'eve' } };
    await expect(walk(provider, { person })).rejects.toEqual(refusal('token_refused'));
  });

  it('accepts keys of elliptic curves, and rotated keys', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { exportJWK } = await import('jose');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'curve', alg: 'ES256', use: 'sig' };
    const provider = await aProvider({
      metadata: (all) => ({ ...all, id_token_signing_alg_values_supported: ['RS256', 'ES256'] }),
      sign: (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'curve' }).sign(privateKey),
    });
    provider.jwk = jwk;
    await expect(walk(provider)).resolves.toMatchObject(PERSON);
  });

  const now = () => Math.floor(Date.now() / 1000);
  const stranger = generateKeyPair('RS256');
  const unsigned = (header: object, claims: object) =>
    [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const TOKENS: [string, Misconduct][] = [
    ['no nonce', { claims: ({ nonce: _nonce, ...rest }) => rest }],
    ['another nonce', { claims: (all) => ({ ...all, nonce: 'another' }) }],
    ['another issuer', { claims: (all) => ({ ...all, iss: 'https://evil.example' }) }],
    ['no issuer', { claims: ({ iss: _iss, ...rest }) => rest }],
    ['another audience', { claims: (all) => ({ ...all, aud: 'another-client' }) }],
    ['no audience', { claims: ({ aud: _aud, ...rest }) => rest }],
    ['several audiences and no party', { claims: (all) => ({ ...all, aud: [all['aud'], 'another'] }) }],
    ['another party', { claims: (all) => ({ ...all, azp: 'another' }) }],
    [
      'several audiences and another party',
      { claims: (all) => ({ ...all, aud: [all['aud'], 'another'], azp: 'another' }) },
    ],
    ['an end that is over', { claims: (all) => ({ ...all, exp: now() - 120 }) }],
    ['no end', { claims: ({ exp: _exp, ...rest }) => rest }],
    ['a beginning in the future', { claims: (all) => ({ ...all, nbf: now() + 600 }) }],
    ['no subject', { claims: ({ sub: _sub, ...rest }) => rest }],
    ['an empty subject', { claims: (all) => ({ ...all, sub: '' }) }],
    ['a subject that is a number', { claims: (all) => ({ ...all, sub: 7 }) }],
    ['a subject with NUL', { claims: (all) => ({ ...all, sub: 'a\u0000b' }) }],
    ['a subject of 300 characters', { claims: (all) => ({ ...all, sub: 'x'.repeat(300) }) }],
    ['no signature', { sign: (claims) => Promise.resolve(`${unsigned({ alg: 'none' }, claims)}.`) }],
    [
      'the algorithm none, signed',
      {
        sign: async (claims, own) => {
          const [, , signature] = (await own.signed(claims)).split('.');
          return `${unsigned({ alg: 'none' }, claims)}.${signature}`;
        },
      },
    ],
    [
      'HS256 by the client secret',
      {
        sign: (claims, own) => {
          const text = unsigned({ alg: 'HS256', kid: 'first' }, claims);
          const mac = createHmac('sha256', own.clientSecret).update(text).digest('base64url');
          return Promise.resolve(`${text}.${mac}`);
        },
      },
    ],
    [
      'HS256 by the public key, allowed by the metadata',
      {
        metadata: (all) => ({ ...all, id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] }),
        sign: (claims, own) => {
          const text = unsigned({ alg: 'HS256', kid: 'first' }, claims);
          const mac = createHmac('sha256', JSON.stringify(own.jwk)).update(text).digest('base64url');
          return Promise.resolve(`${text}.${mac}`);
        },
      },
    ],
    [
      'none, allowed by the metadata',
      {
        metadata: (all) => ({ ...all, id_token_signing_alg_values_supported: ['RS256', 'none'] }),
        sign: (claims) => Promise.resolve(`${unsigned({ alg: 'none' }, claims)}.`),
      },
    ],
    [
      'the key of a stranger under the known name',
      {
        sign: async (claims) =>
          new SignJWT(claims)
            .setProtectedHeader({ alg: 'RS256', kid: 'first' })
            .sign((await stranger).privateKey),
      },
    ],
    [
      'a key that it brings itself',
      {
        sign: async (claims) => {
          const { exportJWK } = await import('jose');
          const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
          const header = { alg: 'RS256', jwk: await exportJWK(publicKey) };
          return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
        },
      },
    ],
    [
      'claims that were changed after signing',
      {
        sign: async (claims, own) => {
          const [header, , signature] = (await own.signed(claims)).split('.');
          const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url');
          return `${header}.${changed}.${signature}`;
        },
      },
    ],
    ['no token at all', { sign: () => Promise.resolve('') }],
  ];

  it.each(TOKENS)('rejects an ID token with %s', async (_name, misconduct) => {
    await expect(walk(await aProvider(misconduct))).rejects.toEqual(refusal('token_refused'));
  });

  it('rejects a nonce of another flow, and a wrong state', async () => {
    await expect(walk(await aProvider(), { nonce: 'of-another' })).rejects.toEqual(refusal('token_refused'));
    const provider = await aProvider();
    await expect(walk(provider, { query: (query) => query.set('state', 'another') })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(provider.calls).not.toContain('/token');
  });

  it('rejects the response of another issuer (mix-up)', async () => {
    const provider = await aProvider();
    await expect(
      walk(provider, { query: (query) => query.set('iss', 'https://evil.example') }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(provider.calls).not.toContain('/token');
    const strict = await aProvider({
      metadata: (all) => ({ ...all, authorization_response_iss_parameter_supported: true }),
    });
    await expect(walk(strict)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(walk(strict, { query: (query) => query.set('iss', strict.issuer) })).resolves.toBeTruthy();
  });

  it('accepts a code once, and no unknown code', async () => {
    const provider = await aProvider();
    const connect = reaching();
    const client = clientOf(provider);
    const { url, checks } = await connect.begin(client, 'the-state');
    const query = provider.comeBack(url, PERSON).searchParams.toString();
    await connect.finish(client, query, checks);
    await expect(connect.finish(client, query, checks)).rejects.toEqual(refusal('code_refused'));
  });

  it('fails when the provider returned an error', async () => {
    const provider = await aProvider();
    const query = (params: URLSearchParams) => {
      params.delete('code');
      params.set('error', 'access_denied');
      params.set('error_description', '<script>alert(1)</script>');
    };
    const failure = await walk(provider, { query }).catch((error: Error) => error);
    expect(failure).toEqual(refusal('provider_refused'));
    expect((failure as Error).message).not.toContain('script');
  });

  const A_TOKEN = { access_token: 'a', token_type: 'bearer', id_token: 'a.b.c' };
  const UNUSABLE: [string, Misconduct['answer']][] = [
    ['metadata that cannot be found', (path) => (path.includes('well-known') ? { status: 404 } : undefined)],
    ['metadata that are no JSON', (path) => (path.includes('well-known') ? { text: '<html>' } : undefined)],
    [
      'metadata that send it elsewhere',
      (path) =>
        path.includes('well-known')
          ? { status: 302, headers: { location: 'http://127.0.0.1:1/' } }
          : undefined,
    ],
    [
      'metadata without an end',
      (path) => (path.includes('well-known') ? { text: 'x'.repeat(300_000) } : undefined),
    ],
    [
      'a token endpoint that sends it elsewhere',
      (path) =>
        path === '/token' ? { status: 307, headers: { location: 'http://127.0.0.1:1/' } } : undefined,
    ],
    [
      'a token answer without an end',
      (path) => (path === '/token' ? { text: 'x'.repeat(300_000) } : undefined),
    ],
    ['a token response that is not JSON', (path) => (path === '/token' ? { text: '{' } : undefined)],
    ['an invalid ID token', (path) => (path === '/token' ? { body: A_TOKEN } : undefined)],
    ['keys without an end', (path) => (path === '/jwks' ? { text: 'x'.repeat(300_000) } : undefined)],
    [
      'a token endpoint that fails',
      (path) => (path === '/token' ? { status: 500, text: 'oops' } : undefined),
    ],
  ];

  it.each(UNUSABLE)('times out or fails at %s', async (_name, answer) => {
    await expect(walk(await aProvider({ answer }))).rejects.toEqual(refusal('provider_unreachable'));
  });

  it('rejects metadata of another issuer, and endpoints that are not web addresses', async () => {
    const metadata = (change: object) => aProvider({ metadata: (all) => ({ ...all, ...change }) });
    for (const change of [
      { issuer: 'https://evil.example' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { authorization_endpoint: 'http://elsewhere.example/authorize' },
      { authorization_endpoint: undefined },
    ]) {
      await expect(walk(await metadata(change))).rejects.toEqual(refusal('provider_unreachable'));
    }
  });

  it('uses the guard, for the issuer and for every endpoint of its metadata', async () => {
    const provider = await aProvider();
    await expect(walk(provider, {}, reaching([]))).rejects.toEqual(refusal('provider_unreachable'));
    expect(provider.calls).toEqual([]);
    const inward = await aProvider({
      metadata: (all) => ({ ...all, token_endpoint: 'https://169.254.169.254/token' }),
    });
    await expect(walk(inward)).rejects.toEqual(refusal('provider_unreachable'));
    const keysInward = await aProvider({
      metadata: (all) => ({ ...all, jwks_uri: 'https://10.0.0.1/jwks' }),
    });
    await expect(walk(keysInward)).rejects.toEqual(refusal('provider_unreachable'));
  });

  it('loads the keys again for an unknown key id, at most once in ten seconds', async () => {
    const provider = await aProvider();
    const connect = reaching();
    const loads = () => provider.calls.filter((path) => path === '/jwks').length;
    const rotate = async (kid: string) => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      provider.jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
      provider.misconduct.sign = (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    };
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      await walk(provider, {}, connect);
      vi.setSystemTime(Date.now() + 11_000);
      await rotate('second');
      await walk(provider, {}, connect);
      expect(loads()).toBe(2);
      await rotate('third');
      await expect(walk(provider, {}, connect)).rejects.toEqual(refusal('token_refused'));
      expect(loads()).toBe(2);
      vi.setSystemTime(Date.now() + 11_000);
      await walk(provider, {}, connect);
      expect(loads()).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('loads the metadata from time to time, and again for another secret', async () => {
    const provider = await aProvider();
    const connect = reaching();
    for (const state of ['a', 'b']) await connect.begin(clientOf(provider), state);
    expect(provider.calls).toHaveLength(1);
    await connect.begin(clientOf(provider, { clientSecret: 'another' }), 'c');
    expect(provider.calls).toHaveLength(2);
  });

  it('uses plain OAuth 2.0 where there are no metadata', async () => {
    const provider = await aProvider();
    const client = clientOf(provider, {
      issuer: 'https://code.example/login',
      endpoints: { authorization: 'https://code.example/authorize', token: `${provider.address}/token` },
    });
    const connect = reaching();
    const { url, checks } = await connect.begin(client, 'the-state');
    expect(url).not.toContain('nonce');
    const query = provider.comeBack(url).searchParams.toString();
    await expect(connect.finishPlain(client, query, checks)).resolves.toBe('an-access-token');
    expect(provider.calls).toEqual(['/token']);
  });
});
