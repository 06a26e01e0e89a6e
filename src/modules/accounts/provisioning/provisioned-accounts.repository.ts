import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { clock } from '../../../kernel/clock';
import { emailKey } from '../../../kernel/email-key';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { violatedConstraint } from '../../../platform/database/database-errors';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { EmailTaken } from '../accounts.errors';
import { UserEntity } from '../user.entity';
import { ProvisionedAccountEntity } from './provisioned-account.entity';

const NOTE = statement(
  'accounts.note-provisioned',
  `insert into provisioned_accounts (organization_id, user_id, created_at) values ($1, $2, $3)
   on conflict do nothing`,
);

// The lock prevents the user from joining another organization until the transaction ends.
const LOCK = statement('accounts.lock', `select name, email from users where id = $1 for update`);

const IS_OWNED = statement(
  'accounts.is-owned',
  `select from provisioned_accounts
   where organization_id = $1 and user_id = $2
     and not exists (select from members where user_id = $2 and organization_id <> $1)`,
);

const NEXT_VERSION = `updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')`;

const RENAME = statement('accounts.rename', `update users set name = $2, ${NEXT_VERSION} where id = $1`);

const HAND_OVER = statement(
  'accounts.hand-over',
  `with reset as (delete from password_resets where user_id = $1),
     factor as (delete from second_factors where user_id = $1)
   update users set email = $2, email_key = $4, email_confirmed_at = null, password_hash = null,
     has_second_factor = false, ${NEXT_VERSION}
   where id = $1`,
);

export interface LockedAccount {
  name: string;
  email: string;
}

type Tx = InTransaction<TenantContext>;

/** Accounts that organizations created for their members. */
@Injectable()
export class ProvisionedAccountsRepository {
  constructor(private readonly database: Database) {}

  async note(tx: Tx, userId: UserId): Promise<void> {
    await this.database.query(tx, NOTE, [tx.organizationId, userId, clock.now()]);
  }

  isProvisioned(tx: Tx, userId: UserId): Promise<boolean> {
    const { organizationId } = tx;
    return this.database.repository(tx, ProvisionedAccountEntity).existsBy({ organizationId, userId });
  }

  isProved(tx: Tx, userId: UserId): Promise<boolean> {
    return this.database.repository(tx, UserEntity).existsBy({ id: userId, emailConfirmedAt: Not(IsNull()) });
  }

  async lock(tx: Tx, userId: UserId): Promise<LockedAccount | null> {
    const [row] = await this.database.query<LockedAccount>(tx, LOCK, [userId]);
    return row ?? null;
  }

  /** Call `lock` first. Whether the organization created the account and the user has no other membership. */
  async isOwned(tx: Tx, userId: UserId): Promise<boolean> {
    return (await this.database.query(tx, IS_OWNED, [tx.organizationId, userId])).length > 0;
  }

  async rename(tx: Tx, userId: UserId, name: string): Promise<void> {
    await this.database.query(tx, RENAME, [userId, name, clock.now()]);
  }

  /** The new address is not verified yet. */
  async handOver(tx: Tx, userId: UserId, email: string): Promise<void> {
    try {
      await this.database.query(tx, HAND_OVER, [userId, email, clock.now(), emailKey(email)]);
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key_idx') throw new EmailTaken();
      throw error;
    }
  }
}
