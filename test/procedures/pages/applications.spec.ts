import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { aSession } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { anApplication, tokensFor } from '../../support/oauth';
import { formsOf, PageBrowser, wordsOf } from '../../support/page-browser';
import { WireClient } from '../../support/client';

const APPLICATIONS = '/settings/account/applications';

describe('the applications with access to an account', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
  });

  async function aMember() {
    const member = await organization.addMember();
    const { cookie } = await aSession(member.userId);
    const application = await anApplication(organization, { name: '<b>Reporter</b>' });
    const { access_token: token } = await tokensFor(app, member, application, { scope: 'read' });
    const slug = organization.slug;
    return { member, cookie, bearer: new WireClient(app, { token, slug }) };
  }

  it('are listed and revoked, from the apex and from the host', async () => {
    for (const slug of [undefined, organization.slug]) {
      const { cookie, bearer } = await aMember();
      const browser = new PageBrowser(app, { cookie, ...(slug ? { slug } : {}) });
      const shown = await browser.get(APPLICATIONS);
      expect(wordsOf(shown)).toContain('<b>Reporter</b> of Organization');
      expect(shown.text).not.toContain('<b>');
      expect((await bearer.query('auth.me')).status).toBe(200);
      const answer = await browser.submit(shown, APPLICATIONS);
      expect(answer.status).toBe(303);
      expect(wordsOf(await browser.get(answer.location!))).toContain('Access revoked.');
      expect((await bearer.query('auth.me')).status).toBe(401);
      const again = await browser.submit(shown, APPLICATIONS);
      expect(again.status).toBe(303);
    }
  });

  it('are shown one organization at a time, and never those of others', async () => {
    const { member, cookie } = await aMember();
    const other = await anOrganization({ app });
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now(), now())`,
      [other.id, member.userId],
    );
    const browser = new PageBrowser(app, { cookie });
    const first = await browser.get(`${APPLICATIONS}?organization=${organization.slug}`);
    expect(formsOf(first)).toHaveLength(1);
    expect(first.text).toContain(`<a href="${APPLICATIONS}?organization=${other.slug}">${other.slug}</a>`);
    const second = await browser.get(`${APPLICATIONS}?organization=${other.slug}`);
    expect(formsOf(second)).toEqual([]);
    expect(wordsOf(second)).toContain('There are none.');
    const [form] = formsOf(first);
    const strange = await anOrganization({ app });
    for (const slug of [strange.slug, 'unknown-slug'])
      expect((await browser.get(`${APPLICATIONS}?organization=${slug}`)).status).toBe(404);
    const foreign = await browser.post(APPLICATIONS, { ...form!.fields, organization: strange.slug });
    expect(foreign.status).toBe(404);
    const elsewhere = await browser.post(APPLICATIONS, { ...form!.fields, organization: other.slug });
    expect(elsewhere.status).toBe(303);
    expect(formsOf(await browser.get(`${APPLICATIONS}?organization=${organization.slug}`))).toHaveLength(1);
  });

  it('are shown for that organization only on its host', async () => {
    const { cookie } = await aMember();
    const other = await anOrganization({ app });
    const browser = new PageBrowser(app, { cookie, slug: other.slug });
    expect(formsOf(await browser.get(APPLICATIONS))).toEqual([]);
    const path = `${APPLICATIONS}?organization=${organization.slug}`;
    expect((await browser.get(path)).status).toBe(404);
  });
});
