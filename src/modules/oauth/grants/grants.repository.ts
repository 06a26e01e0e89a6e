import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import {
  type ApplicationId,
  type GrantId,
  newId,
  type OrganizationId,
  type SessionId,
  type UserId,
} from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { GrantEntity } from './grant.entity';
import type { GrantOutput } from './grants.schemas';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';

// Locks the membership, the session and the application, so that no grant is created while one of them is deleted. A
// password change deletes sessions before grants, so it also deletes a grant that was created just before it.
const GIVE = statement(
  'oauth-grants.give',
  `insert into oauth_grants (organization_id, id, user_id, application_organization_id, application_id,
     created_at, updated_at)
   select organization_id, $3, user_id, $4, $5, $6, $6 from (
     select member.organization_id, member.user_id
     from members member
     join sessions session on session.id = $7 and session.user_id = member.user_id
     join oauth_applications application on application.organization_id = $4 and application.id = $5
     where member.organization_id = $1 and member.user_id = $2 and member.status = 'active'
     for share of member for key share of session, application) giver
   on conflict (organization_id, user_id, application_id) do update
     set updated_at = greatest(excluded.updated_at, oauth_grants.updated_at + interval '1 millisecond')
   returning id`,
);

const SHOWN = `
  select grants.id, json_build_object('id', application.id, 'name', application.name,
      'organization', publisher.name) as application,
    (select array_agg(distinct scope) from oauth_families family, unnest(family.scopes) scope
     where family.organization_id = $1 and family.grant_id = grants.id and family.expires_at > $3
       and scope = any (application.scopes)) as scopes,
    grants.last_used_at as "lastUsedAt", grants.created_at as "createdAt", grants.updated_at as "updatedAt"
  from oauth_grants grants
  join oauth_applications application
    on application.organization_id = grants.application_organization_id
    and application.id = grants.application_id
  join organizations publisher on publisher.id = application.organization_id and publisher.deleted_at is null
  where grants.organization_id = $1 and grants.user_id = $2
    and exists (select from oauth_families family where family.organization_id = $1
      and family.grant_id = grants.id and family.expires_at > $3)`;

const LIST = statementFamily(
  'oauth-grants.list',
  (limit: number) => `${SHOWN} and grants.id > coalesce($4, '') order by grants.id limit ${limit + 1}`,
);

const FIND = statement('oauth-grants.find', `${SHOWN} and grants.id = $4`);

// In every organization, because the account was compromised or changed.
const DELETE_ALL = statement(
  'oauth-grants.delete-all',
  'delete from oauth_grants where user_id = $1 returning id',
);

export interface GrantReceiver {
  applicationId: ApplicationId;
  applicationOrganizationId: OrganizationId;
}

/** The user who grants access, and the session of the decision. */
export interface GrantGiver {
  userId: UserId;
  sessionId: SessionId;
}

type GrantRow = Omit<GrantOutput, 'scopes'> & { scopes: GrantOutput['scopes'] | null };

// Rechecks `updated_at`, so that a grant that is renewed at the same time is not deleted.
const REMOVE_UNUSED = statement(
  'oauth-grants.remove-unused',
  `delete from oauth_grants where (organization_id, id) in (
     select organization_id, id from oauth_grants grants
     where updated_at <= $1 and not exists (select from oauth_families family
       where family.organization_id = grants.organization_id and family.grant_id = grants.id)
     limit 1000) and updated_at <= $1
   returning 1`,
);

/** Longer than the lifetime of an access token, so that no valid access token is deleted with its family. */
const KEPT_MS = 24 * 3_600_000;

// In this order: a grant is deleted after its last family.
@Expires(
  { kind: 'access tokens', removal: removalOf('oauth_access_tokens'), keptMs: KEPT_MS },
  {
    kind: 'token families',
    removal: removalOf('oauth_families', 'least(expires_at, refresh_expires_at)'),
    keptMs: KEPT_MS,
  },
  { kind: 'grants', removal: REMOVE_UNUSED, keptMs: KEPT_MS },
)
@Injectable()
export class GrantsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Creates or renews the grant of an application; null if the membership, the session or the application was deleted.
   */
  async give(
    tx: InTransaction<TenantContext>,
    { userId, sessionId }: GrantGiver,
    { applicationId, applicationOrganizationId }: GrantReceiver,
    now: Date,
  ): Promise<GrantId | null> {
    const { organizationId } = tx;
    const receiver = [applicationOrganizationId, applicationId];
    const values = [organizationId, userId, newId('grant'), ...receiver, now, sessionId];
    const [row] = await this.database.query<{ id: GrantId }>(tx, GIVE, values);
    return row?.id ?? null;
  }

  /** Grants with a family that has not expired, oldest first. */
  async list(
    context: TenantContext,
    userId: UserId,
    now: Date,
    { cursor, limit }: { cursor: GrantId | null; limit: number },
  ): Promise<Page<GrantOutput>> {
    const { organizationId } = context;
    const isKnown = (id: GrantId) =>
      this.database.repository(context, GrantEntity).existsBy({ organizationId, userId, id });
    if (cursor !== null && !(await isKnown(cursor))) throw new UnknownCursor();
    const values = [organizationId, userId, now, cursor];
    const rows = await this.database.query<GrantRow>(context, LIST(limit), values);
    return pageOf(rows.map(shown), limit);
  }

  async find(context: TenantContext, userId: UserId, now: Date, id: GrantId): Promise<GrantOutput | null> {
    const values = [context.organizationId, userId, now, id];
    const [row] = await this.database.query<GrantRow>(context, FIND, values);
    return row ? shown(row) : null;
  }

  async delete(tx: InTransaction<TenantContext>, userId: UserId, id: GrantId): Promise<void> {
    const { organizationId } = tx;
    await this.database.repository(tx, GrantEntity).delete({ organizationId, userId, id });
  }

  /** Revokes all grants of a user in all organizations; returns their ids. */
  async deleteAll(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<GrantId[]> {
    const rows = await this.database.query<{ id: GrantId }>(tx, DELETE_ALL, [userId]);
    return rows.map(({ id }) => id);
  }
}

function shown(row: GrantRow): GrantOutput {
  return { ...row, scopes: row.scopes ?? [] };
}
