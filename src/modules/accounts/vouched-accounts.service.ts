import { Injectable } from '@nestjs/common';
import { emailKey, trimmedEmail } from '../../kernel/email-key';
import { newId, type UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { UsersRepository } from './users.repository';

export interface VouchedAccount {
  id: UserId;
  email: string;
}

/** Accounts of people whom somebody else vouches for. They have no password until they set one by a mailed link. */
@Injectable()
export class VouchedAccounts {
  constructor(private readonly users: UsersRepository) {}

  async find(context: DatabaseContext, email: string): Promise<VouchedAccount | null> {
    const found = await this.users.findByEmail(context, emailKey(email));
    return found === null ? null : { id: found.id, email: found.email };
  }

  /** The address that the account is found by, which stays until the transaction ends; null when it is gone. */
  holdEmail(tx: InTransaction<DatabaseContext>, id: UserId): Promise<string | null> {
    return this.users.holdEmail(tx, id);
  }

  /** Null when the address has got an account meanwhile. */
  async open(
    tx: InTransaction<DatabaseContext>,
    { name, email: given }: { name: string; email: string },
  ): Promise<VouchedAccount | null> {
    const id = newId('user');
    const email = trimmedEmail(given);
    const account = { id, name, email, emailKey: emailKey(email), passwordHash: null };
    return (await this.users.insert(tx, account)) ? { id, email } : null;
  }
}
