import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useClock } from '../../../src/kernel/clock';
import { sharedApp, type TestApp } from '../../support/app';
import { anAccount, type TestAccount } from '../../support/factories/account.factory';
import { formsOf, PageBrowser, wordsOf } from '../../support/page-browser';

const PAGE = '/settings/account/providers';

describe('the page of sign-in providers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });
  afterEach(() => useClock());

  const connect = ({ userId }: TestAccount, provider: string) =>
    app.sql.query(
      `insert into identities (provider, issuer, subject, user_id, created_at, last_used_at)
       values ($1, 'https://issuer.example', $2, $2, '2025-03-01', '2025-04-02')`,
      [provider, userId],
    );

  it('lists the connected ones, disconnects one, and restores it', async () => {
    const account = await anAccount();
    await connect(account, 'google');
    await connect(account, 'github');
    const browser = new PageBrowser(app, { cookie: account.cookie });
    const shown = await browser.get(PAGE);
    expect(wordsOf(shown)).toContain('google since 2025-03-01, last used 2025-04-02');
    expect(shown.text).toContain('aria-label="Disconnect google"');
    const removed = await browser.submit(shown, PAGE, { provider: 'google', act: 'remove' });
    expect(removed).toMatchObject({ status: 303, location: `${PAGE}?done=removed` });
    const again = await browser.submit(shown, PAGE, { provider: 'google', act: 'remove' });
    expect(again).toMatchObject({ status: 303, location: `${PAGE}?done=removed` });
    const after = await browser.get(removed.location!);
    expect(wordsOf(after)).toContain('Disconnected. The provider can no longer sign in to your account.');
    expect(after.text).toContain('aria-label="Reconnect google"');
    expect(after.text).toContain('aria-label="Disconnect github"');
    const restored = await browser.submit(after, PAGE, { provider: 'google', act: 'restore' });
    expect(restored).toMatchObject({ status: 303, location: `${PAGE}?done=restored` });
    expect((await browser.get(PAGE)).text).toContain('aria-label="Disconnect google"');
  });

  it('says that there are none', async () => {
    const { cookie } = await anAccount();
    const shown = await new PageBrowser(app, { cookie }).get(PAGE);
    expect([shown.status, wordsOf(shown).includes('There are none.')]).toEqual([200, true]);
  });

  it('asks for the password, in that provider’s form only, some time after sign-in', async () => {
    const account = await anAccount();
    await connect(account, 'google');
    await connect(account, 'github');
    const later = new Date(Date.now() + 10 * 60_000);
    useClock({ now: () => later });
    const browser = new PageBrowser(app, { cookie: account.cookie });
    const shown = await browser.get(PAGE);
    expect(shown.text).not.toContain('type="password"');
    const asked = await browser.submit(shown, PAGE, { provider: 'google', act: 'remove' });
    expect(asked.status).toBe(400);
    expect(asked.text).toContain('<a href="#google-password">Your password</a>: Enter your password');
    expect(asked.text.match(/type="password"/g)).toHaveLength(1);
    const form = formsOf(asked).find(({ fields }) => fields['provider'] === 'google')!;
    const send = (password: string) => browser.post(PAGE, { ...form.fields, password });
    expect((await send('not the password')).status).toBe(400);
    expect((await send(account.password)).status).toBe(303);
  });

  it('explains why the last sign-in method cannot be removed', async () => {
    const account = await anAccount();
    await connect(account, 'google');
    await app.sql.query('update users set password_hash = null where id = $1', [account.userId]);
    const browser = new PageBrowser(app, { cookie: account.cookie });
    const answer = await browser.submit(await browser.get(PAGE), PAGE);
    expect([
      answer.status,
      wordsOf(answer).includes('This is the only way to sign in to your account'),
    ]).toEqual([409, true]);
  });

  it('403: the form of another session, and of another site', async () => {
    const account = await anAccount();
    await connect(account, 'google');
    const other = new PageBrowser(app, { cookie: (await anAccount()).cookie });
    const foreign = formsOf(await other.get('/settings/account'))[0]!.fields['formToken']!;
    const browser = new PageBrowser(app, { cookie: account.cookie });
    const fields = { provider: 'google', act: 'remove', formToken: foreign };
    expect((await browser.post(PAGE, fields)).status).toBe(403);
    const [form] = formsOf(await browser.get(PAGE));
    const away = await browser.post(PAGE, form!.fields, { origin: 'https://evil.example' });
    expect(away.status).toBe(403);
    expect((await browser.get(PAGE)).text).toContain('aria-label="Disconnect google"');
  });
});
