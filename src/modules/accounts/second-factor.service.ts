import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { SecondFactorNeeded, SecondFactorWrong } from './accounts.errors';
import { AccountNotices } from './account-notices';
import { AuthenticatorKeys } from './authenticator-keys';
import { CredentialAttemptsRepository } from './credential-attempts.repository';
import { recoveryCodeDigest } from './recovery-code';
import { RecoveryCodesRepository } from './recovery-codes.repository';
import { SecondFactorsRepository } from './second-factors.repository';
import { stepOfCode } from './totp';

/** A code that was found right. It counts once it is used up, in the transaction of what it was asked for. */
export interface RightCode {
  /** Refuses when the same code was used up in the meantime. */
  use(tx: InTransaction<DatabaseContext>): Promise<void>;
}

/** Asks signed-in and signing-in people for the second factor of their account. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly keys: AuthenticatorKeys,
    private readonly notices: AccountNotices,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * For whoever begins a session: null when the account has no second factor; refuses without a right code when it has.
   * Only after the first factor was right: nobody else may learn that there is a second.
   */
  async ask(userId: UserId, code: string | null | undefined): Promise<RightCode | null> {
    const factor = await this.factors.find(NO_TRANSACTION, userId);
    if (factor === null || factor.enabledAt === null) return null;
    if (code === null || code === undefined || code.trim() === '') throw new SecondFactorNeeded();
    const right = await this.check(userId, code);
    if (right === null) throw new SecondFactorWrong();
    return right;
  }

  /** Counts the attempt; null when the code is wrong, or there is no second factor. Never in a transaction. */
  async check(userId: UserId, code: string): Promise<RightCode | null> {
    const { isLast } = await this.attempts.take(userId, 'second-factor');
    const digest = recoveryCodeDigest(code);
    const right =
      digest === null
        ? await this.checkAuthenticator(userId, code)
        : await this.checkRecoveryCode(userId, digest);
    // Whoever gets as far as trying codes has the password, or somebody's browser.
    if (right === null && isLast)
      await this.transactions.run(NO_TRANSACTION, (tx) => this.notices.send(tx, userId, 'codes-guessed'));
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
