import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { InvalidInput } from '../../kernel/app-error';
import type { PersonContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { SUCCESS } from '../../rpc/schema';
import { memberTopic } from '../hierarchy';
import { SecondFactorMissing } from './accounts.errors';
import { AccountNotices } from './account-notices';
import { newRecoveryCode, RECOVERY_CODES, recoveryCodeDigest } from './recovery-code';
import { RecoveryCodesRepository } from './recovery-codes.repository';
import { type OwnerEvidence, OwnerProof } from './owner-proof';
import { PendingFactors } from './pending-factors';
import { SecondFactorsRepository } from './second-factors.repository';
import { sessionOf } from './session-of';
import { SessionsService } from './sessions.service';

/** Lets people put a second factor on their account, and take it off. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly factors: SecondFactorsRepository,
    private readonly pending: PendingFactors,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly proof: OwnerProof,
    private readonly sessions: SessionsService,
    private readonly notices: AccountNotices,
  ) {}

  async get(context: PersonContext) {
    const factor = await this.factors.find(context, context.person.userId);
    const enabledAt = factor?.enabledAt ?? null;
    const left = enabledAt === null ? 0 : await this.recoveryCodes.count(context, context.person.userId);
    return { isEnabled: enabledAt !== null, enabledAt, recoveryCodesLeft: left };
  }

  /** Asks who is there: whoever found an open browser could otherwise lock its owner out with a factor of their own. */
  async prepareBegin(context: PersonContext, password: string | undefined) {
    await this.proof.byPasswordOrSignIn(context.person, password);
    return (inside: PersonContext) => this.pending.begin(inside, inside.person.userId);
  }

  /** Sessions that never proved a second factor end, but for the one that has just done so. */
  async prepareEnable(context: PersonContext, code: string) {
    const { userId } = context.person;
    const session = sessionOf(context.person);
    const { sealedKey, step } = await this.pending.check(userId, code);
    return (inside: PersonContext) =>
      this.transactions.run(inside, async (tx) => {
        const isEnabled = await this.factors.enable(tx, userId, { sealedKey, step, at: clock.now() });
        if (!isEnabled)
          throw InvalidInput.at('code', 'Two-factor authentication was begun anew; use its key');
        const recoveryCodes = await this.newCodes(tx, userId);
        await this.sessions.endAll(tx, userId, session);
        tx.transaction.touch(memberTopic(userId));
        await this.notices.send(tx, userId, 'second-factor-enabled');
        return { recoveryCodes };
      });
  }

  async prepareDisable(context: PersonContext, evidence: OwnerEvidence) {
    const { userId } = context.person;
    await this.refuseWithout(context);
    const proof = await this.proof.by(userId, evidence);
    return (inside: PersonContext) =>
      this.transactions.run(inside, async (tx) => {
        await proof.use(tx);
        if (!(await this.factors.remove(tx, userId))) throw new SecondFactorMissing();
        tx.transaction.touch(memberTopic(userId));
        await this.notices.send(tx, userId, 'second-factor-disabled');
        return SUCCESS;
      });
  }

  async prepareNewCodes(context: PersonContext, evidence: OwnerEvidence) {
    const { userId } = context.person;
    await this.refuseWithout(context);
    const proof = await this.proof.by(userId, evidence);
    return (inside: PersonContext) =>
      this.transactions.run(inside, async (tx) => {
        await proof.use(tx);
        await this.refuseWithout(tx);
        const recoveryCodes = await this.newCodes(tx, userId);
        await this.notices.send(tx, userId, 'recovery-codes-renewed');
        return { recoveryCodes };
      });
  }

  private async refuseWithout(context: PersonContext): Promise<void> {
    const factor = await this.factors.find(context, context.person.userId);
    if (factor === null || factor.enabledAt === null) throw new SecondFactorMissing();
  }

  private async newCodes(tx: InTransaction<PersonContext>, userId: UserId): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await this.recoveryCodes.replace(
      tx,
      userId,
      codes.map((code) => recoveryCodeDigest(code)!),
    );
    return codes;
  }
}
