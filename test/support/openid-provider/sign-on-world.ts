import type { TestApp } from '../app';
import { APEX, type WireAnswer, WireClient } from '../client';
import { anOrganization, type TestOrganization } from '../factories/organization.factory';
import { made } from '../factories/workspace.factory';
import { TestBrowser } from './browser';
import { TestOpenIdProvider } from './openid-provider';

/** An organization with single sign-on from its own OpenID provider. */
export class OpenIdSignOn {
  private constructor(
    readonly organization: TestOrganization,
    readonly provider: TestOpenIdProvider,
  ) {}

  static async start(app: TestApp, settings: object = {}): Promise<OpenIdSignOn> {
    const organization = await anOrganization({ app });
    const provider = await TestOpenIdProvider.start();
    const signOn = new OpenIdSignOn(organization, provider);
    await made(organization.owner.client, 'sso.update', { ...signOn.settings, ...settings });
    return signOn;
  }

  /** What sso.update takes. */
  get settings() {
    const { issuer, clientId, clientSecret } = this.provider;
    return { type: 'oidc', issuer, clientId, clientSecret };
  }

  get host(): string {
    return `${this.organization.slug}.${APEX}`;
  }

  browser(): TestBrowser {
    return new TestBrowser(this.organization.app);
  }

  address(path: string): string {
    return `http://${this.host}${path}`;
  }

  /** As far as the provider; returns the address that it sends the browser back to. */
  async leave(browser: TestBrowser, claims: object = {}, begin = '/api/auth/oidc/login'): Promise<URL> {
    const away = await browser.get(this.address(begin));
    if (away.status !== 303) throw new Error(`${begin} answered ${away.status}: ${String(away.body)}`);
    return this.provider.comeBack(away.headers['location']!, { ...claims });
  }

  async walk(browser: TestBrowser, claims: object = {}, begin?: string): Promise<WireAnswer> {
    return browser.get((await this.leave(browser, claims, begin)).href);
  }

  /** Calls the organization's host with the session of a browser. */
  client(browser: TestBrowser): WireClient {
    const cookie = `session=${browser.cookie('session', this.host) ?? ''}`;
    return new WireClient(this.organization.app, { cookie, slug: this.organization.slug });
  }
}
