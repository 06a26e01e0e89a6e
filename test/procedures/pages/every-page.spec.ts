import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { anAccount } from '../../support/factories/account.factory';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, SUBJECT } from '../../support/factories/form.factory';
import { PageBrowser } from '../../support/page-browser';
import { expectEveryHeader } from '../../support/wire-shape';

const PAGES = [
  '/',
  '/signin',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/confirm-email?token=x',
  '/invite?token=x',
  '/unsubscribe?token=x',
  '/signout',
  '/settings/account',
  '/settings/account/password',
  '/settings/account/two-factor',
  '/settings/account/providers',
  '/settings/account/sessions',
  '/settings/account/tokens',
  '/settings/account/tokens/new',
  '/settings/account/applications',
  '/no-such-page',
];

/** Of an organization; all others are the same on every host. */
const FORM_PAGE = '/forms/:id';

describe('every page', () => {
  let app: TestApp;
  let cookie: string;
  let formBoard: TestBoard;
  let formPath: string;
  beforeAll(async () => {
    app = await sharedApp();
    ({ cookie } = await anAccount());
    formBoard = await aBoard();
    const area = { type: 'textarea', key: 'details', label: 'Details', description: 'All of them' };
    formPath = `/forms/${await aForm(formBoard, { components: [SUBJECT, area] })}`;
  });

  const open = (path: string) =>
    path === FORM_PAGE
      ? new PageBrowser(app, { slug: formBoard.organization.slug }).get(formPath)
      : new PageBrowser(app, { cookie }).get(path);

  it.each([...PAGES, FORM_PAGE])('%s blocks scripts, frames, caches and other sites', async (path) => {
    const answer = await open(path);
    expectEveryHeader(answer.headers);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(answer.text).not.toMatch(
      /<script|\son\w+=|style=|https?:\/\/(?!\w+\.trestle\.test)(?!www\.w3\.org)/,
    );
  });

  it.each([...PAGES, FORM_PAGE])('%s is accessible to screen readers', async (path) => {
    const { text } = await open(path);
    expect(text).toContain('<html lang="en">');
    expect(text.match(/<h1>/g)).toHaveLength(1);
    const ids = [...text.matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, attributes = ''] of text.matchAll(/<input\b([^>]*)>/g)) {
      if (attributes.includes('type="hidden"')) continue;
      const [, id = ''] = /\bid="([^"]*)"/.exec(attributes) ?? [];
      expect(text, id).toContain(`<label for="${id}">`);
      expect(attributes, id).toMatch(/autocomplete="[a-z-]+"/);
      for (const described of /aria-describedby="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? [])
        expect(ids).toContain(described);
    }
  });

  it('is the same for programs that accept anything, and has no body for HEAD', async () => {
    const browser = new PageBrowser(app);
    const any = await browser.get('/signin', { accept: '*/*' });
    expect(any.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('redirects are not cached, and send no referrer', async () => {
    const answer = await new PageBrowser(app).get('/settings/account');
    expectEveryHeader(answer.headers);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.text).toBe('');
  });

  it('does not reveal whether an organization exists', async () => {
    const { slug } = await anAccount();
    const known = await new PageBrowser(app, { slug }).get('/');
    const unknown = await new PageBrowser(app, { slug: 'unknown-slug' }).get('/');
    // The short name is the address's own.
    const named = known.text.replaceAll(slug, 'unknown-slug');
    expect([known.status, named]).toEqual([unknown.status, unknown.text]);
  });
});

describe('on https', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ PUBLIC_URL: 'https://trestle.test', ROLES: 'api' });
  });
  afterAll(() => app.close());

  it('cookies are host-only and secure', async () => {
    const { email, password } = await anAccount({ app });
    const origin = 'https://trestle.test';
    const answer = await new PageBrowser(app).post('/signin', { email, password }, { origin });
    expect(answer.setCookies).toEqual([expect.stringMatching(/^__Host-session=.*; Path=\/;.*; Secure$/)]);
    expect(answer.setCookies[0]).not.toContain('Domain');
    expect(answer.headers['strict-transport-security']).toBeDefined();
  });
});

describe('limits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.0/8', ROLES: 'api' });
  });
  afterAll(() => app.close());

  const from = (ip: string) => new PageBrowser(app, { headers: { 'x-forwarded-for': ip } });

  it('are those of the sign-in routes, and are counted together with them', async () => {
    const browser = from('192.0.2.1');
    for (let count = 0; count < 10; count += 1) expect((await browser.post('/signin', {})).status).toBe(400);
    const eleventh = await browser.post('/signin', {});
    expect(eleventh.status).toBe(429);
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0);
    expect(eleventh.text).toContain('<h1>Too many attempts</h1>');
    expect((await browser.get('/signin')).status).toBe(200);
    const json = { 'content-type': 'application/json' };
    expect((await browser.post('/api/auth/signin', '{}', json)).status).toBe(429);
  });

  it('apply to registration and to each address that requests a mail', async () => {
    const browser = from('192.0.2.2');
    for (let count = 0; count < 5; count += 1) expect((await browser.post('/register', {})).status).toBe(400);
    expect((await browser.post('/register', {})).status).toBe(429);
    const email = 'often@example.com';
    for (let count = 0; count < 3; count += 1)
      expect((await browser.post('/forgot-password', { email })).status).toBe(200);
    expect((await browser.post('/forgot-password', { email })).status).toBe(429);
  });
});
