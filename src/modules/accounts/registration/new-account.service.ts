import { Injectable } from '@nestjs/common';
import { newId, type UserId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { EmailTaken } from '../accounts.errors';
import { emailKey, trimmedEmail } from '../profile/email-address';
import { UsersRepository } from '../users.repository';

/** Creates accounts. The caller adds the organization in the same transaction. */
@Injectable()
export class NewAccountService {
  constructor(private readonly users: UsersRepository) {}

  /** Whether the installation has any account. */
  exist(context: DatabaseContext): Promise<boolean> {
    return this.users.exist(context);
  }

  async open(
    tx: InTransaction<DatabaseContext>,
    account: { name: string; email: string; passwordHash: string },
  ): Promise<{ id: UserId; email: string }> {
    const id = newId('user');
    const email = trimmedEmail(account.email);
    const user = { ...account, id, email, emailKey: emailKey(email) };
    if (!(await this.users.insert(tx, user))) throw new EmailTaken();
    return { id, email };
  }
}
