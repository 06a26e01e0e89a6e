import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { evenInDryRun } from '../../../platform/dry-run/dry-run';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { SecondFactorNeeded, SecondFactorWrong } from '../accounts.errors';
import { AccountNoticesService } from '../profile/account-notices.service';
import { AuthenticatorKeysService } from './authenticator-keys.service';
import { CredentialAttemptsRepository } from '../sign-in/credential-attempts.repository';
import { recoveryCodeDigest } from './recovery-code';
import { RecoveryCodesRepository } from './recovery-codes.repository';
import { SecondFactorsRepository } from './second-factors.repository';
import { stepOfCode } from './totp';

/** A verified code. It is consumed in the transaction of the action that requires it. */
export interface RightCode {
  /** Throws if the code was consumed in the meantime. */
  use(tx: InTransaction<DatabaseContext>): Promise<void>;
}

/** Verifies the second factor of an account. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly keys: AuthenticatorKeysService,
    private readonly notices: AccountNoticesService,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * For a sign-in: null if the account has no second factor; throws without a valid code if it has one. Call
   * it only after the first factor was verified, since it reveals whether there is a second.
   */
  async ask(userId: UserId, code: string | null | undefined): Promise<RightCode | null> {
    const factor = await this.factors.find(NO_TRANSACTION, userId);
    if (factor === null || factor.enabledAt === null) return null;
    if (code === null || code === undefined || code.trim() === '') throw new SecondFactorNeeded();
    const right = await this.check(userId, code);
    if (right === null) throw new SecondFactorWrong();
    return right;
  }

  /**
   * Counts the attempt. Null if the code is wrong or there is no second factor. Never call this in a
   * transaction.
   */
  async check(userId: UserId, code: string): Promise<RightCode | null> {
    const { isLast } = await this.attempts.take(userId, 'second-factor');
    const digest = recoveryCodeDigest(code);
    const right =
      digest === null
        ? await this.checkAuthenticator(userId, code)
        : await this.checkRecoveryCode(userId, digest);
    // An attacker who can try codes has the password, or the user's browser.
    if (right === null && isLast)
      await evenInDryRun(() =>
        this.transactions.run(NO_TRANSACTION, (tx) => this.notices.send(tx, userId, 'codes-guessed')),
      );
    return right;
  }

  private async checkAuthenticator(userId: UserId, code: string): Promise<RightCode | null> {
    const factor = await this.factors.find(NO_TRANSACTION, userId);
    if (factor === null || factor.enabledAt === null) return null;
    const key = this.keys.open(factor.sealedKey, userId);
    const step = stepOfCode(key, withoutBlanks(code), clock.nowMs(), factor.lastStep);
    if (step === null) return null;
    return this.right(userId, (tx) => this.factors.useStep(tx, userId, step));
  }

  private async checkRecoveryCode(userId: UserId, digest: Buffer): Promise<RightCode | null> {
    if (!(await this.recoveryCodes.has(NO_TRANSACTION, userId, digest))) return null;
    return this.right(userId, async (tx) => {
      if (!(await this.recoveryCodes.use(tx, userId, digest))) return false;
      await this.notices.send(tx, userId, 'recovery-code-used');
      return true;
    });
  }

  private right(userId: UserId, useUp: (tx: InTransaction<DatabaseContext>) => Promise<boolean>): RightCode {
    return {
      use: async (tx) => {
        if (!(await useUp(tx))) throw new SecondFactorWrong();
        await this.attempts.clear(tx, userId, 'second-factor');
      },
    };
  }
}

function withoutBlanks(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}
