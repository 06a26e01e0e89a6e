import { Injectable } from '@nestjs/common';
import { manageAccount } from '../../../access/account.policy';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { authorize } from '../../../access/policy';
import type { CallContext, UserContext } from '../../../access/principal';
import { Reauthentication, type UserEvidence } from '../../../access/sessions/reauthentication';
import type { UserId } from '../../../kernel/ids';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { EraseAccountJob } from '../../erasure';
import { DeparturesService } from '../../members';
import { AccountAlreadyDeleted, EmailManaged } from '../accounts.errors';
import { AccountClosingService } from './account-closing.service';
import type { ClosedAccount } from './closed-accounts.repository';
import { erasureTime } from './restoration-period';
import { SendAccountDeletedJob } from './send-account-deleted.job';

/** Deletes accounts, which their users can restore for a week. Then the person is erased. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly reauthentication: Reauthentication,
    private readonly departures: DeparturesService,
    private readonly closing: AccountClosingService,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditTrail,
    private readonly jobs: Jobs,
  ) {}

  /** Reauthenticates, which is slow. The returned function deletes the account of the caller. */
  async prepareOwn(context: UserContext, evidence: UserEvidence) {
    authorize(manageAccount, context.person);
    const { userId, credential } = context.person;
    // The administrators of a single sign-on can sign in as the user: the account can be that of other organizations too.
    if (credential.kind !== 'session' || credential.signOnOrganizationId !== null) throw new EmailManaged();
    const proof = await this.reauthentication.check(context.person, evidence);
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        await proof.use(tx);
        const actor = { userId, ip: null, userAgent: null, credential };
        // In each organization, before the account leaves it.
        await this.audit.recordEverywhere(tx, actor, {
          action: 'auth.deleteAccount',
          outcome: 'success',
          target: userId,
        });
        return this.finish(tx, await this.closing.close(tx, userId), null);
      });
  }

  /** For an administrator, on behalf of a former member. */
  async prepareDeparted(context: CallContext, { userId, ...evidence }: UserEvidence & { userId: UserId }) {
    const proof = await this.reauthentication.check(context.person, evidence);
    return (inside: CallContext) =>
      this.transactions.run(inside, async (tx) => {
        await this.departures.rejectUnlessDeparted(tx, userId);
        await proof.use(tx);
        return this.finish(tx, await this.closing.close(tx, userId), tx.organizationId);
      });
  }

  private async finish(
    tx: Parameters<Jobs['enqueue']>[0],
    closed: ClosedAccount | null,
    byOrganizationId: CallContext['organizationId'] | null,
  ) {
    if (closed === null) throw new AccountAlreadyDeleted();
    const erasedAt = erasureTime();
    await this.jobs.enqueue(tx, SendAccountDeletedJob, { ...closed, byOrganizationId });
    await this.jobs.enqueue(tx, EraseAccountJob, closed, { runAt: erasedAt });
    return { erasedAt: erasedAt.toISOString() };
  }
}
