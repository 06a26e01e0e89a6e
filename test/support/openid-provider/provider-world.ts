import { startApp, type TestApp } from '../app';
import { APEX, type WireAnswer } from '../client';
import { TestBrowser } from './browser';
import { impersonate } from './impersonate';
import { TestOpenIdProvider } from './openid-provider';

export type ProviderId = 'google' | 'microsoft' | 'github' | 'oidc';

export const TENANT = '11111111-2222-3333-4444-555555555555';

/** An application with every sign-in provider, and servers that simulate these. */
export class ProviderWorld {
  private constructor(
    readonly app: TestApp,
    readonly providers: Readonly<Record<ProviderId, TestOpenIdProvider>>,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<ProviderWorld> {
    const microsoft = 'https://login.microsoftonline.com';
    const providers = {
      google: await TestOpenIdProvider.start({ issuer: 'https://accounts.google.com' }),
      microsoft: await TestOpenIdProvider.start({ issuer: `${microsoft}/{tenantid}/v2.0` }),
      github: await TestOpenIdProvider.start(),
      oidc: await TestOpenIdProvider.start(),
    };
    const credentials = Object.entries(providers).flatMap(([name, { clientId, clientSecret }]) => [
      [`${name.toUpperCase()}_CLIENT_ID`, clientId],
      [`${name.toUpperCase()}_CLIENT_SECRET`, clientSecret],
    ]);
    const app = await startApp({
      ROLES: 'api',
      OUTBOUND_ALLOW: '127.0.0.1',
      OIDC_ISSUER: providers.oidc.issuer,
      ...(Object.fromEntries(credentials) as Record<string, string>),
      ...env,
    });
    impersonate(app, {
      'https://accounts.google.com': providers.google.address,
      [microsoft]: providers.microsoft.address,
      'https://github.com/login/oauth/access_token': `${providers.github.address}/token`,
      'https://api.github.com': providers.github.address,
    });
    return new ProviderWorld(app, providers);
  }

  async close(): Promise<void> {
    await this.app.close();
    await Promise.all(Object.values(this.providers).map((provider) => provider.close()));
  }

  browser(): TestBrowser {
    return new TestBrowser(this.app);
  }

  /** To the provider and, signed in there, back to the callback; returns its response. */
  async walk(
    browser: TestBrowser,
    name: ProviderId,
    claims: Record<string, unknown> = {},
    { host = APEX, query = '' }: { host?: string; query?: string } = {},
  ): Promise<WireAnswer> {
    return browser.get((await this.leave(browser, name, claims, { host, query })).href);
  }

  /** As far as the provider; returns the address that it sends the browser back to. */
  async leave(
    browser: TestBrowser,
    name: ProviderId,
    claims: Record<string, unknown> = {},
    { host = APEX, query = '' }: { host?: string; query?: string } = {},
  ): Promise<URL> {
    const away = await browser.get(`http://${host}/api/auth/oauth/${name}/login${query}`);
    if (away.status !== 303) throw new Error(`login answered ${away.status}: ${String(away.body)}`);
    const known =
      name === 'microsoft' ? { iss: `https://login.microsoftonline.com/${TENANT}/v2.0`, tid: TENANT } : {};
    return this.providers[name].comeBack(away.headers['location']!, { ...known, ...claims });
  }
}
