import { Injectable } from '@nestjs/common';
import { operatorActor, operatorContext } from '../../../access/audit/operator';
import { AuditTrail } from '../../../access/audit/audit-trail';
import { TenantDirectory } from '../../../access/ports';
import type { UserId } from '../../../kernel/ids';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { RecordNotFound } from '../../hierarchy';
import { OwnerRecoveryService } from '../../members';
import { AccountUnknown } from '../accounts.errors';
import { emailKey } from '../profile/email-address';
import { UsersRepository } from '../users.repository';

export interface AssignedOwner {
  userId: UserId;
  email: string;
  /** The user's own id if nothing changed, null if the organization had no owner. */
  previousOwnerId: UserId | null;
}

/** Makes a member the owner of an organization whose owner left or lost access. Called by the operator of the installation. */
@Injectable()
export class OwnerAssignmentService {
  constructor(
    private readonly users: UsersRepository,
    private readonly directory: TenantDirectory,
    private readonly owners: OwnerRecoveryService,
    private readonly transactions: TransactionRunner,
    private readonly trail: AuditTrail,
  ) {}

  /** A previous owner becomes an admin. The administrators are notified. Throws for a non-member. */
  async assign(slug: string, email: string): Promise<AssignedOwner> {
    const tenant = await this.directory.bySlug(slug);
    if (tenant === null) throw new RecordNotFound('organization');
    const context = { ...operatorContext(), person: { userId: null } };
    return this.transactions.run({ ...context, organizationId: tenant.organizationId }, async (tx) => {
      const account = await this.users.findByEmail(tx, emailKey(email));
      if (account === null) throw new AccountUnknown();
      const previousOwnerId = await this.owners.assignMember(tx, account.id);
      if (previousOwnerId !== account.id) {
        await this.trail.record(tx, operatorActor(null), {
          action: 'organizations.transferOwnership',
          outcome: 'success',
          target: account.id,
          details: { previousOwnerId },
        });
      }
      return { userId: account.id, email: account.email, previousOwnerId };
    });
  }
}
