import { Injectable } from '@nestjs/common';
import { emailKey, trimmedEmail } from '../../../kernel/email-key';
import { newId, type UserId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { UsersRepository } from '../users.repository';

export interface FederatedAccount {
  id: UserId;
  email: string;
}

/**
 * Accounts of users that an identity provider vouches for. They have no password until the user sets one
 * with a mailed link.
 */
@Injectable()
export class FederatedAccountsService {
  constructor(private readonly users: UsersRepository) {}

  async find(context: DatabaseContext, email: string): Promise<FederatedAccount | null> {
    const found = await this.users.findByEmail(context, emailKey(email));
    return found === null ? null : { id: found.id, email: found.email };
  }

  /** The account's e-mail address, locked until the transaction ends; null if the account no longer exists. */
  lockEmail(tx: InTransaction<DatabaseContext>, id: UserId): Promise<string | null> {
    return this.users.lockEmail(tx, id);
  }

  /** Null if the address has an account by now. */
  async open(
    tx: InTransaction<DatabaseContext>,
    { name, email: given }: { name: string; email: string },
  ): Promise<FederatedAccount | null> {
    const id = newId('user');
    const email = trimmedEmail(given);
    const account = { id, name, email, emailKey: emailKey(email), passwordHash: null };
    return (await this.users.insert(tx, account)) ? { id, email } : null;
  }
}
