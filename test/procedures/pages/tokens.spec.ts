import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { anAccount, type TestAccount } from '../../support/factories/account.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { formsOf, PageBrowser, wordsOf } from '../../support/page-browser';
import { WireClient } from '../../support/client';

const TOKENS = '/settings/account/tokens';

describe('the page of personal access tokens', () => {
  let app: TestApp;
  let account: TestAccount;
  beforeAll(async () => {
    app = await sharedApp();
    account = await anAccount();
  });

  const aToken = async (name: string, expiresIn?: string) => {
    const input = { name, scopes: ['read', 'write'], ...(expiresIn ? { expiresIn } : {}) };
    const { body } = await account.client.request('POST', '/api/auth/tokens', input);
    return new WireClient(app, { token: (body as { token: string }).token, slug: account.slug });
  };

  it('lists them with their scopes and revokes one with one click, from the apex and from the host', async () => {
    for (const slug of [undefined, account.slug]) {
      const [kept, revoked] = [await aToken('Kept', '90d'), await aToken('<b>CI</b>')];
      const browser = new PageBrowser(app, { cookie: account.cookie, ...(slug ? { slug } : {}) });
      const shown = await browser.get(TOKENS);
      expect(wordsOf(shown)).toMatch(
        /<b>CI<\/b> read, write; created \d{4}-\d\d-\d\d, never used, no expiration/,
      );
      expect(wordsOf(shown)).toMatch(/Kept read, write; created [\d-]+, never used, until \d{4}-\d\d-\d\d/);
      expect(shown.text).not.toContain('<b>');
      const { fields } = formsOf(shown).at(-1)!;
      const answer = await browser.post(TOKENS, fields);
      expect(answer).toMatchObject({
        status: 303,
        location: `${TOKENS}?organization=${account.slug}&done=revoked`,
      });
      expect(wordsOf(await browser.get(answer.location!))).toContain('Token revoked. It no longer works.');
      expect([(await revoked.query('auth.me')).status, (await kept.query('auth.me')).status]).toEqual([
        401, 200,
      ]);
      expect((await browser.post(TOKENS, fields)).status).toBe(303);
      for (const form of formsOf(await browser.get(TOKENS))) await browser.post(TOKENS, form.fields);
      expect(wordsOf(await browser.get(TOKENS))).toContain('There are none.');
    }
  });

  it('shows none of other users, and none of an organization that the user does not belong to', async () => {
    await aToken('Mine');
    const other = await anAccount();
    const browser = new PageBrowser(app, { cookie: other.cookie });
    expect(wordsOf(await browser.get(TOKENS))).not.toContain('Mine');
    const stranger = await anOrganization({ app });
    for (const slug of [account.slug, stranger.slug, 'unknown-slug'])
      expect((await browser.get(`${TOKENS}?organization=${slug}`)).status).toBe(404);
    const own = new PageBrowser(app, { cookie: account.cookie });
    const before = formsOf(await own.get(TOKENS));
    const [form] = before;
    const { formToken } = formsOf(await browser.get('/signout'))[0]!.fields as { formToken: string };
    const theft = { ...form!.fields, formToken };
    expect((await browser.post(TOKENS, theft)).status).toBe(404);
    expect((await browser.post(TOKENS, { ...theft, organization: other.slug })).status).toBe(303);
    expect(formsOf(await own.get(TOKENS))).toEqual(before);
  });

  it('says so to a user without an organization', async () => {
    const { cookie, userId } = await anAccount();
    await app.sql.query(`update members set status = 'deactivated' where user_id = $1`, [userId]);
    const shown = await new PageBrowser(app, { cookie }).get(TOKENS);
    expect([shown.status, formsOf(shown)]).toEqual([200, []]);
  });
});
