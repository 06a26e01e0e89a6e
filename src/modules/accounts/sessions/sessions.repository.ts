import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import { clock } from '../../../kernel/clock';
import type { OrganizationId, SessionId, UserId } from '../../../kernel/ids';
import type { SignInMethod } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { SESSION_IDLE_MS } from '../../../access/sessions/session-lifetime';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';

/** A session to be created. */
export interface NewSession {
  id: SessionId;
  startedAt: Date;
  ip: string;
  userAgent: string | null;
}

export interface SessionRow extends NewSession {
  userId: UserId;
  method: SignInMethod;
  signOnOrganizationId: OrganizationId | null;
  expiresAt: Date;
}

type HandedOver = Pick<SessionRow, 'userId' | 'method' | 'signOnOrganizationId'> & { expiresAt: string };

/** Conditions on the account that are checked again when the session starts. */
export interface AccountCondition {
  /** The hash that the password was checked against; null if no password was used. */
  passwordHash: string | null;
  /** Allows an account with a second factor: it was verified, or an identity provider is responsible for it. */
  isSecondFactorSettled: boolean;
}

export interface ListedSession {
  id: SessionId;
  method: SignInMethod;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  ip: string | null;
  userAgent: string | null;
}

// The lock serializes this with password changes: these either see and end this session, or this check rejects it.
// No session survives that was started with the old password, or without a second factor that was being enabled.
// Service accounts have none, in whatever way someone would sign in.
const START = statement(
  'sessions.start',
  `insert into sessions
     (id, user_id, created_at, expires_at, last_seen_at, ip, user_agent, method, organization_id)
   select $1, users.id, $3, $4, $3, $5, $6, $7, $8 from users
   where users.id = $2 and ($9::text is null or users.password_hash = $9)
     and ($10::boolean or not users.has_second_factor) and not users.is_service_account
   for share of users
   returning id`,
);

// The lock keeps the original session until this one is stored: ending the original ends this one as well.
const HAND_OVER = statement(
  'sessions.hand-over',
  `insert into sessions
     (id, user_id, created_at, expires_at, last_seen_at, ip, user_agent, method, organization_id, origin_id)
   select $1, origin.user_id, $2, origin.expires_at, $2, $3, $4, origin.method, origin.organization_id, origin.id
   from (select id, user_id, expires_at, method, organization_id from sessions
     where id = $5 and expires_at > $2 for key share) origin
   returning user_id as "userId", method, organization_id as "signOnOrganizationId", expires_at as "expiresAt"`,
);

const END = statement('sessions.end', 'delete from sessions where id = $1 and user_id = $2 returning id');

// Keeps the original of a transferred session too: the same browser has both.
const END_ALL = statement(
  'sessions.end-all',
  `delete from sessions where user_id = $1 and id is distinct from $2
     and id is distinct from (select origin_id from sessions where id = $2)
   returning id`,
);

const END_SIGNED_ON = statement(
  'sessions.end-signed-on',
  `delete from sessions where organization_id = $1 and ($2::text[] is null or id = any ($2))
   returning id, user_id as "userId"`,
);

const LIST = statementFamily(
  'sessions.list',
  (limit: number) => `
  select id, method, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", ip,
    user_agent as "userAgent"
  from sessions
  where user_id = $1 and ($2::text is null or id < $2) and expires_at > $3 and last_seen_at > $4
  order by id desc limit ${limit + 1}`,
);

// A session of an organization's single sign-on contains claims of its administrators.
const BEGUN_SINCE = statement(
  'sessions.begun-since',
  `select from sessions where id = $1 and user_id = $2 and created_at > $3 and organization_id is null`,
);

const CURSOR = statement('sessions.cursor', 'select from sessions where user_id = $1 and id = $2');

// Expired idle sessions remain until their absolute end, the only indexed time. They are no longer accepted.
@Expires({ kind: 'sessions', removal: removalOf('sessions') })
@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /** False if the condition is no longer met. */
  async start(context: DatabaseContext, session: SessionRow, condition: AccountCondition): Promise<boolean> {
    const values = [
      session.id,
      session.userId,
      session.startedAt,
      session.expiresAt,
      session.ip,
      session.userAgent,
      session.method,
      session.signOnOrganizationId,
      condition.passwordHash,
      condition.isSecondFactorSettled,
    ];
    return (await this.database.query(context, START, values)).length > 0;
  }

  /** Whether the user started the session directly, and after that time. */
  async isBegunSince(context: DatabaseContext, id: SessionId, userId: UserId, since: Date): Promise<boolean> {
    return (await this.database.query(context, BEGUN_SINCE, [id, userId, since])).length > 0;
  }

  /** A copy of a session that ends with its original; null if the original has ended. */
  async handOver(context: DatabaseContext, from: SessionId, session: NewSession): Promise<SessionRow | null> {
    const { id, startedAt, ip, userAgent } = session;
    const values = [id, startedAt, ip, userAgent, from];
    const [row] = await this.database.query<HandedOver>(context, HAND_OVER, values);
    return row === undefined ? null : { ...session, ...row, expiresAt: new Date(row.expiresAt) };
  }

  /** False if the user has no such session. */
  async end(context: DatabaseContext, id: SessionId, userId: UserId): Promise<boolean> {
    return (await this.database.query(context, END, [id, userId])).length > 0;
  }

  /** Returns the ended sessions; all but the one to keep. */
  async endAll(context: DatabaseContext, userId: UserId, except: SessionId | null): Promise<SessionId[]> {
    const rows = await this.database.query<{ id: SessionId }>(context, END_ALL, [userId, except]);
    return rows.map((row) => row.id);
  }

  /**
   * Ends sessions that the organization's single sign-on started: all, or the named ones. Returns the ended
   * sessions.
   */
  endSignedOn(
    context: DatabaseContext,
    organizationId: OrganizationId,
    ids: readonly SessionId[] | null,
  ): Promise<Pick<SessionRow, 'id' | 'userId'>[]> {
    return this.database.query(context, END_SIGNED_ON, [organizationId, ids]);
  }

  /** Active sessions, the newest first. */
  async list(
    context: DatabaseContext,
    userId: UserId,
    { cursor, limit }: { cursor: SessionId | null; limit: number },
  ): Promise<Page<ListedSession>> {
    if (cursor !== null && (await this.database.query(context, CURSOR, [userId, cursor])).length === 0)
      throw new UnknownCursor();
    const now = clock.now();
    const values = [userId, cursor, now, new Date(now.getTime() - SESSION_IDLE_MS)];
    return pageOf(await this.database.query<ListedSession>(context, LIST(limit), values), limit);
  }
}
