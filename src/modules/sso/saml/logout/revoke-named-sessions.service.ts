import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../../kernel/ids';
import type { IncomingRequest } from '../../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../../platform/database/database';
import { TransactionRunner } from '../../../../platform/database/transaction-runner';
import { RevokeSsoSessionsService } from '../../../accounts';
import { SignOnAuditService } from '../../sign-on/sign-on-audit.service';
import { SignOnRejected } from '../../sign-on/sign-on-rejected';
import { UsedMessagesRepository } from '../used-messages.repository';
import type { LogoutRequest } from './logout-message';
import { SignedOnSessionsRepository } from './signed-on-sessions.repository';

/** Ends the sessions that an identity provider names, if the provider started them for its own organization. */
@Injectable()
export class RevokeNamedSessionsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly used: UsedMessagesRepository,
    private readonly sessions: SignedOnSessionsRepository,
    private readonly ends: RevokeSsoSessionsService,
    private readonly audit: SignOnAuditService,
  ) {}

  async end(
    request: IncomingRequest,
    organizationId: OrganizationId,
    issuer: string,
    { id, subject, sessionIndexes, validUntil }: LogoutRequest,
  ): Promise<void> {
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      if (!(await this.used.use(tx, { issuer, id, validUntil })))
        throw new SignOnRejected('message_replayed');
      const named = await this.sessions.named(tx, { issuer, subject }, sessionIndexes);
      const ended = await this.ends.end(tx, organizationId, named);
      await this.audit.loggedOut(tx, request, { userIds: ended, sessions: named.length });
    });
  }
}
