import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email-key';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { violatedConstraint } from '../../../platform/database/database-errors';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { deletedEmail, DELETED_NAME } from '../../erasure';
import { EmailTaken } from '../accounts.errors';
import { restorableSince } from './restoration-period';

const NEXT_VERSION = `updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')`;

// The key is not that of an address, so no one can sign in with it, and the address can be used again. A service account has no
// address: an erasure of an empty text would change every text.
const CLOSE = statement(
  'accounts.close',
  `with previous as (
     select id, email, name from users where id = $1 and deleted_at is null for update
   ), closed as (
     update users set deleted_at = $2, ${NEXT_VERSION}, name = $3, email = $4, email_key = 'deleted:' || users.id,
       avatar = null, password_hash = null
     from previous where users.id = previous.id
     returning deleted_at
   )
   select coalesce(nullif(previous.email, ''), $4) as email, previous.name, closed.deleted_at as "deletedAt" from previous, closed`,
);

const REOPEN = statement(
  'accounts.reopen',
  `update users set deleted_at = null, ${NEXT_VERSION}, name = $3, email = $4, email_key = $5
   where id = $1 and deleted_at = $6 and deleted_at > $7
   returning id`,
);

/** A deleted account, with what its row no longer contains. */
export interface ClosedAccount {
  userId: UserId;
  email: string;
  name: string;
  /** ISO 8601; distinguishes this deletion from a later one. */
  deletedAt: string;
}

/** Deletes accounts, and restores them. The row remains, because content refers to the id. */
@Injectable()
export class ClosedAccountsRepository {
  constructor(private readonly database: Database) {}

  /** Null if the account does not exist, or is deleted already. */
  async close(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<ClosedAccount | null> {
    const values = [userId, clock.now(), DELETED_NAME, deletedEmail(userId)];
    const [row] = await this.database.query<Omit<ClosedAccount, 'userId'>>(tx, CLOSE, values);
    return row === undefined ? null : { userId, ...row };
  }

  /** False if the account is not deleted since this time, or the period has ended. */
  async reopen(
    tx: InTransaction<DatabaseContext>,
    { userId, email, name, deletedAt }: ClosedAccount,
  ): Promise<boolean> {
    try {
      const values = [userId, clock.now(), name, email, emailKey(email), deletedAt, restorableSince()];
      return (await this.database.query(tx, REOPEN, values)).length > 0;
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key_idx') throw new EmailTaken();
      throw error;
    }
  }
}
