import { hash } from '@node-rs/argon2';
import { clock } from '../../../src/kernel/clock';
import { newId, type OrganizationId, type SessionId, type UserId } from '../../../src/kernel/ids';
import type { SignInMethod } from '../../../src/access/principal';
import { sessionCookieName } from '../../../src/access/incoming-request';
import { SessionJwtService } from '../../../src/modules/accounts/sessions/session-jwt.service';
import { HttpConfig } from '../../../src/platform/config/http.config';
import { sharedApp, type TestApp } from '../app';
import { WireClient } from '../client';
import { anOrganization } from './organization.factory';

export interface TestAccount {
  userId: UserId;
  organizationId: OrganizationId;
  slug: string;
  name: string;
  email: string;
  password: string;
  /** The `Cookie` header of a session. */
  cookie: string;
  /** Calls the organization's host with that session. */
  client: WireClient;
}

const PASSWORD = 'correct horse battery';
/** The cheapest hash that there is: what is checked takes its cost from the hash, and these tests wait for no one. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1, outputLen: 32 });

/** An account with a password, the owner of an organization, signed in. */
export async function anAccount(options: { app?: TestApp } = {}): Promise<TestAccount> {
  const app = options.app ?? (await sharedApp());
  const { owner, id, slug } = await anOrganization({ app });
  await app.sql.query('update users set password_hash = $2 where id = $1', [
    owner.userId,
    await passwordHash,
  ]);
  const { cookie } = await aSession(owner.userId, { app });
  return {
    userId: owner.userId,
    organizationId: id,
    slug,
    name: owner.name,
    email: owner.email,
    password: PASSWORD,
    cookie,
    client: new WireClient(app, { cookie, slug }),
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

/** A session of someone, as the database and the signing key make it; ages can be chosen. */
export async function aSession(
  userId: UserId,
  options: {
    app?: TestApp;
    lastSeenAt?: Date;
    expiresAt?: Date;
    method?: SignInMethod;
    /** Whose single sign-on began it. */
    signOnOrganizationId?: OrganizationId;
  } = {},
): Promise<TestSession> {
  const app = options.app ?? (await sharedApp());
  const id = newId('session');
  const now = clock.now();
  const expiresAt = options.expiresAt ?? new Date(now.getTime() + 86_400_000);
  await app.sql.query(
    `insert into sessions (id, user_id, created_at, expires_at, last_seen_at, method, organization_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      userId,
      now,
      expiresAt,
      options.lastSeenAt ?? now,
      options.method ?? 'password',
      options.signOnOrganizationId ?? null,
    ],
  );
  const jwt = app.nest.get(SessionJwtService, { strict: false });
  const { isSecure } = app.nest.get(HttpConfig, { strict: false });
  const value = await jwt.sign({ sessionId: id, userId }, new Date(now.getTime() + 86_400_000));
  return { id, cookie: `${sessionCookieName(isSecure)}=${value}` };
}
