import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import { clock } from '../../kernel/clock';
import type { OrganizationId, SessionId, UserId } from '../../kernel/ids';
import type { SignInMethod } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import { SESSION_IDLE_MS } from './session-lifetime';

/** A session as the browser that gets it makes it. */
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

/** What must still hold of the account at the moment that its session begins. */
export interface AccountCondition {
  /** The hash that the password was checked against; null where no password was asked. */
  passwordHash: string | null;
  /** Also where the account has a second factor: it was proved, or is somebody else's business. */
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

// The lock lets a password change that runs at the same time either see this session, and end it, or refuse it here:
// no session survives that was opened with the old password, or without a second factor that was being enabled.
const START = statement(
  'sessions.start',
  `insert into sessions
     (id, user_id, created_at, expires_at, last_seen_at, ip, user_agent, method, organization_id)
   select $1, users.id, $3, $4, $3, $5, $6, $7, $8 from users
   where users.id = $2 and ($9::text is null or users.password_hash = $9)
     and ($10::boolean or not users.has_second_factor)
   for share of users
   returning id`,
);

// The lock keeps the session that it is made from until this one stands: what ends that one ends this one as well.
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

// With a session stays the one that it was handed over from: the same browser has both.
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

// One that an organization's single sign-on began says what its administrators say.
const BEGUN_SINCE = statement(
  'sessions.begun-since',
  `select from sessions where id = $1 and user_id = $2 and created_at > $3 and organization_id is null`,
);

const CURSOR = statement('sessions.cursor', 'select from sessions where user_id = $1 and id = $2');

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /** False when the condition does not hold any more. */
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

  /** Whether the person began it themselves, and later than that. */
  async isBegunSince(context: DatabaseContext, id: SessionId, userId: UserId, since: Date): Promise<boolean> {
    return (await this.database.query(context, BEGUN_SINCE, [id, userId, since])).length > 0;
  }

  /** A session like another one, that ends with it; null when that one has ended. */
  async handOver(context: DatabaseContext, from: SessionId, session: NewSession): Promise<SessionRow | null> {
    const { id, startedAt, ip, userAgent } = session;
    const values = [id, startedAt, ip, userAgent, from];
    const [row] = await this.database.query<HandedOver>(context, HAND_OVER, values);
    return row === undefined ? null : { ...session, ...row, expiresAt: new Date(row.expiresAt) };
  }

  /** False when the person has no such session. */
  async end(context: DatabaseContext, id: SessionId, userId: UserId): Promise<boolean> {
    return (await this.database.query(context, END, [id, userId])).length > 0;
  }

  /** Answers the sessions that there were, but for the one to keep. */
  async endAll(context: DatabaseContext, userId: UserId, except: SessionId | null): Promise<SessionId[]> {
    const rows = await this.database.query<{ id: SessionId }>(context, END_ALL, [userId, except]);
    return rows.map((row) => row.id);
  }

  /** Of those that the organization's single sign-on began: all, or the ones that are named. Answers what there was. */
  endSignedOn(
    context: DatabaseContext,
    organizationId: OrganizationId,
    ids: readonly SessionId[] | null,
  ): Promise<Pick<SessionRow, 'id' | 'userId'>[]> {
    return this.database.query(context, END_SIGNED_ON, [organizationId, ids]);
  }

  /** Those that can still be used, the newest first. */
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
