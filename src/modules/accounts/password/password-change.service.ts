import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { UserContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { SUCCESS } from '../../../rpc/schema';
import { AccountChanged } from '../accounts.errors';
import { rejectPasswordOfPerson } from './new-password';
import { ReauthenticationService } from './reauthentication.service';
import { PasswordAccessService } from './password-access.service';
import { PasswordHasherService } from './password-hasher.service';
import { sessionOf } from '../sessions/session-of';
import { UsersRepository } from '../users.repository';

/** Lets signed-in users change their password. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly proof: ReauthenticationService,
    private readonly hasher: PasswordHasherService,
    private readonly users: UsersRepository,
    private readonly access: PasswordAccessService,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Checks and hashes the passwords, which is slow. The returned function stores the new hash and revokes the
   * access of the old password.
   */
  async prepare(
    context: UserContext,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  ) {
    const session = sessionOf(context.person);
    const { userId } = context.person;
    const user = await this.proof.byPassword(userId, currentPassword, 'currentPassword');
    rejectPasswordOfPerson('newPassword', newPassword, user);
    if (newPassword === currentPassword)
      throw InvalidInput.at('newPassword', 'Must differ from the current password');
    const passwordHash = await this.hasher.hash(newPassword);
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        const isSet = await this.users.setPassword(tx, userId, passwordHash, user.passwordHash);
        if (!isSet) throw new AccountChanged();
        await this.access.end(tx, userId, { notice: 'password-changed', except: session });
        return SUCCESS;
      });
  }
}
