import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignInMethods } from '../../../src/access/sign-in-methods';
import { startApp, type TestApp } from '../../support/app';
import { anInvitation } from '../../support/factories/invitation.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { PageBrowser, wordsOf } from '../../support/page-browser';

describe('other sign-in methods', () => {
  let app: TestApp;
  const enforcing = new Set<string>();
  beforeAll(async () => {
    app = await startApp();
    const offered = app.nest.get(SignInMethods, { strict: false });
    offered.add({ id: 'test', name: 'T&T', path: '/api/auth/oauth/test/login' });
    offered.signOnBy(({ organizationId }) =>
      Promise.resolve({
        type: 'saml',
        path: '/api/auth/saml/login',
        isEnforced: enforcing.has(organizationId),
      }),
    );
  });
  afterAll(() => app.close());

  it('are links that keep the target; single sign-on on hosts of organizations only', async () => {
    const { slug } = await anOrganization({ app });
    const query = '?continue=%2Fsettings%2Faccount';
    const apex = await new PageBrowser(app).get(`/signin${query}`);
    expect(apex.text).toContain(`href="/api/auth/oauth/test/login${query}">Sign in with T&amp;T</a>`);
    expect(apex.text).not.toContain('Single sign-on');
    const host = await new PageBrowser(app, { slug }).get(`/signin${query}`);
    expect(host.text).toContain(`href="/api/auth/saml/login${query}">Single sign-on</a>`);
    const evil = await new PageBrowser(app).get('/signin?continue=//evil.example');
    expect(evil.text).toContain('href="/api/auth/oauth/test/login?continue=%2F"');
  });

  it('begin with single sign-on where it is enforced', async () => {
    const { id, slug } = await anOrganization({ app });
    enforcing.add(id);
    const browser = new PageBrowser(app, { slug });
    const first = await browser.get('/signin?continue=/settings/account');
    const query = '?continue=%2Fsettings%2Faccount';
    expect(first.text).toContain(`<a class="button" href="/api/auth/saml/login${query}">Single sign-on</a>`);
    expect(first.text).toContain('href="/signin?continue=%2Fsettings%2Faccount&amp;with=password"');
    for (const unusable of ['<form', 'T&amp;T', 'Create one', 'Forgot your password?'])
      expect(first.text).not.toContain(unusable);
    const shown = wordsOf(await browser.get('/signin?continue=/settings/account&with=password'));
    const ways = ['for the owner', 'Password', 'Other ways to sign in', 'Sign in with T&T'];
    const places = ways.map((way) => shown.indexOf(way));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('are offered on pages with the name of the product and the host’s organization', async () => {
    const { slug } = await anOrganization({ app });
    for (const name of [slug, 'unknown-slug']) {
      const { text } = await new PageBrowser(app, { slug: name }).get('/signin');
      expect(text).toContain(`<title>Sign in · ${name} · Trestle</title>`);
      expect(text).toMatch(new RegExp(`<header[^]*Trestle[^]*<bdi>${name}</bdi>[^]*</header>`));
    }
    const apex = (await new PageBrowser(app).get('/signin')).text;
    expect(apex).toContain('<title>Sign in · Trestle</title>');
    expect(apex).toMatch(/<header[^]*Trestle[^]*<\/header>/);
  });

  it('let an invited user join', async () => {
    const token = await (await anInvitation(await anOrganization({ app }))).nextToken();
    const shown = await new PageBrowser(app).get(`/invite?token=${token}`);
    expect(shown.text).toContain(
      `href="/api/auth/oauth/test/login?invitation=${token}">Join with T&amp;T</a>`,
    );
  });
});
