import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { type WireAnswer, WireClient } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import {
  aBrowser,
  aCode,
  anApplication,
  answerOf,
  askForTokens,
  authorizeUrl,
  aVerifier,
  credentialsOf,
  redeem,
  refresh,
  REDIRECT_URI,
  sendForm,
  type TestApplication,
  type TestBrowser,
  type TokenAnswer,
  tokensFor,
} from '../../support/oauth';

describe('POST /oauth/token', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let application: TestApplication;
  let browser: TestBrowser;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    application = await anApplication(organization);
    browser = await aBrowser(app, organization.owner);
  });

  const codeFields = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
  });
  const statusWith = async (token: string) =>
    (await new WireClient(app, { token, slug: organization.slug }).query('auth.me')).status;
  const refusal = (answer: WireAnswer) => [answer.status, (answer.body as { error: string }).error];
  const tokensOf = (answer: WireAnswer) => answer.body as TokenAnswer;
  const basic = (name: string, secret: string) =>
    `Basic ${Buffer.from(`${encodeURIComponent(name)}:${encodeURIComponent(secret)}`).toString('base64')}`;

  describe('codes', () => {
    it('are used once; a second use revokes the tokens of the first (O2)', async () => {
      const code = await aCode(browser, application);
      const tokens = tokensOf(await redeem(app, application, code));
      expect(await statusWith(tokens.access_token)).toBe(200);
      expect(refusal(await redeem(app, application, code))).toEqual([400, 'invalid_grant']);
      expect(await statusWith(tokens.access_token)).toBe(401);
      expect(refusal(await refresh(app, application, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    });

    it('fifty concurrently: one succeeds (O3)', async () => {
      const code = await aCode(browser, application);
      const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(app, application, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const others = answers
        .filter(({ status }) => status !== 200)
        .map((answer) => refusal(answer).join(' '));
      expect(new Set(others)).toEqual(new Set(['400 invalid_grant']));
    });

    it('are valid for a minute (O4)', async () => {
      const code = await aCode(browser, application);
      const { rows } = await app.sql.query<{ seconds: number }>(
        `select extract(epoch from expires_at - created_at)::int as seconds from oauth_families
         where organization_id = $1 order by id desc limit 1`,
        [organization.id],
      );
      expect(rows[0]!.seconds).toBe(60);
      await app.sql.query(
        `update oauth_families set expires_at = now() where organization_id = $1 and redeemed_at is null`,
        [organization.id],
      );
      expect(refusal(await redeem(app, application, code))).toEqual([400, 'invalid_grant']);
    });

    it('belong to one client; another’s attempt consumes nothing (O4)', async () => {
      const code = await aCode(browser, application);
      const other = await anApplication(organization);
      expect(refusal(await redeem(app, other, code))).toEqual([400, 'invalid_grant']);
      expect((await redeem(app, application, code)).status).toBe(200);
    });

    it('belong to one redirect URI, which is required', async () => {
      const redirectUris = [REDIRECT_URI, `${REDIRECT_URI}/other`];
      const own = await anApplication(organization, { redirectUris });
      for (const redirect_uri of [redirectUris[1]!, '', `${REDIRECT_URI}/`]) {
        const code = await aCode(browser, own);
        expect(refusal(await redeem(app, own, code, { redirect_uri }))).toEqual([400, 'invalid_grant']);
        // The other client has the code now, so it is invalid.
        expect(refusal(await redeem(app, own, code))).toEqual([400, 'invalid_grant']);
      }
    });

    it('ignore an additional refresh token', async () => {
      const other = await tokensFor(app, organization.owner, application);
      for (const refresh_token of [other.refresh_token, 'svc_ort_x', 'x']) {
        const answer = await redeem(app, application, await aCode(browser, application), { refresh_token });
        expect(answer.status).toBe(200);
        const tokens = tokensOf(answer);
        expect(tokens.refresh_token).toMatch(/^svc_ort_[0-9A-Za-z]{70}$/);
        expect(tokens.refresh_token.slice(0, 32)).not.toBe(other.refresh_token.slice(0, 32));
        expect((await refresh(app, application, tokens.refresh_token)).status).toBe(200);
      }
      expect((await refresh(app, application, other.refresh_token)).status).toBe(200);
    });

    it('that were never issued', async () => {
      for (const code of ['svc_oac_x', 'x', '\u0000', 'é', 'x'.repeat(5_000)]) {
        expect((await redeem(app, application, code)).status).toBe(400);
      }
    });
  });

  it('suspected theft is in the audit log', async () => {
    const own = await anOrganization({ app });
    const reporter = await anApplication(own);
    const code = await aCode(await aBrowser(app, own.owner), reporter);
    await redeem(app, reporter, code);
    await redeem(app, reporter, code);
    const { refresh_token } = await tokensFor(app, own.owner, reporter);
    await refresh(app, reporter, refresh_token);
    await refresh(app, reporter, refresh_token);
    await refresh(app, { ...reporter, clientSecret: 'x' }, refresh_token);
    const entries = await auditEntries(own, { action: 'oauth.token' });
    const told = { outcome: 'failure', target: reporter.id, actor: null };
    expect(entries).toMatchObject([
      { ...told, reason: 'invalid_client' },
      { ...told, reason: 'refresh_token_reused', details: { userId: own.owner.userId } },
      { ...told, reason: 'code_reused', details: { userId: own.owner.userId } },
    ]);
  });

  describe('PKCE (O5)', () => {
    const s256 = (challenge: string) => ({ code_challenge: challenge, code_challenge_method: 'S256' });

    it.each([
      ['confidential', false],
      ['public', true],
    ])('a %s client with the right verifier', async (_what, isPublic) => {
      const own = await anApplication(organization, { public: isPublic });
      const { verifier, challenge } = aVerifier();
      const code = await aCode(browser, own, s256(challenge));
      const answer = await redeem(app, own, code, { code_verifier: verifier });
      expect(answer.status).toBe(200);
      const renewed = await refresh(app, own, tokensOf(answer).refresh_token);
      expect(renewed.status).toBe(200);
    });

    it('a wrong verifier, a challenge in its place, or none', async () => {
      const { verifier, challenge } = aVerifier();
      for (const given of [aVerifier().verifier, challenge, null]) {
        const code = await aCode(browser, application, s256(challenge));
        const fields: Record<string, string> = given === null ? {} : { code_verifier: given };
        expect(refusal(await redeem(app, application, code, fields))).toEqual([400, 'invalid_grant']);
        const late = await redeem(app, application, code, { code_verifier: verifier });
        expect(refusal(late)).toEqual([400, 'invalid_grant']);
      }
    });

    it('an invalid verifier', async () => {
      const code = await aCode(browser, application, s256(aVerifier().challenge));
      expect((await redeem(app, application, code, { code_verifier: 'short' })).status).toBe(400);
    });

    it('a verifier when no challenge was sent', async () => {
      const code = await aCode(browser, application);
      const answer = await redeem(app, application, code, { code_verifier: aVerifier().verifier });
      expect(refusal(answer)).toEqual([400, 'invalid_grant']);
    });

    it('is optional for a confidential client (O6)', async () => {
      expect((await redeem(app, application, await aCode(browser, application))).status).toBe(200);
    });

    it('unless the operator requires it for every application', async () => {
      const strict = await startApp({ OAUTH_PKCE: 'required' });
      try {
        const own = await anOrganization({ app: strict });
        const reporter = await anApplication(own);
        const visitor = await aBrowser(strict, own.owner);
        const without = await visitor.client.request('GET', authorizeUrl(reporter));
        expect(answerOf(without)).toMatchObject({ error: 'invalid_request', state: 'a state' });
        const { verifier, challenge } = aVerifier();
        const code = await aCode(visitor, reporter, s256(challenge));
        expect(refusal(await redeem(strict, reporter, code))).toEqual([400, 'invalid_grant']);
        const next = await aCode(visitor, reporter, s256(challenge));
        const answer = await redeem(strict, reporter, next, { code_verifier: verifier });
        expect(answer.status).toBe(200);
      } finally {
        await strict.close();
      }
    });
  });

  describe('clients (O9)', () => {
    const ask = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const code = await aCode(browser, application);
      return askForTokens(app, { ...codeFields(code), ...fields }, headers);
    };

    it('with the body or with Basic', async () => {
      expect((await ask(credentialsOf(application))).status).toBe(200);
      const authorization = basic(application.clientId, application.clientSecret!);
      expect((await ask({}, { authorization })).status).toBe(200);
      expect((await ask({ client_id: application.clientId }, { authorization })).status).toBe(200);
    });

    it('401 without the right secret, with a challenge', async () => {
      const { clientId, clientSecret } = application;
      const other = await anApplication(organization);
      const answers = [
        await ask({ client_id: clientId, client_secret: `${clientSecret}x` }),
        await ask({ client_id: clientId, client_secret: other.clientSecret! }),
        await ask({ client_id: clientId }),
        await ask({ client_id: 'client_nobody', client_secret: clientSecret! }),
        await ask({}),
        await ask({}, { authorization: basic(clientId, 'x') }),
        await ask({}, { authorization: 'Basic x' }),
        await ask({}, { authorization: `Bearer ${clientSecret}` }),
      ];
      for (const answer of answers) {
        expect(refusal(answer)).toEqual([401, 'invalid_client']);
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
      }
      expect(answers[0]!.body).toEqual(answers[3]!.body);
    });

    it('400 with both methods together', async () => {
      const authorization = basic(application.clientId, application.clientSecret!);
      expect(refusal(await ask(credentialsOf(application), { authorization }))).toEqual([
        400,
        'invalid_request',
      ]);
      const other = { client_id: 'client_other' };
      expect(refusal(await ask(other, { authorization }))).toEqual([400, 'invalid_request']);
    });

    it('a public client has no secret to present', async () => {
      const own = await anApplication(organization, { public: true });
      expect(own.clientSecret).toBeNull();
      const answer = await ask({ client_id: own.clientId, client_secret: 'x' });
      expect(refusal(answer)).toEqual([401, 'invalid_client']);
    });

    it('a replaced secret is invalid', async () => {
      const own = await anApplication(organization);
      const rotated = await organization.owner.client.mutate('oauth.apps.rotateSecret', { id: own.id });
      const code = await aCode(browser, own);
      expect(refusal(await redeem(app, own, code))).toEqual([401, 'invalid_client']);
      const renewed = { ...own, clientSecret: rotated.data.clientSecret as string };
      expect((await redeem(app, renewed, code)).status).toBe(200);
    });
  });

  describe('refresh tokens (O10)', () => {
    it('reusing one ends the whole family', async () => {
      const first = await tokensFor(app, organization.owner, application);
      const second = tokensOf(await refresh(app, application, first.refresh_token));
      const third = tokensOf(await refresh(app, application, second.refresh_token));
      expect(await statusWith(third.access_token)).toBe(200);
      expect(refusal(await refresh(app, application, first.refresh_token))).toEqual([400, 'invalid_grant']);
      for (const { access_token, refresh_token } of [first, second, third]) {
        expect(await statusWith(access_token)).toBe(401);
        expect(refusal(await refresh(app, application, refresh_token))).toEqual([400, 'invalid_grant']);
      }
    });

    it('other families of the same user remain valid', async () => {
      const one = await tokensFor(app, organization.owner, application);
      const other = await tokensFor(app, organization.owner, application);
      await refresh(app, application, one.refresh_token);
      await refresh(app, application, one.refresh_token);
      expect(await statusWith(one.access_token)).toBe(401);
      expect(await statusWith(other.access_token)).toBe(200);
    });

    it('twenty concurrently: one succeeds, and no token remains valid', async () => {
      const { refresh_token } = await tokensFor(app, organization.owner, application);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => refresh(app, application, refresh_token)),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await statusWith(tokensOf(won[0]!).access_token)).toBe(401);
    });

    it('a narrower scope is granted, a wider one is rejected and consumes nothing (O11)', async () => {
      const tokens = await tokensFor(app, organization.owner, application, { scope: 'read write' });
      const wider = await refresh(app, application, tokens.refresh_token, { scope: 'read write delete' });
      expect(refusal(wider)).toEqual([400, 'invalid_scope']);
      const narrow = await refresh(app, application, tokens.refresh_token, { scope: 'read' });
      expect(narrow.body).toMatchObject({ scope: 'read' });
      const client = new WireClient(app, { token: tokensOf(narrow).access_token, slug: organization.slug });
      expect((await client.mutate('workspaces.create', { name: 'x' })).status).toBe(403);
    });

    it('a scope without consent is not granted, registered or not', async () => {
      const tokens = await tokensFor(app, organization.owner, application, { scope: 'read' });
      const wider = await refresh(app, application, tokens.refresh_token, { scope: 'read write' });
      expect(refusal(wider)).toEqual([400, 'invalid_scope']);
    });

    it('belong to one client; another’s attempt revokes nothing', async () => {
      const tokens = await tokensFor(app, organization.owner, application);
      const other = await anApplication(organization);
      expect(refusal(await refresh(app, other, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
      expect((await refresh(app, application, tokens.refresh_token)).status).toBe(200);
    });

    it('expire when they are not used, and at the latest with the family', async () => {
      for (const column of ['refresh_expires_at', 'expires_at']) {
        const own = await anApplication(organization);
        const tokens = await tokensFor(app, organization.owner, own);
        await app.sql.query(
          `update oauth_families set ${column} = now() where organization_id = $1
           and grant_id in (select id from oauth_grants where application_id = $2)`,
          [organization.id, own.id],
        );
        expect(refusal(await refresh(app, own, tokens.refresh_token))).toEqual([400, 'invalid_grant']);
      }
    });

    it('renewing does not extend the family', async () => {
      const own = await anApplication(organization);
      const end = async () =>
        (
          await app.sql.query<{ at: string }>(
            `select family.expires_at::text as at from oauth_families family
             join oauth_grants grants on grants.id = family.grant_id where grants.application_id = $1`,
            [own.id],
          )
        ).rows[0]!.at;
      const tokens = await tokensFor(app, organization.owner, own);
      const before = await end();
      await refresh(app, own, tokens.refresh_token);
      expect(await end()).toBe(before);
    });

    it('that were never issued', async () => {
      for (const token of ['svc_ort_x', 'x', '\u0000', 'x'.repeat(5_000)]) {
        expect((await refresh(app, application, token)).status).toBe(400);
      }
    });
  });

  describe('the form (O12)', () => {
    it('by POST, as a form, each parameter once, nothing in the query', async () => {
      const client = new WireClient(app);
      const code = await aCode(browser, application);
      const fields = { ...codeFields(code), ...credentialsOf(application) };
      const query = new URLSearchParams(fields).toString();

      const get = await client.request('GET', `/oauth/token?${query}`);
      expect([...refusal(get), get.headers['allow']]).toEqual([405, 'invalid_request', 'POST']);
      const elsewhere = await sendForm(client, '/oauth/token/', fields);
      expect(refusal(elsewhere)).toEqual([404, 'invalid_request']);
      const inQuery = await sendForm(client, `/oauth/token?${query}`, fields);
      expect(refusal(inQuery)).toEqual([400, 'invalid_request']);
      const secretInQuery = await sendForm(client, `/oauth/token?client_secret=x`, fields);
      expect(refusal(secretInQuery)).toEqual([400, 'invalid_request']);
      const json = await client.request('POST', '/oauth/token', fields);
      expect(refusal(json)).toEqual([400, 'invalid_request']);
      const text = await client.request('POST', '/oauth/token', query, { 'content-type': 'text/plain' });
      expect(refusal(text)).toEqual([400, 'invalid_request']);
      const nothing = await client.request('POST', '/oauth/token');
      expect(refusal(nothing)).toEqual([400, 'invalid_request']);
      const twice = await sendForm(client, '/oauth/token', `${query}&scope=read&scope=write`);
      expect(refusal(twice)).toEqual([400, 'invalid_request']);
      for (const answer of [get, inQuery, json, text, nothing, twice]) {
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(Object.keys(answer.body as object)).toEqual(['error', 'error_description']);
      }
      // None of this has used the code up.
      expect((await askForTokens(app, fields)).status).toBe(200);
    });

    it.each([
      ['no grant_type', {}, 'invalid_request'],
      ['an invalid grant_type', { grant_type: 'magic' }, 'unsupported_grant_type'],
      ['passwords', { grant_type: 'password', username: 'x', password: 'y' }, 'unsupported_grant_type'],
      ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      ['a name of objects', { grant_type: '__proto__' }, 'unsupported_grant_type'],
      ['no code', { grant_type: 'authorization_code' }, 'invalid_request'],
      ['no refresh token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ])('%s', async (_what, fields, error) => {
      const answer = await askForTokens(app, {
        ...credentialsOf(application),
        ...(fields as Record<string, string>),
      });
      expect(refusal(answer)).toEqual([400, error]);
    });

    it('an oversized body', async () => {
      const answer = await askForTokens(app, { ...credentialsOf(application), code: 'x'.repeat(70_000) });
      expect(answer.status).toBe(413);
      expect((answer.body as { error: string }).error).toBe('invalid_request');
    });
  });
});
