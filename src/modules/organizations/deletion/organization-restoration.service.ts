import { Injectable } from '@nestjs/common';
import { auditActor } from '../../../access/audit/audit-actor';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NotAuthenticated } from '../../../access/access-errors';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { organizationTopic } from '../../hierarchy';
import { OwnerRecoveryService } from '../../members';
import { RestorationLinkInvalid, RestoredSlugInvalid } from '../organizations.errors';
import { organizationsEvents } from '../organizations.events';
import { slugProblem } from '../organization-slug';
import { DeletedOrganizationsRepository } from './deleted-organizations.repository';
import { RestorationLinksService, type RevertibleDeletion } from './restoration-links.service';

/** Restores deleted organizations while their content still exists. */
@Injectable()
export class OrganizationRestorationService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly links: RestorationLinksService,
    private readonly transactions: TransactionRunner,
    private readonly deleted: DeletedOrganizationsRepository,
    private readonly owners: OwnerRecoveryService,
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  /** The deletion that the link of a mail reverts; null for a link that has expired. */
  read(token: string): RevertibleDeletion | null {
    return this.links.read(token);
  }

  /**
   * Access of all members returns. Only the owner, and an owner of the week before the deletion, can use the link, in a session;
   * the latter becomes the owner again. `slug` may differ from the previous one, which can be taken by now.
   */
  async restore(request: IncomingRequest, token: string, slug: string): Promise<void> {
    const deletion = this.links.read(token);
    if (deletion === null) throw new RestorationLinkInvalid();
    const problem = slugProblem(slug);
    if (problem !== null) throw new RestoredSlugInvalid(problem);
    const person = await this.authenticator.person(request);
    if (person?.credential.kind !== 'session') throw new NotAuthenticated();
    const { organizationId, deletedAt } = deletion;
    await this.transactions.run({ ...NO_TRANSACTION, person, requestId: request.id }, async (outer) => {
      const tx = { ...outer, organizationId };
      const organization = await this.deleted.restore(tx, { deletedAt, ownerId: person.userId, slug });
      if (organization === null) throw new RestorationLinkInvalid();
      tx.transaction.invalidate(organizationTopic(organizationId));
      // Nothing changes for the owner. Otherwise the new owner could delete the organization again.
      await this.owners.assign({ ...tx, person }, person.userId, { isReplacing: true });
      await this.outbox.append(tx, organizationsEvents.restored.create({ organization }));
      await this.audit.record(tx, auditActor(request, person), {
        action: 'organizations.restore',
        outcome: 'success',
        target: organizationId,
      });
    });
  }
}
