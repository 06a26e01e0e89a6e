import { beforeAll, describe, expect, it } from 'vitest';
import { RateCounters } from '../../../src/platform/cache/rate-counters';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import {
  aBrowser,
  aCode,
  anApplication,
  aVerifier,
  credentialsOf,
  redeem,
  refresh,
  sendForm,
  type TestApplication,
  type TokenAnswer,
  tokensFor,
} from '../../support/oauth';
import { expectEveryHeader } from '../../support/wire-shape';

describe('revocation, introspection and metadata', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let application: TestApplication;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    application = await anApplication(organization);
  });

  const send = (path: string, fields: Record<string, string>, by: TestApplication | null = application) =>
    sendForm(new WireClient(app), path, { ...(by === null ? {} : credentialsOf(by)), ...fields });
  const revoke = (token: string, by?: TestApplication | null) => send('/oauth/revoke', { token }, by);
  const introspect = (token: string, by?: TestApplication | null) => send('/oauth/introspect', { token }, by);
  const statusWith = async (token: string) =>
    (await new WireClient(app, { token, slug: organization.slug }).query('auth.me')).status;

  describe('POST /oauth/revoke (O13)', () => {
    it('200: revokes an access token, and only that one', async () => {
      const tokens = await tokensFor(app, organization.owner, application);
      expect(await statusWith(tokens.access_token)).toBe(200);
      const answer = await revoke(tokens.access_token);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await statusWith(tokens.access_token)).toBe(401);
      expect((await refresh(app, application, tokens.refresh_token)).status).toBe(200);
    });

    it('200: a refresh token revokes its access tokens, also when it was replaced', async () => {
      for (const isReplaced of [false, true]) {
        const tokens = await tokensFor(app, organization.owner, application);
        const next = (await refresh(app, application, tokens.refresh_token)).body as TokenAnswer;
        const hint = { token_type_hint: 'access_token' };
        const token = isReplaced ? tokens.refresh_token : next.refresh_token;
        expect((await send('/oauth/revoke', { token, ...hint })).status).toBe(200);
        expect(await statusWith(tokens.access_token)).toBe(401);
        expect(await statusWith(next.access_token)).toBe(401);
        expect((await refresh(app, application, next.refresh_token)).status).toBe(400);
      }
    });

    it('200: an unknown token', async () => {
      for (const token of ['x', 'svc_oat_x', 'svc_ort_x', 'x'.repeat(5_000)]) {
        expect((await revoke(token)).status).toBe(200);
      }
    });

    it('200, and revokes nothing: another client’s', async () => {
      const tokens = await tokensFor(app, organization.owner, application);
      const other = await anApplication(organization);
      expect((await revoke(tokens.access_token, other)).status).toBe(200);
      expect((await revoke(tokens.refresh_token, other)).status).toBe(200);
      expect(await statusWith(tokens.access_token)).toBe(200);
      expect((await refresh(app, application, tokens.refresh_token)).status).toBe(200);
    });

    it('200: a public client with its id', async () => {
      const own = await anApplication(organization, { public: true });
      const { verifier, challenge } = aVerifier();
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      const code = await aCode(await aBrowser(app, organization.owner), own, pkce);
      const tokens = (await redeem(app, own, code, { code_verifier: verifier })).body as TokenAnswer;
      expect((await revoke(tokens.refresh_token, own)).status).toBe(200);
      expect(await statusWith(tokens.access_token)).toBe(401);
    });

    it('401 without the client’s secret, 400 without a token', async () => {
      const { access_token } = await tokensFor(app, organization.owner, application);
      expect((await revoke(access_token, null)).status).toBe(401);
      expect((await revoke(access_token, { ...application, clientSecret: 'x' })).status).toBe(401);
      expect((await revoke(access_token, { ...application, clientSecret: null })).status).toBe(401);
      expect((await send('/oauth/revoke', {})).body).toMatchObject({ error: 'invalid_request' });
      expect(await statusWith(access_token)).toBe(200);
    });
  });

  describe('POST /oauth/introspect (O14)', () => {
    it('200: the state of its own tokens', async () => {
      const tokens = await tokensFor(app, organization.owner, application, { scope: 'read write' });
      const known = {
        active: true,
        scope: 'read write',
        client_id: application.clientId,
        exp: expect.any(Number),
        sub: organization.owner.userId,
        iss: 'http://trestle.test',
        organization_id: organization.id,
      };
      const access = await introspect(tokens.access_token);
      expect(access.status).toBe(200);
      expect(access.body).toEqual({ ...known, token_type: 'bearer', iat: expect.any(Number) });
      const { exp, iat } = access.body as { exp: number; iat: number };
      expect(exp - iat).toBe(3600);
      expect((await introspect(tokens.refresh_token)).body).toEqual(known);
    });

    it('200 inactive: expired, unknown, replaced or another client’s tokens', async () => {
      const tokens = await tokensFor(app, organization.owner, application);
      const other = await anApplication(organization);
      const inactive = { active: false };
      expect((await introspect(tokens.access_token, other)).body).toEqual(inactive);
      expect((await introspect(tokens.refresh_token, other)).body).toEqual(inactive);
      for (const token of ['x', 'svc_oat_x', 'svc_ort_x']) {
        expect((await introspect(token)).body).toEqual(inactive);
      }
      await refresh(app, application, tokens.refresh_token);
      expect((await introspect(tokens.refresh_token)).body).toEqual(inactive);
      await revoke(tokens.access_token);
      expect((await introspect(tokens.access_token)).body).toEqual(inactive);
    });

    it('401 without a client, and for a public client, whose id anyone knows', async () => {
      const { access_token } = await tokensFor(app, organization.owner, application);
      expect((await introspect(access_token, null)).status).toBe(401);
      expect((await introspect(access_token, { ...application, clientSecret: null })).status).toBe(401);
      const isPublic = await anApplication(organization, { public: true });
      expect((await introspect(access_token, isPublic)).status).toBe(401);
    });
  });

  describe('/.well-known/oauth-authorization-server (O8)', () => {
    it('names existing endpoints, and the issuer of responses', async () => {
      const client = new WireClient(app);
      const answer = await client.request('GET', '/.well-known/oauth-authorization-server');
      expect(answer.status).toBe(200);
      expectEveryHeader(answer.headers);
      const metadata = answer.body as Record<string, unknown>;
      expect(metadata).toEqual({
        issuer: 'http://trestle.test',
        authorization_endpoint: 'http://trestle.test/oauth/authorize',
        token_endpoint: 'http://trestle.test/oauth/token',
        revocation_endpoint: 'http://trestle.test/oauth/revoke',
        introspection_endpoint: 'http://trestle.test/oauth/introspect',
        scopes_supported: ['read', 'write', 'delete', 'admin', 'webhooks'],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      });
      for (const [name, url] of Object.entries(metadata)) {
        if (!name.endsWith('_endpoint')) continue;
        const { pathname } = new URL(url as string);
        const found = await client.request(name === 'authorization_endpoint' ? 'GET' : 'POST', pathname);
        expect([name, found.status]).toEqual([name, 400]);
      }
    });
  });

  it('a rate-limited caller gets an OAuth error', async () => {
    const own = await startApp({ RATE_LIMITS: 'on' });
    try {
      const counters = own.nest.get(RateCounters, { strict: false });
      for (let count = 0; count < 1_000; count += 1) await counters.take('ip:127.0.0.1', 1_000);
      const rejected = await sendForm(new WireClient(own), '/oauth/token', {});
      expect(rejected.status).toBe(429);
      expect(rejected.body).toEqual({
        error: 'temporarily_unavailable',
        error_description: expect.any(String),
      });
      expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await own.close();
    }
  });
});
