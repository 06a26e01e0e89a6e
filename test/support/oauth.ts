import { createHash, randomBytes } from 'node:crypto';
import { type GrantId, newId } from '../../src/kernel/ids';
import { aSession } from './factories/account.factory';
import type { TestMember, TestOrganization } from './factories/organization.factory';
import { made } from './factories/workspace.factory';
import type { TestApp } from './app';
import { type WireAnswer, WireClient } from './client';

export const REDIRECT_URI = 'https://client.example.com/callback';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export interface TestApplication {
  id: string;
  name: string;
  clientId: string;
  clientSecret: string | null;
  redirectUris: string[];
  scopes: string[];
}

/** An application that the organization has registered, by the wire. */
export function anApplication(
  { owner }: { owner: { client: WireClient } },
  input: object = {},
): Promise<TestApplication> {
  const given = { name: 'Reporter', redirectUris: [REDIRECT_URI], scopes: ['read', 'write'], ...input };
  return made(owner.client, 'oauth.apps.create', given) as Promise<TestApplication>;
}

/** That a member lets the application act for them, as the database has it after a code was redeemed. */
export async function aGrant(
  { app, id: organizationId }: TestOrganization,
  { userId }: Pick<TestMember, 'userId'>,
  applicationId: string,
): Promise<{ id: GrantId }> {
  const id = newId('grant');
  await app.sql.query(
    `insert into oauth_grants (organization_id, id, user_id, application_organization_id, application_id,
       created_at, updated_at) values ($1, $2, $3, $1, $4, now(), now())`,
    [organizationId, id, userId, applicationId],
  );
  await app.sql.query(
    `insert into oauth_families (organization_id, grant_id, scopes, redirect_uri, code_digest, redeemed_at,
       expires_at, created_at) values ($1, $2, '{read}', $3, $4, now(), now() + interval '1 day', now())`,
    [organizationId, id, REDIRECT_URI, randomBytes(32)],
  );
  return { id };
}

export interface TokenAnswer {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Someone's browser at the apex. */
export interface TestBrowser {
  client: WireClient;
  cookie: string;
}

export async function aBrowser(app: TestApp, { userId }: Pick<TestMember, 'userId'>): Promise<TestBrowser> {
  const { cookie } = await aSession(userId, { app });
  return { cookie, client: new WireClient(app, { cookie }) };
}

/** The address that a client sends people to; null leaves a parameter out. */
export function authorizeUrl(
  application: Pick<TestApplication, 'clientId' | 'redirectUris'>,
  parameters: Record<string, string | null> = {},
): string {
  const given = {
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: application.redirectUris[0]!,
    scope: 'read',
    state: 'a state',
    ...parameters,
  };
  const query = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`);
  return `/oauth/authorize?${query.join('&')}`;
}

/** The form of a page as a browser would send it: hidden fields, and the chosen or first option of selects. */
export function formOf(page: WireAnswer): Record<string, string> {
  const text = page.body as string;
  const fields: Record<string, string> = {};
  for (const [tag] of text.matchAll(/<input type="hidden"[^>]*>/g)) {
    fields[attribute(tag, 'name')!] = attribute(tag, 'value')!;
  }
  for (const [select, name] of text.matchAll(/<select[^>]*name="(\w+)"[\s\S]*?<\/select>/g)) {
    const options = [...select.matchAll(/<option value="([^"]*)"( selected)?/g)];
    fields[name!] = (options.find(([, , selected]) => selected) ?? options[0]!)[1]!;
  }
  return fields;
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1];
  return value
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

export function sendForm(
  client: WireClient,
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<WireAnswer> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  return client.request('POST', path, body, { ...FORM, ...headers });
}

/** What the person decides on the page that a client sent them to. */
export async function decide(
  browser: TestBrowser,
  url: string,
  fields: Record<string, string> = { decision: 'approve' },
): Promise<WireAnswer> {
  const page = await browser.client.request('GET', url);
  if (page.status !== 200) throw new Error(`${url} answered ${page.status}: ${String(page.body)}`);
  return sendForm(browser.client, '/oauth/authorize', { ...formOf(page), ...fields });
}

/** The parameters that a redirect brings back to the client. */
export function answerOf(redirect: WireAnswer): Record<string, string> {
  if (redirect.status !== 303) throw new Error(`no redirect: ${redirect.status} ${String(redirect.body)}`);
  return Object.fromEntries(new URL(redirect.headers['location']!).searchParams);
}

export async function aCode(
  browser: TestBrowser,
  application: TestApplication,
  parameters: Record<string, string | null> = {},
  fields: Record<string, string> = {},
): Promise<string> {
  const url = authorizeUrl(application, parameters);
  return answerOf(await decide(browser, url, { decision: 'approve', ...fields }))['code']!;
}

export function askForTokens(
  app: TestApp,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<WireAnswer> {
  return sendForm(new WireClient(app), '/oauth/token', fields, headers);
}

export function credentialsOf({ clientId, clientSecret }: TestApplication): Record<string, string> {
  return { client_id: clientId, ...(clientSecret === null ? {} : { client_secret: clientSecret }) };
}

export function redeem(
  app: TestApp,
  application: TestApplication,
  code: string,
  fields: Record<string, string> = {},
): Promise<WireAnswer> {
  return askForTokens(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: application.redirectUris[0]!,
    ...credentialsOf(application),
    ...fields,
  });
}

export function refresh(
  app: TestApp,
  application: TestApplication,
  refreshToken: string,
  fields: Record<string, string> = {},
): Promise<WireAnswer> {
  return askForTokens(app, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...credentialsOf(application),
    ...fields,
  });
}

export async function tokensFor(
  app: TestApp,
  person: Pick<TestMember, 'userId'>,
  application: TestApplication,
  parameters: Record<string, string | null> = {},
  fields: Record<string, string> = {},
): Promise<TokenAnswer> {
  const code = await aCode(await aBrowser(app, person), application, parameters, fields);
  const answer = await redeem(app, application, code);
  if (answer.status !== 200) throw new Error(`no tokens: ${JSON.stringify(answer.body)}`);
  return answer.body as TokenAnswer;
}

/** A PKCE pair (RFC 7636). */
export function aVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
