import { Injectable } from '@nestjs/common';
import { NotAuthenticated } from '../../../access/access-errors';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { ReversalForAnotherUser, ReversalLinkInvalid } from '../members.errors';
import { OwnerRecoveryService } from './owner-recovery.service';
import { OwnershipReversalLinksService } from './ownership-reversal-links.service';

/** Reverts transfers of ownership. */
@Injectable()
export class OwnershipReversalService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly links: OwnershipReversalLinksService,
    private readonly transactions: TransactionRunner,
    private readonly owners: OwnerRecoveryService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * The previous owner becomes the owner again, in a session, even if the ownership was transferred further or the previous
   * owner was removed since: an attacker who transferred it would do both.
   */
  async revert(request: IncomingRequest, token: string): Promise<void> {
    const transfer = this.links.read(token);
    if (transfer === null) throw new ReversalLinkInvalid();
    const { organizationId, previousOwnerId } = transfer;
    const person = await this.authenticator.person(request);
    if (person?.credential.kind !== 'session') throw new NotAuthenticated();
    if (person.userId !== previousOwnerId) throw new ReversalForAnotherUser();
    await this.transactions.run({ ...NO_TRANSACTION, person, requestId: request.id }, async (outer) => {
      const tx = { ...outer, organizationId };
      await this.owners.assign(tx, previousOwnerId, { isReplacing: true });
      await this.audit.record(tx, auditActor(request, person), {
        action: 'organizations.revertTransfer',
        outcome: 'success',
        target: previousOwnerId,
      });
    });
  }
}
