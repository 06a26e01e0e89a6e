import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { UserId } from '../../../kernel/ids';
import type { InTransaction } from '../../../platform/database/transaction';
import { EmailTaken } from '../accounts.errors';
import { rejectPasswordOfPerson } from '../password/new-password';
import { PasswordHasherService } from '../password/password-hasher.service';
import { FederatedAccountsService } from '../provisioning/federated-accounts.service';
import { UsersRepository } from '../users.repository';
import type { OperatorContext } from '../../../access/audit/operator';
import type { OwnerBody } from './owner.body';

/** The account of a future owner: one that exists, or one to create. */
export type OwnerAccount =
  | { isNew: false; id: UserId; email: string }
  | { isNew: true; name: string; email: string; passwordHash: string | null };

/** Finds or creates the accounts of owners. */
@Injectable()
export class OwnerAccountsService {
  constructor(
    private readonly accounts: FederatedAccountsService,
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasherService,
  ) {}

  /** Before the transaction, because hashing is slow. An address with an account keeps its name and password. */
  async find(context: OperatorContext, { name, email, password }: OwnerBody): Promise<OwnerAccount> {
    const existing = await this.accounts.find(context, email);
    if (existing !== null) {
      if (password === undefined) return { isNew: false, ...existing };
      const message = 'Must be left out: the address has an account, whose password reset-password sets';
      throw InvalidInput.at('password', message);
    }
    if (name === undefined) throw InvalidInput.at('name', 'Required, because the address has no account');
    if (password === undefined) return { isNew: true, name, email, passwordHash: null };
    rejectPasswordOfPerson('password', password, { name, email });
    return { isNew: true, name, email, passwordHash: await this.hasher.hash(password) };
  }

  /** The operator vouches for the address of a new account. */
  async open(
    tx: InTransaction<OperatorContext>,
    account: OwnerAccount,
  ): Promise<{ id: UserId; email: string }> {
    if (!account.isNew) return account;
    const opened = await this.accounts.open(tx, account);
    if (opened === null) throw new EmailTaken();
    await this.users.confirmEmail(tx, opened.id, { dropsPassword: false });
    if (account.passwordHash !== null) await this.users.setPassword(tx, opened.id, account.passwordHash);
    return opened;
  }
}
