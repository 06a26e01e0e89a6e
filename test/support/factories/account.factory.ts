import { randomBytes } from 'node:crypto';
import type { OrganizationId, SessionId, UserId } from '../../../src/kernel/ids';
import { newId } from '../../../src/kernel/ids';
import { clock } from '../../../src/kernel/clock';
import { sessionCookieName } from '../../../src/access/incoming-request';
import { SessionJwt } from '../../../src/modules/accounts/session-jwt';
import { HttpConfig } from '../../../src/platform/config/http.config';
import { sharedApp, type TestApp } from '../app';
import { WireClient } from '../client';

export interface TestAccount {
  userId: UserId;
  organizationId: OrganizationId;
  slug: string;
  name: string;
  email: string;
  password: string;
  /** The `Cookie` header of the session that registration gave. */
  cookie: string;
  /** Calls the organization's host with that session. */
  client: WireClient;
}

/** An account with an organization, opened as people do: by POST /api/auth/register. */
export async function anAccount(options: { app?: TestApp; password?: string } = {}): Promise<TestAccount> {
  const app = options.app ?? (await sharedApp());
  const unique = randomBytes(6).toString('hex');
  const input = {
    name: `Person ${unique}`,
    email: `p${unique}@example.com`,
    password: options.password ?? `password ${unique}`,
    organizationName: `Organization ${unique}`,
  };
  const answer = await new WireClient(app).request('POST', '/api/auth/register', input);
  if (answer.status !== 201) throw new Error(`register answered ${JSON.stringify(answer.body)}`);
  const { user, organization } = answer.body as {
    user: { id: UserId };
    organization: { id: OrganizationId; slug: string };
  };
  const cookie = cookieOf(answer.headers['set-cookie']!);
  return {
    userId: user.id,
    organizationId: organization.id,
    slug: organization.slug,
    name: input.name,
    email: input.email,
    password: input.password,
    cookie,
    client: new WireClient(app, { cookie, slug: organization.slug }),
  };
}

/** What a browser sends back of a `Set-Cookie` header. */
export function cookieOf(setCookie: string): string {
  return setCookie.split(';', 1)[0]!;
}

export interface TestSession {
  id: SessionId;
  cookie: string;
}

/** A session of somebody, as the database and the signing key make it; ages can be chosen. */
export async function aSession(
  userId: UserId,
  options: { app?: TestApp; lastSeenAt?: Date; expiresAt?: Date } = {},
): Promise<TestSession> {
  const app = options.app ?? (await sharedApp());
  const id = newId('session');
  const now = clock.now();
  const expiresAt = options.expiresAt ?? new Date(now.getTime() + 86_400_000);
  await app.sql.query(
    `insert into sessions (id, user_id, created_at, expires_at, last_seen_at) values ($1, $2, $3, $4, $5)`,
    [id, userId, now, expiresAt, options.lastSeenAt ?? now],
  );
  const jwt = app.nest.get(SessionJwt, { strict: false });
  const { isSecure } = app.nest.get(HttpConfig, { strict: false });
  const value = await jwt.sign({ sessionId: id, userId }, new Date(now.getTime() + 86_400_000));
  return { id, cookie: `${sessionCookieName(isSecure)}=${value}` };
}
