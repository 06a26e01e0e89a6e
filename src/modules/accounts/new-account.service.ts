import { Injectable } from '@nestjs/common';
import { newId, type UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { EmailTaken } from './accounts.errors';
import { emailKey, trimmedEmail } from './email-address';
import { UsersRepository } from './users.repository';

/** Makes accounts. Whoever asks gives them an organization in the same transaction. */
@Injectable()
export class NewAccountService {
  constructor(private readonly users: UsersRepository) {}

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
