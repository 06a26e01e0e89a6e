import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { anAccount } from '../../support/factories/account.factory';
import { anInvitation, withEmail } from '../../support/factories/invitation.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { formsOf, PageBrowser, wordsOf } from '../../support/page-browser';

const pathOf = (token: string) => `/invite?token=${token}`;

describe('the page of an invitation', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('creates an account for a new user, who is then a member', async () => {
    const organization = await anOrganization();
    const invitation = await anInvitation(organization);
    const token = await invitation.nextToken();
    const browser = new PageBrowser(app);
    const shown = await browser.get(pathOf(token));
    expect(wordsOf(shown)).toContain(
      `join Organization ${organization.slug} (${organization.slug}) as member`,
    );
    const weak = await browser.submit(shown, '/invite', { name: 'Ada', password: 'password1' });
    expect(weak.status).toBe(400);
    const answer = await browser.submit(weak, '/invite', { password: 'correct horse battery' });
    expect(answer).toMatchObject({ status: 303, location: '/' });
    expect(wordsOf(await browser.get('/'))).toContain(`${organization.slug} (member)`);
    expect((await browser.get(pathOf(token))).status).toBe(404);
  });

  it('lets a user with an account sign in, return and join; the audit log records it', async () => {
    const organization = await anOrganization();
    const account = await anAccount();
    const invitation = await anInvitation(organization, { email: account.email, role: 'guest' });
    const token = await invitation.nextToken();
    const browser = new PageBrowser(app);
    const shown = await browser.get(pathOf(token));
    const [, link = ''] = /<a href="(\/signin\?[^"]*)"/.exec(shown.text) ?? [];
    const { email, password } = account;
    const signedIn = await browser.submit(await browser.get(link), '/signin', { email, password });
    expect(signedIn.location).toBe(pathOf(token));
    const joined = await browser.submit(await browser.get(signedIn.location!), '/invite');
    expect(joined).toMatchObject({ status: 303, location: '/' });
    expect(wordsOf(await browser.get('/'))).toContain(`${organization.slug} (guest)`);
    const { data } = await organization.owner.client.query('audit.list', { action: 'invitations.accept' });
    expect(data.entries[0]).toMatchObject({ outcome: 'success' });
  });

  it('explains that it is for another account, and offers signing out', async () => {
    const organization = await anOrganization();
    const invitation = await anInvitation(organization);
    const token = await invitation.nextToken();
    const { email, cookie } = await anAccount();
    const browser = new PageBrowser(app, { cookie });
    const shown = await browser.get(pathOf(token));
    expect(wordsOf(shown)).toContain(`for ${invitation.email} , and you are signed in as ${email}`);
    const answer = await browser.submit(shown, '/signout');
    expect(answer).toMatchObject({ status: 303, location: pathOf(token) });
    expect(wordsOf(await browser.get(answer.location!))).toContain('Create account and join');
  });

  it('403 when the account is another after all, whatever the form contains', async () => {
    const organization = await anOrganization();
    const token = await (await anInvitation(organization)).nextToken();
    const { cookie } = await anAccount();
    const browser = new PageBrowser(app, { cookie });
    const { formToken } = formsOf(await browser.get('/signout'))[0]!.fields;
    const answer = await browser.post('/invite', { token, formToken: formToken! });
    expect(answer.status).toBe(403);
    expect(wordsOf(answer)).toContain('The invitation is for');
  });

  it('requires the session of its form', async () => {
    const organization = await anOrganization();
    const account = await anAccount();
    const token = await (await anInvitation(organization, { email: account.email })).nextToken();
    const browser = new PageBrowser(app, { cookie: account.cookie });
    const strange = await browser.post('/invite', { token, formToken: 'AAAA' });
    expect(strange.status).toBe(403);
    const anonymous = await new PageBrowser(app).post('/invite', { token, formToken: 'AAAA' });
    expect(anonymous).toMatchObject({ status: 303 });
    expect(anonymous.location).toBe(`/signin?continue=${encodeURIComponent(pathOf(token))}`);
  });

  it.each(['', '?token=', '?token=x', '?token=a&token=b', `?token=${'x'.repeat(5000)}`])(
    'is the same for every invalid link: %.20s',
    async (query) => {
      const browser = new PageBrowser(app);
      const shown = await browser.get(`/invite${query}`);
      expect(shown.status).toBe(404);
      expect(shown.text).toBe((await browser.get('/invite?token=other')).text);
      expect((await browser.post('/invite', { token: query, name: 'Ada', password: 'x' })).status).toBe(404);
    },
  );

  it('shows hostile names as text', async () => {
    const organization = await anOrganization();
    await app.sql.query('update organizations set name = $2 where id = $1', [organization.id, '<img src=x>']);
    const account = await anAccount();
    await withEmail(organization, account.userId, `"<i>"@example.com`);
    const token = await (await anInvitation(organization)).nextToken();
    for (const browser of [new PageBrowser(app), new PageBrowser(app, { cookie: account.cookie })])
      expect((await browser.get(pathOf(token))).text).not.toMatch(/<img|<i>/);
  });
});

describe('the page of an invitation where registration is closed', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ REGISTRATION: 'closed' });
  });
  afterAll(() => app.close());

  it('offers sign-in only', async () => {
    const token = await (await anInvitation(await anOrganization({ app }))).nextToken();
    const browser = new PageBrowser(app);
    const shown = await browser.get(pathOf(token));
    expect(shown.status).toBe(200);
    expect(formsOf(shown)).toEqual([]);
    const answer = await browser.post('/invite', { token, name: 'Ada', password: 'correct horse battery' });
    expect(answer.status).toBe(403);
    expect(answer.setCookies).toEqual([]);
  });
});
