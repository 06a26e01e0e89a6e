import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { sharedApp, type TestApp } from '../../support/app';
import { Authenticator, withSecondFactor } from '../../support/authenticator';
import { WireClient } from '../../support/client';
import { aSession, anAccount, type TestAccount } from '../../support/factories/account.factory';
import { formsOf, PageBrowser, wordsOf } from '../../support/page-browser';

const PROFILE = '/settings/account';
const PASSWORD = `${PROFILE}/password`;
const SESSIONS = `${PROFILE}/sessions`;
const TWO_FACTOR = `${PROFILE}/two-factor`;
const APPLICATIONS = `${PROFILE}/applications`;

describe('the settings of an account', () => {
  let app: TestApp;
  let account: TestAccount;
  let browser: PageBrowser;
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
  const arrive = async () => {
    account = await anAccount();
    browser = new PageBrowser(app, { cookie: account.cookie });
  };

  it.each([PROFILE, PASSWORD, SESSIONS, TWO_FACTOR, APPLICATIONS])(
    '%s is for signed-in users; others sign in and return',
    async (path) => {
      await arrive();
      expect((await browser.get(path)).status).toBe(200);
      for (const cookie of ['session=forged', 'other=1']) {
        const answer = await new PageBrowser(app).get(path, { cookie });
        expect(answer.status).toBe(303);
        expect(answer.location).toBe(`/signin?continue=${encodeURIComponent(path)}`);
      }
    },
  );

  it('are not for tokens', async () => {
    const { client } = await anAccount();
    const created = await client.request('POST', '/api/auth/tokens', {
      name: 'all',
      scopes: ['read', 'write', 'delete', 'admin', 'webhooks'],
    });
    const { secret, token } = created.body as { secret?: string; token?: string };
    const headers = { authorization: `Bearer ${secret ?? token}` };
    expect((await new PageBrowser(app).get(PROFILE, headers)).status).toBe(303);
  });

  describe.each([
    [PROFILE, { name: 'Mallory' }],
    [PASSWORD, { currentPassword: 'correct horse battery', newPassword: 'another horse battery' }],
    [SESSIONS, { others: 'true' }],
    ['/settings/account/providers', { provider: 'google', act: 'remove' }],
    ['/settings/account/tokens', { id: 'tok_x', organization: 'x' }],
    [APPLICATIONS, { id: 'gra_x', organization: 'x' }],
    [`${TWO_FACTOR}/key`, {}],
    [`${TWO_FACTOR}/enable`, { code: '123456' }],
    [`${TWO_FACTOR}/disable`, { password: 'correct horse battery' }],
    [`${TWO_FACTOR}/codes`, { password: 'correct horse battery' }],
    ['/signout', {}],
  ])('the form of %s', (action, fields: Record<string, string>) => {
    it('403 without the token of this session, and from another site, and nothing changes', async () => {
      await arrive();
      const before = await browser.get(PROFILE);
      const other = await anAccount();
      const { id } = await aSession(account.userId);
      const ofOther = await new PageBrowser(app, { cookie: other.cookie }).get('/signout');
      const own = formsOf(await browser.get('/signout'))[0]!.fields;
      const foreign = formsOf(ofOther)[0]!.fields;
      for (const given of [{}, { formToken: '' }, { formToken: 'AAAA' }, foreign]) {
        const answer = await browser.post(action, { ...fields, ...given });
        expect(answer.status).toBe(403);
      }
      for (const origin of ['https://evil.example', 'null', 'http://other.trestle.test']) {
        expect((await browser.post(action, { ...fields, ...own }, { origin })).status).toBe(403);
      }
      expect((await browser.get(PROFILE)).text).toBe(before.text);
      const { rows } = await app.sql.query('select from sessions where id = $1', [id]);
      expect(rows).toHaveLength(1);
    });

    it('redirects to sign-in without a session', async () => {
      const answer = await new PageBrowser(app).post(action, { ...fields, formToken: 'AAAA' });
      expect(answer.status).toBe(303);
      expect(answer.location).toMatch(/^\/signin\?/);
    });
  });

  it('the profile changes, and a rejected name stays in the form', async () => {
    await arrive();
    const rejected = await browser.submit(await browser.get(PROFILE), PROFILE, { name: ' ' });
    expect(rejected.status).toBe(400);
    expect(rejected.text).toContain('aria-describedby="name-problem"');
    const answer = await browser.submit(rejected, PROFILE, { name: '<b>Grace</b>' });
    expect(answer).toMatchObject({ status: 303, location: `${PROFILE}?done=saved` });
    const shown = await browser.get(answer.location!);
    expect(wordsOf(shown)).toContain('Your profile was saved.');
    expect(shown.text).not.toContain('<b>');
    expect((await account.client.query('auth.me')).data.name).toBe('<b>Grace</b>');
  });

  it('the password changes: other sessions end, this one remains, the audit log records it', async () => {
    await arrive();
    const elsewhere = await aSession(account.userId);
    const shown = await browser.get(PASSWORD);
    const wrong = await browser.submit(shown, PASSWORD, {
      currentPassword: 'wrong',
      newPassword: 'another horse battery',
    });
    expect(wrong.status).toBe(400);
    expect(wordsOf(wrong)).toContain('Current password : This is not your password');
    const answer = await browser.submit(wrong, PASSWORD, {
      currentPassword: account.password,
      newPassword: 'another horse battery',
    });
    expect(answer.status).toBe(303);
    expect((await browser.get(answer.location!)).status).toBe(200);
    expect((await new PageBrowser(app, elsewhere).get(PROFILE)).status).toBe(303);
    const { data } = await account.client.query('audit.list', { action: 'auth.changePassword' });
    expect(data.entries[0]).toMatchObject({ outcome: 'success' });
    expect(JSON.stringify(data)).not.toContain('horse');
  });

  it('a user without a password is referred to the mailed link', async () => {
    await arrive();
    const shown = await browser.get(PASSWORD);
    expect(shown.text).toContain('<a href="/forgot-password">');
  });

  it('after ten wrong passwords the page asks to wait', async () => {
    await arrive();
    const shown = await browser.get(PASSWORD);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const values = { currentPassword: `wrong ${count}`, newPassword: 'another horse battery' };
      statuses.push((await browser.submit(shown, PASSWORD, values)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  it('sessions are listed and revoked', async () => {
    await arrive();
    const elsewhere = await aSession(account.userId);
    const other = await anAccount();
    const shown = await browser.get(SESSIONS);
    expect(formsOf(shown).filter(({ fields }) => fields['id'] === elsewhere.id)).toHaveLength(1);
    expect(wordsOf(shown)).toContain('Your current session.');
    const { formToken } = formsOf(shown)[0]!.fields;
    const foreign = await aSession(other.userId);
    await browser.post(SESSIONS, { id: foreign.id, formToken: formToken! });
    expect((await new PageBrowser(app, foreign).get(PROFILE)).status).toBe(200);
    const ended = await browser.post(SESSIONS, { id: elsewhere.id, formToken: formToken! });
    expect(ended).toMatchObject({ status: 303, location: `${SESSIONS}?done=ended` });
    expect((await new PageBrowser(app, elsewhere).get(PROFILE)).status).toBe(303);
    const third = await aSession(account.userId);
    await browser.post(SESSIONS, { others: 'true', formToken: formToken! });
    expect((await new PageBrowser(app, third).get(PROFILE)).status).toBe(303);
    expect((await browser.get(SESSIONS)).status).toBe(200);
    const odd = await browser.post(SESSIONS, { id: '<script>', formToken: formToken! });
    expect(odd.status).toBe(400);
    expect(odd.text).not.toContain('<script');
  });

  it('the user agent of a session is shown as text', async () => {
    const { email, password } = await anAccount();
    const hostile = new PageBrowser(app, { headers: { 'user-agent': '<img src=x onerror=alert(1)>' } });
    await hostile.post('/signin', { email, password });
    const shown = await hostile.get(SESSIONS);
    expect(shown.text).not.toContain('<img');
    expect(wordsOf(shown)).toContain('<img src=x onerror=alert(1)>');
  });

  it('older sessions are on further pages', async () => {
    await arrive();
    for (let count = 0; count < 51; count += 1) await aSession(account.userId);
    const first = await browser.get(SESSIONS);
    const [, next = ''] = /<a href="([^"]*cursor=[^"]*)"/.exec(first.text) ?? [];
    const second = await browser.get(next);
    expect(formsOf(first).length + formsOf(second).length).toBe(51 + 2);
    expect((await browser.get(`${SESSIONS}?cursor=nonsense`)).status).toBe(400);
  });

  it('a second factor is set up with an image, a wrong code, a right one, and recovery codes shown once', async () => {
    await arrive();
    const off = await browser.get(TWO_FACTOR);
    expect(wordsOf(off)).toContain('It is off');
    const begun = await browser.submit(off, `${TWO_FACTOR}/key`);
    expect(begun.status).toBe(200);
    expect(begun.text).toMatch(/<svg class="qr" role="img" aria-label="QR code" [^>]*><rect [^>]*\/><path /);
    const [, secret = ''] = /<code>([A-Z2-7 ]+)<\/code>/.exec(begun.text) ?? [];
    const authenticator = new Authenticator(secret.replaceAll(' ', ''));
    const wrong = await browser.submit(begun, `${TWO_FACTOR}/enable`, { code: '12345' });
    expect(wrong.status).toBe(400);
    expect(wordsOf(wrong)).toContain('This is not the code of the new key');
    const code = authenticator.code(nowMs);
    const enabled = await browser.submit(wrong, `${TWO_FACTOR}/enable`, { code });
    expect(enabled.status).toBe(200);
    const codes = [...enabled.text.matchAll(/<code>([a-z0-9]{6}(?:-[a-z0-9]{6}){3})<\/code>/g)].map(
      ([, each]) => each!,
    );
    expect(codes).toHaveLength(10);
    const on = await browser.get(TWO_FACTOR);
    expect(wordsOf(on)).toContain('It is on . You have 10 unused recovery codes');
    expect(on.text).not.toContain(codes[0]);
    // Sent again, as by loading the page again: nothing is shown and nothing changes.
    const repeated = await browser.submit(wrong, `${TWO_FACTOR}/enable`, { code });
    expect(repeated).toMatchObject({ status: 303, location: TWO_FACTOR });
    const again = await browser.submit(off, `${TWO_FACTOR}/key`);
    expect(again.status).toBe(409);
    const { data } = await account.client.query('audit.list', { action: 'auth.twoFactor.enable' });
    expect(data.entries.map(({ outcome }: { outcome: string }) => outcome)).toContain('success');
    expect(JSON.stringify(data)).not.toContain(codes[0]);
  });

  it('a second factor asks for the password some time after sign-in', async () => {
    await arrive();
    nowMs += 10 * 60_000;
    const off = await browser.get(TWO_FACTOR);
    expect(off.text).not.toContain('type="password"');
    const asked = await browser.submit(off, `${TWO_FACTOR}/key`);
    expect(asked.status).toBe(400);
    expect(asked.text).toContain(
      '<a href="#password">Your password</a>: Enter your password, or sign in again',
    );
    const wrong = await browser.submit(asked, `${TWO_FACTOR}/key`, { password: 'not the password' });
    expect([wrong.status, wordsOf(wrong).includes('This is not your password')]).toEqual([400, true]);
    const begun = await browser.submit(wrong, `${TWO_FACTOR}/key`, { password: account.password });
    expect([begun.status, begun.text.includes('class="qr"')]).toEqual([200, true]);
  });

  it('recovery codes are renewed, and the factor is disabled, with a code or the password', async () => {
    const protectedAccount = await withSecondFactor(await anAccount(), nowMs);
    const { cookie, recoveryCodes, password } = protectedAccount;
    browser = new PageBrowser(app, { cookie });
    const on = await browser.get(TWO_FACTOR);
    const empty = await browser.submit(on, `${TWO_FACTOR}/codes`);
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('href="#codes-code"');
    const renewed = await browser.submit(on, `${TWO_FACTOR}/codes`, { code: recoveryCodes[0]! });
    expect(renewed.status).toBe(200);
    expect(renewed.text).not.toContain(recoveryCodes[1]);
    const stale = await browser.submit(on, `${TWO_FACTOR}/disable`, { code: recoveryCodes[1]! });
    expect(stale.status).toBe(400);
    expect(stale.text).toMatch(/id="disable-code"[^>]*aria-invalid="true"/);
    expect(stale.text).not.toMatch(/id="codes-code"[^>]*aria-invalid="true"/);
    const off = await browser.submit(on, `${TWO_FACTOR}/disable`, { password });
    expect(off).toMatchObject({ status: 303, location: TWO_FACTOR });
    expect(wordsOf(await browser.get(TWO_FACTOR))).toContain('It is off');
  });

  it.each(['key', 'enable', 'disable', 'codes'])('%s, loaded again, redirects back', async (name) => {
    await arrive();
    expect(await browser.get(`${TWO_FACTOR}/${name}`)).toMatchObject({ status: 303, location: TWO_FACTOR });
    expect((await browser.get(`${TWO_FACTOR}/other`)).status).toBe(404);
  });

  it('signing out ends the session on the server, after a confirmation', async () => {
    await arrive();
    const asked = await browser.get('/signout');
    expect((await browser.get(PROFILE)).status).toBe(200);
    const answer = await browser.submit(asked, '/signout');
    expect(answer).toMatchObject({ status: 303, location: '/signin?done=signed-out' });
    expect(browser.cookie).toBe('');
    const late = new WireClient(app, { cookie: account.cookie });
    expect((await late.query('auth.me')).status).toBe(401);
    const evil = await anAccount();
    const other = new PageBrowser(app, { cookie: evil.cookie });
    const own = formsOf(await other.get('/signout'))[0]!.fields;
    const away = await other.post('/signout', { ...own, continue: '//evil.example' });
    expect(away.location).toBe('/');
  });
});
