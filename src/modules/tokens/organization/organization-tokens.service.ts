import { Injectable } from '@nestjs/common';
import type { Page } from '../../../kernel/cursor';
import type { TokenId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { Jobs } from '../../../platform/jobs/jobs';
import { RecordNotFound } from '../../hierarchy';
import { tokenTopic } from '../personal-token.verifier';
import { tokensEvents } from '../tokens.events';
import { TokensRepository } from '../tokens.repository';
import { OrganizationTokensReadModel } from './organization-tokens.read-model';
import type { OrganizationToken, OrganizationTokensListInput } from './organization-tokens.schemas';
import { SendRevokedTokenNoticeJob } from './send-revoked-token-notice.job';

/** The tokens of all members, for administrators. */
@Injectable()
export class OrganizationTokensService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly tokens: TokensRepository,
    private readonly reads: OrganizationTokensReadModel,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  list(context: CallContext, input: OrganizationTokensListInput): Promise<Page<OrganizationToken>> {
    return this.reads.list(context, input);
  }

  /** The token is rejected from the next call on, on every replica. */
  revoke(context: CallContext, id: TokenId): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const revoked = await this.tokens.delete(tx, id, null);
      if (revoked === null) throw new RecordNotFound('token');
      const { userId, token } = revoked;
      tx.transaction.invalidate(tokenTopic(id));
      await this.outbox.append(tx, tokensEvents.revoked.create({ token }));
      if (userId === tx.principal.userId) return;
      const { organizationId } = tx;
      const notice = { userId, organizationId, tokenId: id, createdAt: token.createdAt };
      await this.jobs.enqueue(tx, SendRevokedTokenNoticeJob, notice);
    });
  }
}
