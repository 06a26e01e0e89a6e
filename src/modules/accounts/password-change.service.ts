import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { PersonContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { SUCCESS } from '../../rpc/schema';
import { AccountChanged } from './accounts.errors';
import { refusePasswordOfPerson } from './new-password';
import { OwnerProof } from './owner-proof';
import { PasswordAccess } from './password-access';
import { PasswordHasher } from './password-hasher';
import { sessionOf } from './session-of';
import { UsersRepository } from './users.repository';

/** Lets signed-in people change their password. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly proof: OwnerProof,
    private readonly hasher: PasswordHasher,
    private readonly users: UsersRepository,
    private readonly access: PasswordAccess,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Checks and hashes, which is slow; what it answers writes, and ends whatever the old password let in. */
  async prepare(
    context: PersonContext,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  ) {
    const session = sessionOf(context.person);
    const { userId } = context.person;
    const user = await this.proof.byPassword(userId, currentPassword, 'currentPassword');
    refusePasswordOfPerson('newPassword', newPassword, user);
    if (newPassword === currentPassword)
      throw InvalidInput.at('newPassword', 'Must be another than the current one');
    const passwordHash = await this.hasher.hash(newPassword);
    return (inside: PersonContext) =>
      this.transactions.run(inside, async (tx) => {
        const isSet = await this.users.setPassword(tx, userId, passwordHash, user.passwordHash);
        if (!isSet) throw new AccountChanged();
        await this.access.end(tx, userId, { notice: 'password-changed', except: session });
        return SUCCESS;
      });
  }
}
