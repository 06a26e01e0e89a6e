import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { Outbox } from '../../../platform/events/outbox';
import { SendLeakedTokenNoticeJob } from './send-leaked-token-notice.job';
import { isTokenSecret, tokenDigest } from '../token-secret';
import { tokenTopic } from '../personal-token.verifier';
import { tokensEvents } from '../tokens.events';
import { TokensRepository } from '../tokens.repository';

/** Revokes tokens that were published (decision 0077). */
@Injectable()
export class LeakedTokensService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly tokens: TokensRepository,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Revokes the token and notifies its owner; ignores invalid tokens. The response to the reporter is the
   * same.
   */
  async report(request: IncomingRequest, secret: string): Promise<void> {
    if (!isTokenSecret(secret)) return;
    await this.transactions.run(NO_TRANSACTION, async (tx) => {
      const leaked = await this.tokens.deleteLive(tx, tokenDigest(secret), clock.now());
      if (leaked === null) return;
      const { organizationId, userId, token } = leaked;
      const { id: tokenId, name, scopes, expiresAt, createdAt } = token;
      const context = { ...tx, organizationId, requestId: request.id, person: { userId: null } };
      tx.transaction.invalidate(tokenTopic(tokenId));
      await this.outbox.append(context, tokensEvents.revoked.create({ token }));
      await this.trail.record(context, auditActor(request, null), {
        action: 'auth.tokens.reportLeaked',
        outcome: 'success',
        target: tokenId,
        details: { before: { userId, name, scopes, expiresAt } },
      });
      await this.jobs.enqueue(tx, SendLeakedTokenNoticeJob, { userId, organizationId, tokenId, createdAt });
    });
  }
}
