import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { violatedConstraint } from '../../../platform/database/database-errors';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { EmailTaken } from '../accounts.errors';
import { emailKey } from '../profile/email-address';
import { UserEntity } from '../user.entity';

const IS_MANAGED = statement(
  'email-addresses.is-managed',
  `select from provisioned_accounts provisioned
   where provisioned.user_id = $1
     and exists (select from members where user_id = $1 and organization_id = provisioned.organization_id)
     and not exists (select from members where user_id = $1 and organization_id <> provisioned.organization_id)`,
);

// Links for a new password that were mailed to the previous address end with it.
const MOVE = statement(
  'email-addresses.move',
  `with previous as (
     select id, email from users where id = $1 and email_key = $2 for update
   ), moved as (
     update users set email = $3, email_key = $4, email_confirmed_at = $5,
       updated_at = greatest($5::timestamptz, updated_at + interval '1 millisecond')
     from previous where users.id = previous.id
   ), resets as (
     delete from password_resets using previous where user_id = previous.id
   )
   select email from previous`,
);

/** Changes the addresses of accounts. */
@Injectable()
export class EmailAddressesRepository {
  constructor(private readonly database: Database) {}

  /** Whether the directory of the user's only organization created the account: it manages the address. */
  async isManaged(context: DatabaseContext, userId: UserId): Promise<boolean> {
    return (await this.database.query(context, IS_MANAGED, [userId])).length > 0;
  }

  /** The new address is verified. Returns the previous one; null if the account has another address than `fromKey`. */
  async move(
    tx: InTransaction<DatabaseContext>,
    userId: UserId,
    { fromKey, to }: { fromKey: string; to: string },
  ): Promise<string | null> {
    try {
      const values = [userId, fromKey, to, emailKey(to), clock.now()];
      const [row] = await this.database.query<{ email: string }>(tx, MOVE, values);
      return row?.email ?? null;
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key_idx') throw new EmailTaken();
      throw error;
    }
  }

  async dropPassword(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    await this.database.repository(tx, UserEntity).update({ id: userId }, { passwordHash: null });
  }
}
