import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { sharedApp, type TestApp } from '../../support/app';
import { withSecondFactor } from '../../support/authenticator';
import { anAccount } from '../../support/factories/account.factory';
import { formsOf, PageBrowser, wordsOf } from '../../support/page-browser';
import { WireClient } from '../../support/client';

describe('the sign-in page', () => {
  let app: TestApp;
  let nowMs: number;
  // Codes of authenticators are good for a minute or so, however long a test takes.
  beforeEach(() => {
    nowMs = Date.now();
    useClock({ now: () => new Date(nowMs) });
  });
  afterEach(() => useClock());
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('signs in, redirects to the target, and shows the signed-in user', async () => {
    const { email, password, name, slug } = await anAccount();
    const browser = new PageBrowser(app);
    const shown = await browser.get('/signin?continue=%2Fsettings%2Faccount');
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('<html lang="en">');
    const answer = await browser.submit(shown, '/signin', { email, password });
    expect(answer).toMatchObject({ status: 303, location: '/settings/account' });
    expect(answer.setCookies).toEqual([
      expect.stringMatching(/^session=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const home = await browser.get('/');
    expect(wordsOf(home)).toContain(`Hello, ${name}`);
    expect(home.text).toContain(`<a href="http://${slug}.trestle.test/">${slug}</a> (owner)`);
  });

  it('signs in on the host of an organization too, recorded in its audit log', async () => {
    const { email, password, slug, client } = await anAccount();
    const browser = new PageBrowser(app, { slug });
    const answer = await browser.submit(await browser.get('/signin'), '/signin', { email, password });
    expect(answer).toMatchObject({ status: 303, location: '/' });
    const { data } = await client.query('audit.list', { action: 'auth.signin' });
    expect(data.entries[0]).toMatchObject({ outcome: 'success' });
  });

  it('responds the same to a wrong password and an unknown address, without a cookie', async () => {
    const { email } = await anAccount();
    const [wrong, unknown] = await Promise.all(
      [email, 'unknown@example.com'].map(async (address) => {
        const browser = new PageBrowser(app);
        const shown = await browser.get('/signin?continue=/settings/account');
        return browser.submit(shown, '/signin', { email: address, password: 'not the password' });
      }),
    );
    expect(wrong!.status).toBe(401);
    expect(wrong!.headers['www-authenticate']).toBe('Bearer realm="api"');
    expect(wrong!.setCookies).toEqual([]);
    expect(wrong!.text.replaceAll(email, 'X')).toBe(unknown!.text.replaceAll('unknown@example.com', 'X'));
    expect(wrong!.text).toContain('<title>Error: Sign in');
    expect(wrong!.text).not.toContain('not the password');
    const [form] = formsOf(wrong!);
    expect(form!.fields).toEqual({ continue: '/settings/account', email, password: '' });
  });

  it('links an error to its field', async () => {
    const browser = new PageBrowser(app);
    const answer = await browser.post('/signin', { email: 'not an address', password: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('<a href="#email">E-mail address</a>: Must be an e-mail address');
    expect(answer.text).toMatch(/<p class="rejected" id="email-problem">Must be an e-mail address<\/p>/);
    expect(answer.text).toMatch(
      /<input\s+id="email"[^>]*\saria-invalid="true"\s+aria-describedby="email-problem"/,
    );
  });

  it('shows entered values as text', async () => {
    const hostile = `"><script>alert(1)</script>@example.com`;
    const answer = await new PageBrowser(app).post('/signin', { email: hostile, password: 'x' });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('<script');
    expect(formsOf(answer)[0]!.fields['email']).toBe(hostile);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    '/\t/evil.example',
    '/\r\nSet-Cookie: a=b',
    '\u0001//evil.example',
    'javascript:alert(1)',
    ' /settings',
    '',
  ])('never redirects to %j', async (target) => {
    const { email, password } = await anAccount();
    const browser = new PageBrowser(app);
    const shown = await browser.get(`/signin?continue=${encodeURIComponent(target)}`);
    expect(formsOf(shown)[0]!.fields['continue']).toBe('/');
    const answer = await browser.post('/signin', { email, password, continue: target });
    expect(answer).toMatchObject({ status: 303, location: '/' });
  });

  it('keeps encoded characters of a local path encoded', async () => {
    const { email, password } = await anAccount();
    const path = '/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2F&state=%0d%0a';
    const answer = await new PageBrowser(app).post('/signin', { email, password, continue: path });
    expect(answer.location).toBe(path);
  });

  it('redirects to the start page when the target is given twice', async () => {
    const shown = await new PageBrowser(app).get('/signin?continue=/a&continue=/b');
    expect(formsOf(shown)[0]!.fields['continue']).toBe('/');
  });

  it('tells a signed-in user so, and links to the target', async () => {
    const { email, cookie } = await anAccount();
    const shown = await new PageBrowser(app, { cookie }).get('/signin?continue=/settings/account');
    expect(wordsOf(shown)).toContain(`You are signed in as ${email}`);
    expect(shown.text).toContain('<a href="/settings/account">');
  });

  it('shows only known messages about previous steps', async () => {
    const browser = new PageBrowser(app);
    expect(wordsOf(await browser.get('/signin?done=password-reset'))).toContain('Your password was changed');
    const other = await browser.get('/signin?done=%3Cscript%3E');
    expect(other.text).not.toMatch(/script|class="note"/);
  });

  describe('with a second factor', () => {
    it('asks for the code on a second page without a password', async () => {
      const account = await withSecondFactor(await anAccount(), nowMs);
      const { email, password, recoveryCodes } = account;
      const browser = new PageBrowser(app);
      const shown = await browser.get('/signin?continue=/settings/account');
      const asked = await browser.submit(shown, '/signin', { email, password });
      expect(asked.status).toBe(200);
      expect(asked.setCookies).toEqual([]);
      expect(asked.text).toContain('<h1>Enter your code</h1>');
      expect(asked.text).not.toContain(password);
      expect(asked.text).toContain('autocomplete="one-time-code"');
      const wrong = await browser.submit(asked, '/signin', { code: '000000' });
      expect(wrong.status).toBe(401);
      expect(wordsOf(wrong)).toContain('This code is wrong or was already used');
      const empty = await browser.submit(wrong, '/signin', { code: '' });
      expect(empty.status).toBe(401);
      const answer = await browser.submit(empty, '/signin', { code: recoveryCodes[0]! });
      expect(answer).toMatchObject({ status: 303, location: '/settings/account' });
      expect((await browser.get('/settings/account')).status).toBe(200);
    });

    it('starts again with an invalid step, and after a change of the password', async () => {
      const account = await withSecondFactor(await anAccount(), nowMs);
      const { email, password, recoveryCodes } = account;
      const browser = new PageBrowser(app);
      const asked = await browser.post('/signin', { email, password });
      const { step } = formsOf(asked)[0]!.fields;
      const [code] = recoveryCodes as [string];
      for (const forged of ['', 'x', `${step!.slice(0, -4)}AAAA`, step!.slice(0, 40)]) {
        const answer = await browser.post('/signin', { step: forged, code });
        expect(answer.status).toBe(401);
        expect(wordsOf(answer)).toContain('sign in again');
      }
      const session = new WireClient(app, { cookie: account.cookie });
      const change = { currentPassword: password, newPassword: 'another horse battery' };
      expect((await session.mutate('auth.changePassword', change)).status).toBe(200);
      const late = await browser.post('/signin', { step: step!, code });
      expect(late.status).toBe(401);
      expect(late.setCookies).toEqual([]);
    });
  });

  describe('accepts forms of its own origin only', () => {
    it.each([
      ['another site', { origin: 'https://evil.example' }],
      ['a sibling', { origin: 'http://other.trestle.test' }],
      ['an opaque origin', { origin: 'null' }],
      ['another scheme', { origin: 'https://trestle.test' }],
      ['another port', { origin: 'http://trestle.test:8080' }],
    ])('403 for %s', async (_what, headers) => {
      const { email, password } = await anAccount();
      const answer = await new PageBrowser(app).post('/signin', { email, password }, headers);
      expect(answer.status).toBe(403);
      expect(answer.setCookies).toEqual([]);
      expect(answer.text).toContain('<h1>Not allowed</h1>');
    });
  });

  it('rejects other content types, repeated fields, and invalid text', async () => {
    const browser = new PageBrowser(app);
    const json = await browser.post('/signin', '{}', { 'content-type': 'application/json' });
    expect(json.status).toBe(415);
    expect(json.headers['content-type']).toBe('text/html; charset=utf-8');
    const plain = await browser.post('/signin', 'email=a', { 'content-type': 'text/plain' });
    expect(plain.status).toBe(415);
    const doubled = await browser.post('/signin', 'email=a@example.com&email=b@example.com&password=x');
    expect(doubled.status).toBe(400);
    expect((await browser.post('/signin', 'email=%00&password=x')).status).toBe(400);
    expect((await browser.post('/signin', '__proto__=x')).status).toBe(400);
    expect((await browser.post('/signin', `email=${'x'.repeat(70_000)}`)).status).toBe(413);
    expect((await browser.post('/signin', '')).status).toBe(400);
  });
});
