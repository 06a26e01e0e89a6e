import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { bearerDigest } from '../../../access/bearer-secret';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { type Page, redirect } from '../../../http/pages/page';
import { SessionsService } from '../../accounts';
import { isTransferCode } from '../token/oauth-secrets';
import { SignOnFlowCookieService } from './sign-on-flow-cookie.service';
import { type SessionTransferReason, InvalidSessionTransfer } from './invalid-session-transfer';
import { type SessionTransfer, SessionTransfersRepository } from './session-transfers.repository';

type Tx = InTransaction<DatabaseContext>;

interface CompletedTransfer {
  setCookie: string;
  continueTo: string;
}

/** At the apex: creates a session for a user who signed in on an organization's host. */
@Injectable()
export class SignOnCallbackService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly transfers: SessionTransfersRepository,
    private readonly browser: SignOnFlowCookieService,
    private readonly sessions: SessionsService,
    private readonly trail: AuditTrail,
  ) {}

  async complete(request: IncomingRequest, code: unknown): Promise<Page> {
    if (typeof code !== 'string' || !isTransferCode(code))
      throw new InvalidSessionTransfer('handover_unknown');
    const completed = await this.transactions.run(NO_TRANSACTION, async (tx) => {
      const transfer = await this.transfers.take(tx, bearerDigest(code));
      return transfer === null ? 'handover_unknown' : this.validated(tx, request, transfer);
    });
    // Thrown after the transaction, so that the code is consumed even if another browser presents it.
    if (typeof completed === 'string') throw new InvalidSessionTransfer(completed);
    return redirect(completed.continueTo, [completed.setCookie, this.browser.returned()]);
  }

  private async validated(
    tx: Tx,
    request: IncomingRequest,
    transfer: SessionTransfer,
  ): Promise<CompletedTransfer | SessionTransferReason> {
    const { organizationId, browserDigest, sessionId, continueTo } = transfer;
    const context = { ...tx, requestId: request.id, organizationId };
    const rejected = async (reason: SessionTransferReason) => {
      const entry = { action: 'auth.signin', outcome: 'failure', reason } as const;
      await this.trail.record(context, auditActor(request, null), entry);
      return reason;
    };
    if (!this.browser.isIt(request, browserDigest)) return rejected('handover_other_browser');
    if (Date.parse(transfer.expiresAt) <= clock.nowMs()) return rejected('handover_expired');
    const session = await this.sessions.handOver(tx, sessionId, request);
    if (session === null) return rejected('handover_expired');
    const { person, setCookie } = session;
    const method = person.credential.kind === 'session' ? person.credential.method : null;
    await this.trail.record(context, auditActor(request, person), {
      action: 'auth.signin',
      outcome: 'success',
      target: person.userId,
      details: { method, handedOver: true },
    });
    return { setCookie, continueTo };
  }
}
