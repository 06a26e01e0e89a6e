import { randomBytes } from 'node:crypto';
import { clock } from '../../../src/kernel/clock';
import { newId, type OrganizationId, type UserId } from '../../../src/kernel/ids';
import type { OrganizationRole } from '../../../src/access/role';
import { SCOPES, type Scope } from '../../../src/access/scope';
import { newTokenSecret, tokenDigest } from '../../../src/modules/tokens/token-secret';
import { sharedApp, type TestApp } from '../app';
import { WireClient } from '../client';

export interface TestMember {
  userId: UserId;
  email: string;
  name: string;
  /** Calls with a token of every scope. */
  client: WireClient;
}

export interface TestOrganization {
  id: OrganizationId;
  slug: string;
  app: TestApp;
  owner: TestMember;
  /** Adds a member; the account is new. */
  addMember(role?: OrganizationRole, name?: string): Promise<TestMember>;
  /** A client with a token of the given scopes for a member. */
  tokenFor(member: TestMember, scopes: readonly Scope[]): Promise<WireClient>;
}

/** An organization with its owner, on the shared application unless another one is given. */
export async function anOrganization(
  options: { app?: TestApp; plan?: string } = {},
): Promise<TestOrganization> {
  const app = options.app ?? (await sharedApp());
  const id = newId('organization');
  const slug = `t${randomBytes(8).toString('hex')}`;
  const now = clock.now();
  await app.sql.query(
    `insert into organizations (id, name, slug, timezone, date_format, week_start, language, plan, created_at, updated_at)
     values ($1, $2, $3, 'UTC', 'YYYY-MM-DD', 'monday', 'en', $4, $5, $5)`,
    [id, `Organization ${slug}`, slug, options.plan ?? 'enterprise', now],
  );

  const tokenFor = async (member: TestMember, scopes: readonly Scope[]): Promise<WireClient> => {
    const secret = newTokenSecret();
    await app.sql.query(
      `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, created_at)
       values ($1, $2, $3, 'test', $4, $5, $6)`,
      [id, newId('token'), member.userId, scopes, tokenDigest(secret), now],
    );
    return new WireClient(app, { token: secret, slug });
  };

  const addMember = async (role: OrganizationRole = 'member', name?: string): Promise<TestMember> => {
    const userId = newId('user');
    const email = `${userId.toLowerCase()}@example.com`;
    const member: TestMember = {
      userId,
      email,
      name: name ?? `Person ${userId.slice(-4)}`,
      client: new WireClient(app),
    };
    await app.sql.query(
      `insert into users (id, email, email_key, name, created_at, updated_at) values ($1, $2, $2, $3, $4, $4)`,
      [userId, email, member.name, now],
    );
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, $3, 'active', $4, $4, $4)`,
      [id, userId, role, now],
    );
    member.client = await tokenFor(member, SCOPES);
    return member;
  };

  const owner = await addMember('owner', 'Olivia Owner');
  return { id, slug, app, owner, addMember, tokenFor };
}
