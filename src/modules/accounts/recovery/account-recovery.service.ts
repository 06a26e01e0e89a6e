import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { HttpConfig } from '../../../platform/config/http.config';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { memberTopic } from '../../hierarchy';
import { AccountUnknown, SecondFactorMissing } from '../accounts.errors';
import { rejectPasswordOfPerson } from '../password/new-password';
import { PasswordAccessService } from '../password/password-access.service';
import { PasswordHasherService } from '../password/password-hasher.service';
import { PasswordResetsRepository } from '../password/password-resets.repository';
import { newResetToken, OPERATOR_LINK_LIFETIME_HOURS, resetTokenDigest } from '../password/reset-token';
import { emailKey } from '../profile/email-address';
import { AccountNoticesService } from '../profile/account-notices.service';
import { SecondFactorsRepository } from '../two-factor/second-factors.repository';
import { type UserCredentials, UsersRepository } from '../users.repository';
import { operatorActor, type OperatorContext, operatorContext } from './operator';
import type { NamedAccountBody } from './owner.body';

/** A link with which a user sets a password, once. */
export interface PasswordLink {
  link: string;
  expiresAt: Date;
}

export interface RecoveredAccount {
  userId: UserId;
  email: string;
  /** Null when the operator set the password. */
  password: PasswordLink | null;
}

type Tx = InTransaction<OperatorContext>;

/** Gives users access to their accounts again, for the operator of the installation. */
@Injectable()
export class AccountRecoveryService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly users: UsersRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly hasher: PasswordHasherService,
    private readonly access: PasswordAccessService,
    private readonly factors: SecondFactorsRepository,
    private readonly notices: AccountNoticesService,
    private readonly trail: AuditTrail,
    private readonly http: HttpConfig,
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
    const account = await this.find(context, email);
    if (account === null) throw new AccountUnknown();
    const passwordHash = password === undefined ? null : await this.hash(password, account);
    return this.transactions.run(context, async (tx) => {
      if (disablesSecondFactor) await this.disableSecondFactor(tx, account.id);
      const link = passwordHash === null ? await this.link(tx, account.id) : null;
      if (passwordHash !== null) await this.setPassword(tx, account.id, passwordHash);
      return { userId: account.id, email: account.email, password: link };
    });
  }

  find(context: DatabaseContext, email: string): Promise<UserCredentials | null> {
    return this.users.findByEmail(context, emailKey(email));
  }

  /** The hash of a password; throws for the name and the address of the user. */
  hash(password: string, person: { name: string; email: string }): Promise<string> {
    rejectPasswordOfPerson('password', password, person);
    return this.hasher.hash(password);
  }

  /** Replaces an earlier link of the user. */
  async link(tx: Tx, userId: UserId): Promise<PasswordLink> {
    const token = newResetToken();
    const expiresAt = new Date(clock.nowMs() + OPERATOR_LINK_LIFETIME_HOURS * 3_600_000);
    await this.resets.keep(tx, userId, resetTokenDigest(token), expiresAt);
    await this.note(tx, userId, 'auth.forgotPassword');
    return { link: `${this.http.publicUrl}/reset-password?token=${token}`, expiresAt };
  }

  private async setPassword(tx: Tx, userId: UserId, passwordHash: string): Promise<void> {
    await this.users.setPassword(tx, userId, passwordHash);
    await this.access.end(tx, userId, { notice: 'password-set-by-operator' });
    await this.note(tx, userId, 'auth.resetPassword');
  }

  private async disableSecondFactor(tx: Tx, userId: UserId): Promise<void> {
    if (!(await this.factors.remove(tx, userId))) throw new SecondFactorMissing();
    tx.transaction.invalidate(memberTopic(userId));
    await this.notices.send(tx, userId, 'second-factor-removed-by-operator');
    await this.note(tx, userId, 'auth.twoFactor.disable');
  }

  /** In each organization of the user. */
  private note(tx: Tx, userId: UserId, action: string): Promise<void> {
    return this.trail.recordEverywhere(tx, operatorActor(userId), {
      action,
      outcome: 'success',
      target: userId,
    });
  }
}
