import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { anAccount } from '../../support/factories/account.factory';
import { unusedEmail } from '../../support/factories/invitation.factory';
import { formsOf, PageBrowser, wordsOf } from '../../support/page-browser';

const newSlug = () => `r${randomBytes(8).toString('hex')}`;

describe('the registration page', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  const filled = (values: Record<string, string> = {}) => ({
    name: 'Ada Lovelace',
    email: unusedEmail(),
    password: 'correct horse battery',
    organizationName: 'Engines',
    ...values,
  });

  it('creates an account with an organization, signed in', async () => {
    const browser = new PageBrowser(app);
    const organizationSlug = newSlug();
    const answer = await browser.submit(
      await browser.get('/register'),
      '/register',
      filled({ organizationSlug }),
    );
    expect(answer).toMatchObject({ status: 303, location: '/' });
    const home = await browser.get('/');
    expect(wordsOf(home)).toContain('Hello, Ada Lovelace');
    expect(wordsOf(home)).toContain(`${organizationSlug} (owner)`);
  });

  it('redirects to the target of sign-in, and nowhere else', async () => {
    const browser = new PageBrowser(app);
    const signIn = await browser.get('/signin?continue=/settings/account');
    const [, link = ''] = /<a href="(\/register[^"]*)"/.exec(signIn.text) ?? [];
    const answer = await browser.submit(await browser.get(link), '/register', filled());
    expect(answer).toMatchObject({ status: 303, location: '/settings/account' });
    const away = await new PageBrowser(app).post('/register', filled({ continue: '//evil.example' }));
    expect(away).toMatchObject({ status: 303, location: '/' });
  });

  it('derives the slug when it is left empty', async () => {
    const browser = new PageBrowser(app);
    expect((await browser.post('/register', filled({ organizationSlug: ' ' }))).status).toBe(303);
  });

  it('names every rejected field, keeps the entered text, and never a password', async () => {
    const browser = new PageBrowser(app);
    const typed = {
      name: '<b>',
      email: 'x',
      password: 'password1',
      organizationName: '',
      organizationSlug: '-',
    };
    const answer = await browser.post('/register', typed);
    expect(answer.status).toBe(400);
    for (const name of ['email', 'password', 'organizationName', 'organizationSlug'])
      expect(answer.text).toContain(`<a href="#${name}">`);
    expect(formsOf(answer)[0]!.fields).toEqual({ ...typed, password: '', continue: '/' });
    expect(answer.text).not.toContain('<b>');
  });

  it('409: an address that has an account', async () => {
    const { email } = await anAccount();
    const answer = await new PageBrowser(app).post('/register', filled({ email: email.toUpperCase() }));
    expect(answer.status).toBe(409);
    expect(wordsOf(answer)).toContain('Another account has this e-mail address');
    expect(answer.setCookies).toEqual([]);
  });

  it('shows hostile names as text wherever they appear', async () => {
    const browser = new PageBrowser(app);
    const name = `<script>alert(1)</script>"'`;
    expect((await browser.post('/register', filled({ name, organizationName: name }))).status).toBe(303);
    for (const path of ['/', '/settings/account', '/signout', '/signin']) {
      const shown = await browser.get(path);
      expect(shown.status, path).toBe(200);
      expect(shown.text, path).not.toContain('<script');
    }
    expect(wordsOf(await browser.get('/'))).toContain(`Hello, ${name}`);
  });
});

describe.each([
  ['invite', 'requires an invitation'],
  ['closed', 'Registration is closed'],
])('with REGISTRATION=%s', (policy, reason) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ REGISTRATION: policy, ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('the page says so, and no page links to it', async () => {
    const browser = new PageBrowser(app);
    for (const answer of [await browser.get('/register'), await browser.post('/register', { name: 'A' })]) {
      expect(answer.status).toBe(403);
      expect(wordsOf(answer)).toContain(reason);
      expect(formsOf(answer)).toEqual([]);
    }
    for (const path of ['/', '/signin']) expect((await browser.get(path)).text).not.toContain('/register');
  });
});
