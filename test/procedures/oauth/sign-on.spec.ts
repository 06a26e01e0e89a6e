import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { ExpiredRowsSweep } from '../../../src/modules/scheduler/expired-rows.sweep';
import { startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { APEX, type WireAnswer, WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { unusedEmail } from '../../support/factories/invitation.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import {
  anApplication,
  answerOf,
  authorizeUrl,
  formOf,
  redeem,
  type TestApplication,
  type TokenAnswer,
} from '../../support/oauth';
import { aSignOn as aSamlSignOn, sessionOf } from '../../support/identity-provider/test-identity-provider';
import { TestBrowser } from '../../support/openid-provider/browser';
import { OpenIdSignOn } from '../../support/openid-provider/sign-on-world';
import { expectEveryHeader } from '../../support/wire-shape';

const SIGN_ON = '/oauth/sign-on';
const AUTHORIZE = '/oauth/authorize';

let app: TestApp;
let publisher: TestOrganization;
let application: TestApplication;
const open: OpenIdSignOn[] = [];
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' });
  publisher = await anOrganization({ app });
  application = await anApplication(publisher);
});
afterEach(async () => {
  useClock();
  await Promise.all(open.splice(0).map(({ provider }) => provider.close()));
});
afterAll(() => app?.close());

async function aSignOn(settings: object = {}): Promise<OpenIdSignOn> {
  const signOn = await OpenIdSignOn.start(app, settings);
  open.push(signOn);
  return signOn;
}

const aPerson = (more: object = {}) => {
  const sub = `sub-${randomBytes(8).toString('hex')}`;
  return { sub, email: unusedEmail(), name: 'Olga Signed-On', ...more };
};

const wayTo = (answer: WireAnswer): string => answer.headers['location']!;
const reasonOf = (answer: WireAnswer) => /Reason: <code>([^<]*)/.exec(String(answer.body))?.[1];
const apexClient = (browser: TestBrowser, headers: Record<string, string> = {}) =>
  new WireClient(app, { cookie: `session=${browser.cookie('session') ?? ''}`, headers });

/** Names the organization at the apex; returns where the browser is redirected. */
async function depart(
  browser: TestBrowser,
  { organization }: Pick<OpenIdSignOn, 'organization'>,
  url = authorizeUrl(application),
): Promise<string> {
  const sent = await browser.submit(SIGN_ON, { organization: organization.slug, continue: url });
  expect(sent.status).toBe(200);
  return sent.headers['refresh']!.replace('0; url=', '');
}

/** Signs in at the organization's host; returns where the browser is redirected, with the code. */
async function signedOn(
  browser: TestBrowser,
  signOn: OpenIdSignOn,
  { person = aPerson(), url = authorizeUrl(application) }: { person?: object; url?: string } = {},
): Promise<string> {
  const away = await browser.get(await depart(browser, signOn, url));
  const back = await signOn.walk(browser, person, wayTo(away));
  return wayTo(await browser.get(signOn.address(wayTo(back))));
}

/** The whole flow; the response of the last step. */
async function cameBack(
  browser: TestBrowser,
  signOn: OpenIdSignOn,
  how: { person?: object; url?: string } = {},
): Promise<WireAnswer> {
  return browser.get(await signedOn(browser, signOn, how));
}

async function approved(browser: TestBrowser, fields: Record<string, string> = {}): Promise<WireAnswer> {
  const page = await browser.get(authorizeUrl(application));
  expect(page.status).toBe(200);
  return browser.submit(AUTHORIZE, { ...formOf(page), decision: 'approve', ...fields });
}

async function joins(userId: string, { id }: TestOrganization): Promise<void> {
  await app.sql.query(
    `insert into members (organization_id, user_id, role, status, created_at, updated_at)
     values ($1, $2, 'member', 'active', now(), now())`,
    [id, userId],
  );
}

describe('consent of a user of single sign-on', () => {
  it('from the page of the apex to the organization’s host, back with a session, and on to tokens', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const state = 'odd <"\'&+%\\é\n 漢';
    const toSignIn = wayTo(await browser.get(authorizeUrl(application, { state })));
    const url = new URL(toSignIn, `http://${APEX}`).searchParams.get('continue')!;
    const signIn = await browser.get(toSignIn);
    const link = `${SIGN_ON}?continue=${encodeURIComponent(url)}`;
    expect(signIn.body).toContain(`href="${link}"`);
    const asked = await browser.get(link);
    expect(asked.status).toBe(200);
    expectEveryHeader(asked.headers);
    expect(formOf(asked)).toEqual({ continue: url });

    const fields = { ...formOf(asked), organization: signOn.organization.slug };
    const sent = await browser.submit(SIGN_ON, fields);
    expect(sent.status).toBe(200);
    const setCookie = String(sent.headers['set-cookie']);
    expect(setCookie).toMatch(/^handover=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const away = sent.headers['refresh']!.replace('0; url=', '');
    expect(away).toMatch(new RegExp(`^http://${signOn.host}/oauth/sign-on/handover\\?browser=[\\w-]{43}$`));
    expect(sent.body).toContain(`href="${away}"`);

    const toProvider = await browser.get(away);
    expect(wayTo(toProvider)).toMatch(/^\/api\/auth\/oidc\/login\?continue=%2Foauth%2Fsign-on%2Fhandover/);
    const person = aPerson();
    const here = await signOn.walk(browser, person, wayTo(toProvider));
    const handedOver = await browser.get(signOn.address(wayTo(here)));
    expect(wayTo(handedOver)).toMatch(
      /^http:\/\/trestle\.test\/oauth\/sign-on\/return\?code=svc_osh_\w{46}$/,
    );
    expect(handedOver.headers['referrer-policy']).toBe('no-referrer');
    const back = await browser.get(wayTo(handedOver));
    expect([back.status, wayTo(back)]).toEqual([303, url]);
    expect(browser.cookie('handover')).toBeUndefined();

    const page = await browser.get(wayTo(back));
    expect(page.body).toContain(`Organization ${signOn.organization.slug}`);
    expect(page.body).toContain(person.email);
    const redirect = await browser.submit(AUTHORIZE, { ...formOf(page), decision: 'approve' });
    const answer = answerOf(redirect);
    expect(answer['state']).toBe(state);
    const tokens = (await redeem(app, application, answer['code']!)).body as TokenAnswer;
    const { organization } = signOn;
    const bearer = new WireClient(app, { token: tokens.access_token, slug: organization.slug });
    const { data: me } = await bearer.query('auth.me');
    expect(me).toMatchObject({ email: person.email });

    const [, handover] = await auditEntries(organization, { actor: me.id });
    expect(handover).toMatchObject({
      action: 'auth.signin',
      outcome: 'success',
      target: me.id,
      credential: { kind: 'session' },
      details: { method: 'oidc', handedOver: true },
    });
  });

  it('with SAML as well, whose RelayState has 80 bytes', async () => {
    const provider = await aSamlSignOn({ app });
    const host = `${provider.organization.slug}.${APEX}`;
    const browser = new TestBrowser(app);
    const away = await browser.get(await depart(browser, provider));
    const journey = await provider.begin(wayTo(away));
    const relayState = journey.location.searchParams.get('RelayState')!;
    expect(Buffer.byteLength(relayState)).toBeLessThanOrEqual(80);
    const answer = await provider.send(provider.respond(journey), journey, relayState);
    browser.setCookie('session', sessionOf(answer)!.replace('session=', ''), host);
    const handedOver = await browser.get(`http://${host}${wayTo(answer)}`);
    expect((await browser.get(wayTo(handedOver))).status).toBe(303);
    expect(answerOf(await approved(browser))['code']).toBeTruthy();
  });

  it('without a prompt where the user is already signed in', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const person = aPerson();
    expect((await signOn.walk(browser, person)).status).toBe(303);
    const handedOver = await browser.get(await depart(browser, signOn));
    expect(wayTo(handedOver)).toContain('/oauth/sign-on/return?code=');
    expect((await browser.get(wayTo(handedOver))).status).toBe(303);
    expect(answerOf(await approved(browser))['code']).toBeTruthy();
  });

  it('not with a password session of the organization’s host', async () => {
    const signOn = await aSignOn();
    const { userId } = await signOn.organization.addMember();
    for (const method of ['password', 'provider'] as const) {
      const browser = signOn.browser();
      const { cookie } = await aSession(userId, { app, method });
      browser.setCookie('session', cookie.split('=', 2)[1]!, signOn.host);
      const away = await browser.get(await depart(browser, signOn));
      expect(wayTo(away)).toMatch(/^\/api\/auth\/oidc\/login\?/);
    }
    const { rowCount } = await app.sql.query(
      'select from oauth_session_transfers where organization_id = $1 and code_digest is not null',
      [signOn.organization.id],
    );
    expect(rowCount).toBe(0);
  });

  it('not with a bearer token, whose bearer is not a browser', async () => {
    const signOn = await aSignOn();
    const away = new URL(await depart(signOn.browser(), signOn));
    const answer = await signOn.organization.owner.client.request('GET', away.pathname + away.search);
    expect(wayTo(answer)).toMatch(/^\/api\/auth\/oidc\/login\?/);
  });
});

describe('the returned code', () => {
  it('is valid in the browser that began, and consumed by any other', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const back = await signedOn(browser, signOn);
    const thief = signOn.browser();
    await depart(thief, signOn);
    for (const other of [thief, signOn.browser()]) {
      const answer = await other.get(back);
      expect([answer.status, other.cookie('session')]).toEqual([400, undefined]);
    }
    const late = await browser.get(back);
    expect([late.status, reasonOf(late), browser.cookie('session')]).toEqual([
      400,
      'handover_unknown',
      undefined,
    ]);
    const [entry] = await auditEntries(signOn.organization, { action: 'auth.signin' });
    expect(entry).toMatchObject({ outcome: 'failure', reason: 'handover_other_browser', actor: null });
  });

  it('is valid once, also concurrently', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const back = await signedOn(browser, signOn);
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.get(back)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(7).fill(400)]);
    const { rows } = await app.sql.query<{ count: number }>(
      'select count(*)::int as count from sessions where organization_id = $1 and origin_id is not null',
      [signOn.organization.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is valid for a minute; the transfer is valid for ten', async () => {
    const signOn = await aSignOn();
    const startedAt = Date.now();
    const browser = signOn.browser();
    const back = await signedOn(browser, signOn);
    useClock({ now: () => new Date(startedAt + 90_000) });
    const late = await browser.get(back);
    expect([late.status, reasonOf(late)]).toEqual([400, 'handover_expired']);
    const slow = await depart(browser, signOn);
    useClock({ now: () => new Date(startedAt + 90_000 + 11 * 60_000) });
    expect(reasonOf(await browser.get(slow))).toBe('handover_unknown');
  });

  it('the newest is valid, when the page was loaded again', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    expect((await signOn.walk(browser, aPerson())).status).toBe(303);
    const away = await depart(browser, signOn);
    const first = wayTo(await browser.get(away));
    const second = wayTo(await browser.get(away));
    expect(reasonOf(await browser.get(first))).toBe('handover_unknown');
    expect((await browser.get(second)).status).toBe(303);
  });

  it('belongs to the organization of the transfer', async () => {
    const [signOn, other] = [await aSignOn(), await aSignOn()];
    const browser = signOn.browser();
    await other.walk(browser, aPerson());
    const away = await depart(browser, signOn);
    const elsewhere = await browser.get(away.replace(signOn.host, other.host));
    expect([elsewhere.status, reasonOf(elsewhere)]).toEqual([400, 'handover_unknown']);
  });

  it('cannot be replaced by anything else', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    for (const code of ['', 'x', `svc_osh_${'x'.repeat(46)}`, '%00', 'x'.repeat(5_000), 'a&code=b']) {
      const answer = await browser.get(`${SIGN_ON}/return?code=${code}`);
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'handover_unknown']);
    }
    await signOn.walk(browser, aPerson());
    for (const query of [
      '',
      '?browser=',
      '?browser=x',
      `?browser=${'x'.repeat(43)}`,
      '?browser=a&browser=b',
    ]) {
      const answer = await browser.get(signOn.address(`${SIGN_ON}/handover${query}`));
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'handover_unknown']);
    }
  });

  it('is invalid once its session has ended', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const back = await signedOn(browser, signOn);
    const signOut = await signOn.client(browser).request('POST', '/api/auth/signout');
    expect(signOut.status).toBe(204);
    const answer = await browser.get(back);
    expect([answer.status, browser.cookie('session')]).toEqual([400, undefined]);
  });

  it('is not created by a session that has just ended, whatever is cached', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    await signOn.walk(browser, aPerson());
    const away = await depart(browser, signOn);
    expect((await signOn.client(browser).query('auth.me')).status).toBe(200);
    await app.sql.query('delete from sessions where organization_id = $1', [signOn.organization.id]);
    const answer = await browser.get(away);
    // Without the cached session, the user is sent to the provider to sign in again.
    const isRejected = answer.status === 400 && reasonOf(answer) === 'handover_unknown';
    expect(isRejected || !wayTo(answer).includes(`${SIGN_ON}/return`)).toBe(true);
  });

  it('is deleted after its expiry, with its transfer', async () => {
    const signOn = await aSignOn();
    const [late, browser] = [signOn.browser(), signOn.browser()];
    await signedOn(late, signOn);
    await app.sql.query(`update oauth_session_transfers set expires_at = now() where organization_id = $1`, [
      signOn.organization.id,
    ]);
    const back = await signedOn(browser, signOn);
    await app.nest.get(ExpiredRowsSweep, { strict: false }).run(new AbortController().signal);
    const { rowCount } = await app.sql.query(
      'select from oauth_session_transfers where organization_id = $1',
      [signOn.organization.id],
    );
    expect(rowCount).toBe(1);
    expect((await browser.get(back)).status).toBe(303);
  });

  it('is stored as digests only', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const back = await signedOn(browser, signOn);
    const { rows } = await app.sql.query<{ text: string }>(
      'select row::text as text from oauth_session_transfers row where organization_id = $1',
      [signOn.organization.id],
    );
    expect(rows).toHaveLength(1);
    for (const secret of [new URL(back).searchParams.get('code')!, browser.cookie('handover')!]) {
      expect(rows[0]!.text).not.toContain(secret);
      expect(rows[0]!.text).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

describe('the transferred session', () => {
  it('is valid for this organization only', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    await cameBack(browser, signOn);
    const { data: me } = await apexClient(browser).query('auth.me');
    const other = await anOrganization({ app });
    await joins(me.id as string, other);
    const page = await browser.get(authorizeUrl(application));
    expect(page.body).not.toContain(other.id);
    const rejected = await browser.submit(AUTHORIZE, {
      ...formOf(page),
      decision: 'approve',
      organizationId: other.id,
    });
    expect(rejected.status).toBe(400);
    const client = apexClient(browser, { 'x-tenant-id': other.id });
    expect((await client.query('workspaces.list')).status).toBe(403);
    const own = apexClient(browser, { 'x-tenant-id': signOn.organization.id });
    expect((await own.query('workspaces.list')).status).toBe(200);
  });

  it('ends with the original session, and with the membership', async () => {
    const signOn = await aSignOn();
    const { organization } = signOn;
    const status = async (browser: TestBrowser) =>
      (await apexClient(browser).query('workspaces.list')).status;

    const one = signOn.browser();
    await cameBack(one, signOn);
    expect(await status(one)).toBe(200);
    await signOn.client(one).request('POST', '/api/auth/signout');
    expect(await status(one)).toBe(401);

    const two = signOn.browser();
    await cameBack(two, signOn);
    const { data: me } = await apexClient(two).query('auth.me');
    expect(await status(two)).toBe(200);
    await made(organization.owner.client, 'organizations.members.deactivate', { userId: me.id });
    expect(await status(two)).toBe(403);
    expect((await two.get(authorizeUrl(application))).status).toBe(403);
  });

  it('remains, with the original session, when it ends all others', async () => {
    const signOn = await aSignOn();
    const person = aPerson();
    const browser = signOn.browser();
    await cameBack(browser, signOn, { person });
    const elsewhere = signOn.browser();
    await cameBack(elsewhere, signOn, { person });
    const client = apexClient(browser, { origin: `http://${APEX}` });
    expect((await client.query('auth.sessions.list')).data.sessions).toHaveLength(4);
    expect((await client.mutate('auth.sessions.revoke', { others: true })).status).toBe(200);
    expect((await client.query('auth.sessions.list')).data.sessions).toHaveLength(2);
    expect((await signOn.client(browser).query('auth.me')).status).toBe(200);
    expect((await apexClient(elsewhere).query('auth.me')).status).toBe(401);
  });
});

describe('where single sign-on is enforced', () => {
  it('a user signed in with a password is sent through it, and decides afterwards', async () => {
    const signOn = await aSignOn();
    const { organization } = signOn;
    const { userId, email } = await organization.addMember();
    const identity = aPerson({ email });
    expect((await signOn.walk(signOn.browser(), identity)).status).toBe(303);
    await made(organization.owner.client, 'sso.update', { enforced: true });
    const other = await anOrganization({ app });
    await joins(userId, other);

    const browser = signOn.browser();
    const { cookie } = await aSession(userId, { app });
    browser.setCookie('session', cookie.split('=', 2)[1]!);
    const sent = await approved(browser, { organizationId: organization.id });
    expect([sent.status, sent.headers['location']]).toEqual([200, undefined]);
    const away = await browser.get(sent.headers['refresh']!.replace('0; url=', ''));
    const here = await signOn.walk(browser, identity, wayTo(away));
    const handedOver = await browser.get(signOn.address(wayTo(here)));
    const back = await browser.get(wayTo(handedOver));
    expect(wayTo(back)).toBe(authorizeUrl(application));
    const { code } = answerOf(await approved(browser));
    const tokens = (await redeem(app, application, code!)).body as TokenAnswer;
    const bearer = new WireClient(app, { token: tokens.access_token, slug: organization.slug });
    expect((await bearer.query('auth.me')).data.id).toBe(userId);

    const again = signOn.browser();
    again.setCookie('session', cookie.split('=', 2)[1]!);
    expect(answerOf(await approved(again, { organizationId: other.id }))['code']).toBeTruthy();
    const rejected = await browser.submit(AUTHORIZE, {
      ...formOf(await again.get(authorizeUrl(application))),
      decision: 'approve',
    });
    expect(rejected.status).toBe(403);
  });

  it('the owner decides with a password session', async () => {
    const signOn = await aSignOn();
    const { organization } = signOn;
    expect((await signOn.walk(signOn.browser(), aPerson())).status).toBe(303);
    await made(organization.owner.client, 'sso.update', { enforced: true });
    const browser = signOn.browser();
    const { cookie } = await aSession(organization.owner.userId, { app });
    browser.setCookie('session', cookie.split('=', 2)[1]!);
    expect(answerOf(await approved(browser))['code']).toBeTruthy();
  });
});

describe('naming the organization', () => {
  it('accepts its slug or its address as browsers show it', async () => {
    const signOn = await aSignOn();
    const { slug } = signOn.organization;
    for (const organization of [
      slug,
      ` ${slug.toUpperCase()} `,
      `${slug}.${APEX}`,
      `http://${slug}.${APEX}/boards/1?x#y`,
      `${slug}.${APEX}:8080`,
    ]) {
      const answer = await signOn
        .browser()
        .submit(SIGN_ON, { organization, continue: authorizeUrl(application) });
      expect([organization, answer.status, answer.headers['refresh']]).toEqual([
        organization,
        200,
        expect.stringContaining(`url=http://${signOn.host}/`),
      ]);
    }
  });

  it('redirects only to hosts of organizations with single sign-on, and reveals no others', async () => {
    const signOn = await aSignOn();
    const { slug } = await anOrganization({ app });
    const answers = [];
    for (const organization of [
      slug,
      'unknown-slug',
      '',
      'evil.example',
      `${signOn.organization.slug}.evil.example`,
      `${signOn.organization.slug}@evil.example`,
      '//evil.example',
      String.raw`evil.example\@${signOn.organization.slug}`,
      APEX,
      `a.${signOn.organization.slug}`,
      'javascript:alert(1)',
      '\u0000',
      'x'.repeat(5_000),
    ]) {
      const browser = signOn.browser();
      const answer = await browser.submit(SIGN_ON, { organization, continue: authorizeUrl(application) });
      expect([organization, answer.status]).toEqual([organization, 400]);
      expect(answer.headers['refresh']).toBeUndefined();
      expect(browser.cookie('handover')).toBeUndefined();
      answers.push(String(answer.body).replaceAll(/value="[^"]*"/g, ''));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it('continues to an application’s request and nowhere else', async () => {
    const signOn = await aSignOn();
    const { slug: organization } = signOn.organization;
    for (const evil of [
      '',
      '/',
      '/settings/account',
      'https://evil.example/oauth/authorize?x',
      '//evil.example/oauth/authorize?x',
      String.raw`/\evil.example/oauth/authorize?x`,
      '/oauth/authorize',
      '/oauth/authorize/../../x?y',
      `/oauth/authorize?${'x'.repeat(5_000)}`,
    ]) {
      const browser = signOn.browser();
      expect((await browser.get(`${SIGN_ON}?continue=${encodeURIComponent(evil)}`)).status).toBe(400);
      expect((await browser.submit(SIGN_ON, { organization, continue: evil })).status).toBe(400);
      expect(browser.cookie('handover')).toBeUndefined();
    }
  });

  it('is valid only from our own pages: no other site can start a sign-in', async () => {
    const signOn = await aSignOn();
    const { slug } = signOn.organization;
    const body = new URLSearchParams({ organization: slug, continue: authorizeUrl(application) }).toString();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: `http://${slug}.${APEX}` },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      const answer = await new WireClient(app).request('POST', SIGN_ON, body, {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('is offered at the apex, for an authorization request', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const page = async (address: string) => String((await browser.get(address)).body);
    const onward = `/signin?continue=${encodeURIComponent(authorizeUrl(application))}`;
    expect(await page(onward)).toContain(SIGN_ON);
    expect(await page('/signin')).not.toContain(SIGN_ON);
    expect(await page('/signin?continue=/settings/account')).not.toContain(SIGN_ON);
    expect(await page(signOn.address(onward))).not.toContain(SIGN_ON);
  });

  it('each page is on its own host: 404 elsewhere', async () => {
    const signOn = await aSignOn();
    const browser = signOn.browser();
    const onward = `?continue=${encodeURIComponent(authorizeUrl(application))}`;
    expect((await browser.get(signOn.address(`${SIGN_ON}${onward}`))).status).toBe(404);
    expect((await browser.get(signOn.address(`${SIGN_ON}/return?code=x`))).status).toBe(404);
    const handover = `${SIGN_ON}/handover?browser=${'x'.repeat(43)}`;
    expect((await browser.get(handover)).status).toBe(404);
    const named = { 'x-tenant-id': signOn.organization.slug };
    expect((await new WireClient(app, { headers: named }).request('GET', handover)).status).toBe(404);
    const without = await anOrganization({ app });
    expect((await browser.get(`http://${without.slug}.${APEX}${handover}`)).status).toBe(404);
    expect((await browser.get(`http://unknown.${APEX}${handover}`)).status).toBe(404);
  });
});

it('where the apex is the organization’s host, signing in there is enough', async () => {
  const slug = `s${randomBytes(6).toString('hex')}`;
  const single = await startApp({ ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1', SINGLE_ORG: slug });
  try {
    const signOn = await OpenIdSignOn.start(single);
    open.push(signOn);
    await single.sql.query('update organizations set slug = $2 where id = $1', [
      signOn.organization.id,
      slug,
    ]);
    await made(signOn.organization.owner.client.as({ slug: '' }), 'organizations.update', {
      name: 'Single',
    });
    const own = await anApplication({
      owner: { client: signOn.organization.owner.client.as({ slug: '' }) },
    });
    const url = authorizeUrl(own);
    const browser = signOn.browser();
    const signIn = await browser.get(wayTo(await browser.get(url)));
    const [, way] = /href="(\/api\/auth\/oidc\/login[^"]*)"/.exec(String(signIn.body))!;
    const gone = await browser.get(way!.replaceAll('&amp;', '&'));
    const back = await browser.get(signOn.provider.comeBack(wayTo(gone), { ...aPerson() }).href);
    expect(wayTo(back)).toBe(url);
    const page = await browser.get(url);
    const redirect = await browser.submit(AUTHORIZE, { ...formOf(page), decision: 'approve' });
    expect(answerOf(redirect)['code']).toBeTruthy();

    const { data: me } = await new WireClient(single, {
      cookie: `session=${browser.cookie('session') ?? ''}`,
    }).query('auth.me');
    await made(signOn.organization.owner.client.as({ slug: '' }), 'sso.update', { enforced: true });
    const { cookie } = await aSession(me.id, { app: single });
    browser.setCookie('session', cookie.split('=', 2)[1]!);
    const again = formOf(await browser.get(url));
    const sent = await browser.submit(AUTHORIZE, { ...again, decision: 'approve' });
    // By no redirect here as well: browsers would hold the way to the provider to the policy of the form's page.
    expect([sent.status, sent.headers['location']]).toEqual([200, undefined]);
    const signingOn = new URL(sent.headers['refresh']!.replace('0; url=', ''));
    expect([signingOn.host, signingOn.pathname]).toEqual([APEX, '/api/auth/oidc/login']);
    expect(signingOn.searchParams.get('continue')).toBe(url);
    const away = await browser.get(signingOn.href);
    expect(wayTo(away)).toContain(signOn.provider.issuer);
  } finally {
    await single.close();
  }
});
