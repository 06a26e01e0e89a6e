import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { anAccount } from '../../support/factories/account.factory';
import { unusedEmail } from '../../support/factories/invitation.factory';
import { Mailbox } from '../../support/mailbox';
import { PageBrowser, wordsOf } from '../../support/page-browser';

describe('the pages for forgotten passwords', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('mail a link whose page sets the password, once, and ends every session', async () => {
    const { email, cookie } = await anAccount();
    const mail = Mailbox.of(app).next(email);
    const browser = new PageBrowser(app);
    const asked = await browser.submit(await browser.get('/forgot-password'), '/forgot-password', { email });
    expect(asked.status).toBe(200);
    const [, path = ''] = /http:\/\/trestle\.test(\/reset-password\?token=\S+)/.exec((await mail).text) ?? [];
    const shown = await browser.get(path);
    expect(shown.status).toBe(200);
    // Looking uses nothing up: programs that read mails open links before people do.
    await browser.get(path);
    const weak = await browser.submit(shown, '/reset-password', { password: 'password1' });
    expect(weak.status).toBe(400);
    const password = 'another horse battery';
    const done = await browser.submit(weak, '/reset-password', { password });
    expect(done).toMatchObject({ status: 303, location: '/signin?done=password-reset' });
    expect((await new PageBrowser(app, { cookie }).get('/settings/account')).status).toBe(303);
    const again = await browser.submit(shown, '/reset-password', { password });
    expect(again.status).toBe(400);
    expect(wordsOf(again)).toContain('This link is no longer valid');
    expect(again.text).toContain('<a href="/forgot-password">Request a new link</a>');
    const signIn = await browser.submit(await browser.get(done.location!), '/signin', { email, password });
    expect(signIn.status).toBe(303);
  });

  it('respond the same for addresses with and without an account', async () => {
    const { email } = await anAccount();
    const unknown = unusedEmail();
    const browser = new PageBrowser(app);
    const [first, second] = [
      await browser.post('/forgot-password', { email }),
      await browser.post('/forgot-password', { email: unknown }),
    ];
    expect(first.status).toBe(second.status);
    expect(first.text.replaceAll(email, 'X')).toBe(second.text.replaceAll(unknown, 'X'));
  });

  it.each(['/reset-password', '/reset-password?token=%22%3E%3Cscript%3E', '/reset-password?token=a&token=b'])(
    'show %s as a form without effect',
    async (path) => {
      const browser = new PageBrowser(app);
      const shown = await browser.get(path);
      expect(shown.status).toBe(200);
      expect(shown.text).not.toContain('<script');
      const answer = await browser.submit(shown, '/reset-password', { password: 'another horse battery' });
      expect(answer.status).toBe(400);
    },
  );

  it('reject an invalid address', async () => {
    const answer = await new PageBrowser(app).post('/forgot-password', { email: 'no address' });
    expect(answer.status).toBe(400);
    expect(wordsOf(answer)).toContain('E-mail address : Must be an e-mail address');
  });
});
