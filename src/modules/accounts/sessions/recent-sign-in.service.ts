import { Injectable } from '@nestjs/common';
import type { AuthenticatedUser } from '../../../access/principal';
import { clock } from '../../../kernel/clock';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { RecentSignInNeeded } from '../accounts.errors';
import { sessionOf } from './session-of';

const RECENT_MS = 10 * 60_000;

// Of any method: members with single sign-on have no password that could be asked for.
const IS_RECENT = statement(
  'sessions.is-recent',
  `select from sessions where id = $1 and user_id = $2 and created_at > $3`,
);

/** For downloads, which a browser opens by their address and without a password. */
@Injectable()
export class RecentSignInService {
  constructor(private readonly database: Database) {}

  /** Throws for a credential that is no session, and for a session that began too long ago. */
  async assert(context: DatabaseContext, person: AuthenticatedUser): Promise<void> {
    const since = new Date(clock.nowMs() - RECENT_MS);
    const rows = await this.database.query(context, IS_RECENT, [sessionOf(person), person.userId, since]);
    if (rows.length === 0) throw new RecentSignInNeeded();
  }
}
