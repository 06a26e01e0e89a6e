import { Injectable } from '@nestjs/common';
import type { SessionId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';

export interface SessionRow {
  id: SessionId;
  userId: UserId;
  startedAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string | null;
}

// The lock lets a password change that runs at the same time either see this session, and end it, or refuse it here:
// no session survives that was opened with the old password.
const START = statement(
  'sessions.start',
  `insert into sessions (id, user_id, created_at, expires_at, last_seen_at, ip, user_agent)
   select $1, users.id, $3, $4, $3, $5, $6 from users where users.id = $2 and users.password_hash = $7
   for share of users
   returning id`,
);

const END = statement('sessions.end', 'delete from sessions where id = $1 and user_id = $2 returning id');

const END_ALL = statement('sessions.end-all', 'delete from sessions where user_id = $1 returning id');

@Injectable()
export class SessionsRepository {
  constructor(private readonly database: Database) {}

  /** False when the account's password is not the one any more that was checked. */
  async start(context: DatabaseContext, session: SessionRow, passwordHash: string): Promise<boolean> {
    const { id, userId, startedAt, expiresAt, ip, userAgent } = session;
    const values = [id, userId, startedAt, expiresAt, ip, userAgent, passwordHash];
    return (await this.database.query(context, START, values)).length > 0;
  }

  async end(context: DatabaseContext, id: SessionId, userId: UserId): Promise<void> {
    await this.database.query(context, END, [id, userId]);
  }

  /** Answers the sessions that there were. */
  async endAll(context: DatabaseContext, userId: UserId): Promise<SessionId[]> {
    const rows = await this.database.query<{ id: SessionId }>(context, END_ALL, [userId]);
    return rows.map((row) => row.id);
  }
}
