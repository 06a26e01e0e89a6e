import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { InvalidInput } from '../../../kernel/app-error';
import type { UserContext } from '../../../access/principal';
import type { UserEvidence } from '../../../access/sessions/reauthentication';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { SUCCESS } from '../../../rpc/schema';
import { memberTopic } from '../../hierarchy';
import { SecondFactorMissing } from '../accounts.errors';
import { AccountNoticesService } from '../profile/account-notices.service';
import { newRecoveryCode, RECOVERY_CODES, recoveryCodeDigest } from './recovery-code';
import { RecoveryCodesRepository } from './recovery-codes.repository';
import { ReauthenticationService } from '../password/reauthentication.service';
import { PendingFactorsService } from './pending-factors.service';
import { SecondFactorsRepository } from './second-factors.repository';
import { sessionOf } from '../sessions/session-of';
import { SessionsService } from '../sessions/sessions.service';

/** Enables and disables the second factor of an account. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly factors: SecondFactorsRepository,
    private readonly pending: PendingFactorsService,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly proof: ReauthenticationService,
    private readonly sessions: SessionsService,
    private readonly notices: AccountNoticesService,
  ) {}

  async get(context: UserContext) {
    const factor = await this.factors.find(context, context.person.userId);
    const enabledAt = factor?.enabledAt?.toISOString() ?? null;
    const left = enabledAt === null ? 0 : await this.recoveryCodes.count(context, context.person.userId);
    return { isEnabled: enabledAt !== null, enabledAt, recoveryCodesLeft: left };
  }

  /**
   * Requires reauthentication: otherwise someone with access to an open browser could lock the user out with
   * another factor.
   */
  async prepareBegin(context: UserContext, password: string | undefined) {
    await this.proof.byPasswordOrSignIn(context.person, password);
    return (inside: UserContext) => this.pending.begin(inside, inside.person.userId);
  }

  /** Ends all sessions that were started without a second factor, except the current one. */
  async prepareEnable(context: UserContext, code: string) {
    const { userId } = context.person;
    const session = sessionOf(context.person);
    const { sealedKey, step } = await this.pending.check(userId, code);
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        const isEnabled = await this.factors.enable(tx, userId, { sealedKey, step, at: clock.now() });
        if (!isEnabled) throw InvalidInput.at('code', 'Two-factor setup was restarted; use the new key');
        const recoveryCodes = await this.newCodes(tx, userId);
        await this.sessions.endAll(tx, userId, session);
        tx.transaction.invalidate(memberTopic(userId));
        await this.notices.send(tx, userId, 'second-factor-enabled');
        return { recoveryCodes };
      });
  }

  async prepareDisable(context: UserContext, evidence: UserEvidence) {
    const { userId } = context.person;
    await this.rejectWithout(context);
    const proof = await this.proof.by(userId, evidence);
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        await proof.use(tx);
        if (!(await this.factors.remove(tx, userId))) throw new SecondFactorMissing();
        tx.transaction.invalidate(memberTopic(userId));
        await this.notices.send(tx, userId, 'second-factor-disabled');
        return SUCCESS;
      });
  }

  async prepareNewCodes(context: UserContext, evidence: UserEvidence) {
    const { userId } = context.person;
    await this.rejectWithout(context);
    const proof = await this.proof.by(userId, evidence);
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        await proof.use(tx);
        await this.rejectWithout(tx);
        const recoveryCodes = await this.newCodes(tx, userId);
        await this.notices.send(tx, userId, 'recovery-codes-renewed');
        return { recoveryCodes };
      });
  }

  private async rejectWithout(context: UserContext): Promise<void> {
    const factor = await this.factors.find(context, context.person.userId);
    if (factor === null || factor.enabledAt === null) throw new SecondFactorMissing();
  }

  private async newCodes(tx: InTransaction<UserContext>, userId: UserId): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.recoveryCodes.replace(
      tx,
      userId,
      codes.map((code) => recoveryCodeDigest(code)!),
    );
    return codes;
  }
}
