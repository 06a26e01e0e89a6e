import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { clock } from '../../../kernel/clock';
import type { Id, OrganizationId, UserId, WorkspaceId } from '../../../kernel/ids';
import type { OrganizationRole } from '../../../access/role';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { InvitationEntity } from './invitation.entity';

type InvitationId = Id<'invitation'>;
type Tx = InTransaction<TenantContext>;

export interface NewInvitation {
  id: InvitationId;
  userId: UserId;
  email: string;
  emailKey: string;
  role: OrganizationRole;
  workspaceIds: readonly WorkspaceId[];
  invitedBy: UserId;
  expiresAt: Date;
}

/** The fields on which an acceptance depends. */
export interface AcceptedInvitation {
  role: OrganizationRole;
  workspaceIds: WorkspaceId[];
  invitedBy: UserId;
}

export interface SettledInvitation extends AcceptedInvitation {
  id: InvitationId;
}

/** An invitation as shown to a user who has its link. */
export interface InvitationByToken {
  organizationId: OrganizationId;
  organizationName: string;
  slug: string;
  id: InvitationId;
  email: string;
  emailKey: string;
  role: OrganizationRole;
  /** Whether the link was sent to the address; false if an administrator copied it. */
  isMailed: boolean;
}

/** The fields that the invitation mail needs. */
export interface InvitationToSend {
  email: string;
  role: OrganizationRole;
  organizationName: string;
  organizationSlug: string;
  inviterName: string | null;
}

const MEMBER_BY_EMAIL = statement(
  'invitations.member-by-email',
  `select from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and person.email_key = $2`,
);

const INSERT = statement(
  'invitations.insert',
  `insert into invitations (organization_id, id, user_id, email, email_key, role, workspace_ids, status, invited_by,
     expires_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $10, $10)
   on conflict (organization_id, email_key) where status = 'pending' do nothing
   returning id`,
);

const STEP = `updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')`;

const REVOKE = statement(
  'invitations.revoke',
  `update invitations set status = 'revoked', token_digest = null, ${STEP}
   where organization_id = $1 and id = $2`,
);

const RENEW = statement(
  'invitations.renew',
  `update invitations set status = 'pending', token_digest = null, link_copied_at = null, invited_by = $4, expires_at = $5, ${STEP}
   where organization_id = $1 and id = $2 and not exists (
     select from invitations newer
     where newer.organization_id = $1 and newer.email_key = $6 and newer.status = 'pending' and newer.id <> $2)
   returning id`,
);

const SET_ROLE = statement(
  'invitations.set-role',
  `update invitations set role = $4, invited_by = $5,
     workspace_ids = case when $4 = 'guest' then '{}' else workspace_ids end, ${STEP}
   where organization_id = $1 and user_id = $2 and status = 'pending'
     and ($6::timestamptz is null or updated_at = $6)
   returning id`,
);

const SET_COPIED_TOKEN = statement(
  'invitations.set-copied-token',
  `update invitations set token_digest = $3, link_copied_at = $4 where organization_id = $1 and id = $2`,
);

// A mail that is still to be sent must not invalidate the link that an administrator copied since.
const SET_TOKEN = statement(
  'invitations.set-token',
  `update invitations set token_digest = $3
   from organizations organization
   where invitations.organization_id = $1 and invitations.id = $2 and invitations.status = 'pending'
     and invitations.link_copied_at is null and invitations.expires_at > $4 and organization.id = $1 and organization.deleted_at is null
   returning invitations.email, invitations.role, organization.name as "organizationName",
     organization.slug as "organizationSlug",
     (select name from users where id = invitations.invited_by) as "inviterName"`,
);

// The link does not name the organization, so the token is looked up in all organizations.
const FIND = statement(
  'invitations.find-by-token',
  `select invited.organization_id as "organizationId", invited.id, invited.email_key as "emailKey",
     invited.email, invited.role, invited.link_copied_at is null as "isMailed", organization.slug, organization.name as "organizationName"
   from invitations invited join organizations organization on organization.id = invited.organization_id
   where invited.token_digest = $1 and invited.status = 'pending' and invited.expires_at > $2
     and organization.deleted_at is null`,
);

const CONSUME = statement(
  'invitations.consume',
  `update invitations set status = 'accepted', token_digest = null, ${STEP}
   where organization_id = $1 and id = $2 and token_digest = $4 and status = 'pending' and expires_at > $3
   returning role, workspace_ids as "workspaceIds", invited_by as "invitedBy"`,
);

// An expired invitation is accepted too, but without its workspaces.
const SETTLE = statement(
  'invitations.settle',
  `update invitations set status = 'accepted', token_digest = null, ${STEP}
   where organization_id = $1 and email_key = (select email_key from users where id = $2) and status = 'pending'
   returning id, role, case when expires_at > $3 then workspace_ids else '{}' end as "workspaceIds",
     invited_by as "invitedBy"`,
);

@Injectable()
export class InvitationsRepository {
  constructor(private readonly database: Database) {}

  async isMember(tx: Tx, emailKey: string): Promise<boolean> {
    return (await this.database.query(tx, MEMBER_BY_EMAIL, [tx.organizationId, emailKey])).length > 0;
  }

  /** False if the address already has a pending invitation; an expired one is replaced. */
  async insert(tx: Tx, invitation: NewInvitation): Promise<boolean> {
    const now = clock.now();
    const { id, userId, email, emailKey, role, workspaceIds, invitedBy, expiresAt } = invitation;
    await this.expire(tx, emailKey, now);
    const values = [tx.organizationId, id, userId, email, emailKey, role, workspaceIds, invitedBy, expiresAt];
    return (await this.database.query(tx, INSERT, [...values, now])).length > 0;
  }

  async revoke(tx: Tx, id: InvitationId): Promise<void> {
    await this.database.query(tx, REVOKE, [tx.organizationId, id, clock.now()]);
  }

  /** Invalidates the previous link and makes the sender the inviter; false if there is a newer invitation. */
  async renew(
    tx: Tx,
    id: InvitationId,
    to: Pick<NewInvitation, 'emailKey' | 'invitedBy' | 'expiresAt'>,
  ): Promise<boolean> {
    const now = clock.now();
    await this.expire(tx, to.emailKey, now);
    const values = [tx.organizationId, id, now, to.invitedBy, to.expiresAt, to.emailKey];
    return (await this.database.query(tx, RENEW, values)).length > 0;
  }

  /** By the id that the list of members shows; false if the version is not the expected one. */
  async setRole(
    tx: Tx,
    userId: UserId,
    change: { role: OrganizationRole; by: UserId; expected: Date | undefined },
  ): Promise<boolean> {
    const { role, by, expected } = change;
    const values = [tx.organizationId, userId, clock.now(), role, by, expected ?? null];
    return (await this.database.query(tx, SET_ROLE, values)).length > 0;
  }

  /** Stores the digest of the link that is about to be sent; null if the invitation is no longer pending. */
  async setToken(context: TenantContext, id: InvitationId, digest: Buffer): Promise<InvitationToSend | null> {
    const values = [context.organizationId, id, digest, clock.now()];
    const [row] = await this.database.query<InvitationToSend>(context, SET_TOKEN, values);
    return row ?? null;
  }

  /** Requires `renew` in the same transaction. */
  async setCopiedToken(tx: Tx, id: InvitationId, digest: Buffer): Promise<void> {
    await this.database.query(tx, SET_COPIED_TOKEN, [tx.organizationId, id, digest, clock.now()]);
  }

  async findByToken(context: DatabaseContext, digest: Buffer): Promise<InvitationByToken | null> {
    const [row] = await this.database.query<InvitationByToken>(context, FIND, [digest, clock.now()]);
    return row ?? null;
  }

  /** Returns the invitation to only one of several concurrent callers; null to the others. */
  async consume(tx: Tx, id: InvitationId, digest: Buffer): Promise<AcceptedInvitation | null> {
    const values = [tx.organizationId, id, clock.now(), digest];
    const [row] = await this.database.query<AcceptedInvitation>(tx, CONSUME, values);
    return row ?? null;
  }

  /** Accepts the pending invitation of a user who joined in another way; null if there is none. */
  async settle(tx: Tx, userId: UserId): Promise<SettledInvitation | null> {
    const values = [tx.organizationId, userId, clock.now()];
    const [row] = await this.database.query<SettledInvitation>(tx, SETTLE, values);
    return row ?? null;
  }

  private async expire(tx: Tx, emailKey: string, now: Date): Promise<void> {
    const { organizationId } = tx;
    await this.database
      .repository(tx, InvitationEntity)
      .update(
        { organizationId, emailKey, status: 'pending', expiresAt: LessThanOrEqual(now) },
        { status: 'expired', tokenDigest: null },
      );
  }
}
