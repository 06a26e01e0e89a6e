import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { SendEmailConfirmationJob } from '../../../src/modules/accounts/email-confirmation/send-email-confirmation.job';
import { Mailer } from '../../../src/platform/mail/mailer';
import { sharedApp, type TestApp } from '../../support/app';
import { APEX, WireClient } from '../../support/client';
import { anAccount, cookieOf } from '../../support/factories/account.factory';
import { unusedEmail } from '../../support/factories/invitation.factory';
import { Mailbox } from '../../support/mailbox';
import { ProviderWorld } from '../../support/openid-provider/provider-world';
import { PageBrowser, wordsOf } from '../../support/page-browser';
import { refusedPaths } from '../../support/refusals';

const PASSWORD = 'correct horse battery';
const LINK = /http:\/\/trestle\.test(\/confirm-email\?token=[\w.-]+)\r?\n/;

const register = (app: TestApp, email: string) =>
  new WireClient(app).request('POST', '/api/auth/register', {
    name: 'Ada',
    email,
    password: PASSWORD,
    organizationName: `Engines ${randomBytes(6).toString('hex')}`,
  });

describe('confirming the address of a registered account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });
  afterEach(() => useClock());

  const registered = async () => {
    const email = unusedEmail();
    const mail = Mailbox.of(app).next(email);
    const answer = await register(app, email);
    expect(answer.status).toBe(201);
    const cookie = cookieOf(answer.headers['set-cookie']!);
    const { subject, text } = await mail;
    expect(subject).toBe('Confirm your e-mail address');
    const [, path = ''] = LINK.exec(text) ?? [];
    return { email, cookie, path, text };
  };
  const isConfirmed = async (email: string) => {
    const { rows } = await app.sql.query<{ is: boolean }>(
      'select email_confirmed_at is not null as is from users where email = $1',
      [email],
    );
    return rows[0]!.is;
  };

  it('mails a link whose page confirms the address with its button, and not when it is opened', async () => {
    const { email, cookie, path, text } = await registered();
    expect(text).not.toContain('Ada');
    const browser = new PageBrowser(app, { cookie });
    expect((await browser.get('/settings/account')).status).toBe(200);
    const shown = await browser.get(path);
    expect([shown.status, await isConfirmed(email)]).toEqual([200, false]);
    const done = await browser.submit(shown, '/confirm-email');
    expect([done.status, wordsOf(done).includes(`${email} is confirmed`)]).toEqual([200, true]);
    expect(await isConfirmed(email)).toBe(true);
    // Again changes nothing.
    expect((await browser.submit(shown, '/confirm-email')).status).toBe(200);
  });

  it('redirects to sign-in first, and returns', async () => {
    const { email, path } = await registered();
    const browser = new PageBrowser(app);
    const away = await browser.get(path);
    expect(away.status).toBe(303);
    const signedIn = await browser.submit(await browser.get(away.location!), '/signin', {
      email,
      password: PASSWORD,
    });
    expect(signedIn.location).toBe(path);
    const done = await browser.submit(await browser.get(path), '/confirm-email');
    expect([done.status, await isConfirmed(email)]).toEqual([200, true]);
  });

  it('403: for the owner of the address while signed in to another account', async () => {
    const { email, path } = await registered();
    const browser = new PageBrowser(app, { cookie: (await anAccount()).cookie });
    const rejected = await browser.submit(await browser.get(path), '/confirm-email');
    expect([rejected.status, await isConfirmed(email)]).toEqual([403, false]);
  });

  it('400: after seven days, and for a modified token', async () => {
    const { email, cookie, path } = await registered();
    const browser = new PageBrowser(app, { cookie });
    const shown = await browser.get(path);
    const changed = await browser.submit(shown, '/confirm-email', { token: `${path.slice(-60)}x` });
    expect(changed.status).toBe(400);
    const later = new Date(Date.now() + 7 * 86_400_000);
    useClock({ now: () => later });
    const signIn = new PageBrowser(app);
    await signIn.post('/signin', { email, password: PASSWORD });
    const late = await signIn.submit(await signIn.get(path), '/confirm-email');
    expect([late.status, wordsOf(late).includes('This link is no longer valid')]).toEqual([400, true]);
    expect(await isConfirmed(email)).toBe(false);
  });

  describe('POST /api/auth/resend-confirmation', () => {
    const resend = (input: object) =>
      new WireClient(app).request('POST', '/api/auth/resend-confirmation', input);
    const mailsSent = async (email: string) => {
      const send = vi.spyOn(app.nest.get(Mailer, { strict: false }), 'send');
      await app.nest.get(SendEmailConfirmationJob, { strict: false }).perform({ email });
      const { length } = send.mock.calls;
      send.mockRestore();
      return length;
    };

    it('202: mails a link again, which requires the session of the account too', async () => {
      const { email, cookie } = await registered();
      const mail = Mailbox.of(app).next(email);
      const { status, body } = await resend({ email: ` ${email.toUpperCase()}` });
      expect([status, body]).toEqual([202, { success: true }]);
      const [, path = ''] = LINK.exec((await mail).text) ?? [];
      const stranger = new PageBrowser(app, { cookie: (await anAccount()).cookie });
      expect((await stranger.submit(await stranger.get(path), '/confirm-email')).status).toBe(403);
      const browser = new PageBrowser(app, { cookie });
      expect((await browser.submit(await browser.get(path), '/confirm-email')).status).toBe(200);
      expect(await isConfirmed(email)).toBe(true);
    });

    it('202: the same for a confirmed and an unknown address, to which nothing is mailed', async () => {
      const { email, cookie, path } = await registered();
      expect(await mailsSent(email)).toBe(1);
      const browser = new PageBrowser(app, { cookie });
      await browser.submit(await browser.get(path), '/confirm-email');
      for (const address of [email, unusedEmail()]) {
        const { status, body } = await resend({ email: address });
        expect([status, body, await mailsSent(address)]).toEqual([202, { success: true }, 0]);
      }
    });

    it.each([
      ['no e-mail', {}, 'email'],
      ['an invalid e-mail', { email: 'x' }, 'email'],
      ['an unknown key', { email: 'a@example.com', to: 'b@example.com' }, 'to'],
    ])('400: %s', async (_what, input, path) => {
      expect(refusedPaths(await resend(input))).toEqual([path]);
    });
  });

  it('403: the form of another session', async () => {
    const { email, cookie, path } = await registered();
    const other = new PageBrowser(app, { cookie: (await anAccount()).cookie });
    const shown = await other.get(path);
    const rejected = await new PageBrowser(app, { cookie }).post('/confirm-email', {
      token: path.slice(path.indexOf('=') + 1),
      formToken: /name="formToken" value="([^"]*)"/.exec(shown.text)![1]!,
    });
    expect([rejected.status, await isConfirmed(email)]).toEqual([403, false]);
  });
});

describe('the first use of a provider by a registered account', () => {
  let world: ProviderWorld;
  beforeAll(async () => {
    world = await ProviderWorld.start({ ROLES: 'api,worker' });
  });
  afterAll(() => world?.close());

  let email: string;
  let client: WireClient;
  let browser: PageBrowser;
  let path: string;
  beforeEach(async () => {
    email = unusedEmail();
    const mail = Mailbox.of(world.app).next(email);
    const cookie = cookieOf((await register(world.app, email)).headers['set-cookie']!);
    client = new WireClient(world.app, { cookie });
    browser = new PageBrowser(world.app, { cookie });
    path = LINK.exec((await mail).text)![1]!;
  });
  const useProvider = async () => {
    const other = world.browser();
    await world.walk(other, 'google', { sub: randomBytes(8).toString('hex'), email, email_verified: true });
    expect(other.cookie('session', APEX)).toBeDefined();
  };

  it('revokes nothing of a confirmed account', async () => {
    await browser.submit(await browser.get(path), '/confirm-email');
    await useProvider();
    expect((await client.query('auth.me')).status).toBe(200);
  });

  it('ends the sessions of an unconfirmed account', async () => {
    await useProvider();
    expect((await client.query('auth.me')).status).toBe(401);
  });
});
