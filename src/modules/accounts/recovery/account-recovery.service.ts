import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { AuditTrail } from '../../../access/audit/audit-trail';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { AccountUnknown } from '../accounts.errors';
import { rejectPasswordOfPerson } from '../password/new-password';
import { PasswordAccessService } from '../password/password-access.service';
import { PasswordHasherService } from '../password/password-hasher.service';
import { emailKey } from '../profile/email-address';
import { type UserCredentials, UsersRepository } from '../users.repository';
import { operatorActor, type OperatorContext, operatorContext } from '../../../access/audit/operator';
import type { NamedAccountBody } from './owner.body';
import { type PasswordLink, PasswordLinksService } from './password-links.service';
import { SecondFactorRemovalService } from './second-factor-removal.service';

export interface RecoveredAccount {
  userId: UserId;
  email: string;
  /** Null when no link is necessary: the operator set the password, or the account has one. */
  password: PasswordLink | null;
}

/** Gives users access to their accounts again, for the operator of the installation. */
@Injectable()
export class AccountRecoveryService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasherService,
    private readonly access: PasswordAccessService,
    private readonly links: PasswordLinksService,
    private readonly factors: SecondFactorRemovalService,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * With a password, sets it and ends every session. Otherwise creates a link, whose use does the same. With
   * `disablesSecondFactor`, the account no longer asks for a code.
   */
  async recover(
    { email, password }: NamedAccountBody,
    { disablesSecondFactor }: { disablesSecondFactor: boolean },
  ): Promise<RecoveredAccount> {
    const context = operatorContext();
    const account = await this.users.findByEmail(context, emailKey(email));
    if (account === null) throw new AccountUnknown();
    const passwordHash = password === undefined ? null : await this.hash(password, account);
    return this.transactions.run(context, async (tx) => {
      if (disablesSecondFactor) await this.factors.remove(tx, account.id);
      const link = passwordHash === null ? await this.links.create(tx, account.id) : null;
      if (passwordHash !== null) await this.setPassword(tx, account.id, passwordHash);
      return { userId: account.id, email: account.email, password: link };
    });
  }

  private hash(password: string, person: UserCredentials): Promise<string> {
    rejectPasswordOfPerson('password', password, person);
    return this.hasher.hash(password);
  }

  private async setPassword(
    tx: InTransaction<OperatorContext>,
    userId: UserId,
    passwordHash: string,
  ): Promise<void> {
    await this.users.setPassword(tx, userId, passwordHash);
    await this.access.end(tx, userId, { notice: 'password-set-by-operator' });
    await this.trail.recordEverywhere(tx, operatorActor(userId), {
      action: 'auth.resetPassword',
      outcome: 'success',
      target: userId,
    });
  }
}
