import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { type AuditEntry, AuditTrail } from '../../../access/audit/audit-trail';
import { TenantDirectory } from '../../../access/ports';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { OwnerRecoveryService } from '../../members';
import { NewOrganizationService } from '../../organizations';
import type { RecoveredAccount } from './account-recovery.service';
import { operatorActor, type OperatorContext, operatorContext } from '../../../access/audit/operator';
import type { OwnerBody } from './owner.body';
import { OwnerAccountsService } from './owner-accounts.service';
import { PasswordLinksService } from './password-links.service';

interface OwnedOrganization {
  id: OrganizationId;
  slug: string;
}

export interface CreatedOwner extends RecoveredAccount {
  organization: OwnedOrganization;
  isNewAccount: boolean;
  isNewOrganization: boolean;
}

type Tx = InTransaction<OperatorContext>;

/** Creates the owner of a new organization, or gives an organization another owner, for the operator of the installation. */
@Injectable()
export class OwnerCreationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly accounts: OwnerAccountsService,
    private readonly links: PasswordLinksService,
    private readonly newOrganizations: NewOrganizationService,
    private readonly directory: TenantDirectory,
    private readonly owners: OwnerRecoveryService,
    private readonly trail: AuditTrail,
  ) {}

  /** All or nothing. With `isReplacing`, the owner of an existing organization becomes an admin. */
  async create(body: OwnerBody, { isReplacing }: { isReplacing: boolean }): Promise<CreatedOwner> {
    const context = operatorContext();
    const account = await this.accounts.find(context, body);
    const existing = body.organization === undefined ? await this.organizationOf(body.slug) : null;
    return this.transactions.run(context, async (tx) => {
      const { id, email } = await this.accounts.open(tx, account);
      const organization =
        existing === null
          ? await this.found(tx, id, body)
          : await this.assign(tx, id, { organization: existing, isReplacing });
      const needsLink = account.isNew && account.passwordHash === null;
      return {
        userId: id,
        email,
        password: needsLink ? await this.links.create(tx, id) : null,
        organization,
        isNewAccount: account.isNew,
        isNewOrganization: existing === null,
      };
    });
  }

  /** A new account without a password, and its new organization. */
  async createNew(
    tx: Tx,
    body: { email: string; name: string; organization: string; slug: string | undefined },
  ): Promise<{ userId: UserId; email: string; organization: OwnedOrganization }> {
    const { id, email } = await this.accounts.open(tx, { ...body, isNew: true, passwordHash: null });
    return { userId: id, email, organization: await this.found(tx, id, body) };
  }

  private async organizationOf(slug: string | undefined): Promise<OwnedOrganization> {
    const message = 'Required: the name of a new organization, or instead the slug of an existing one';
    if (slug === undefined) throw InvalidInput.at('organization', message);
    const tenant = await this.directory.bySlug(slug);
    if (tenant === null)
      throw InvalidInput.at('slug', 'No organization has this slug; name it with organization to create it');
    return { id: tenant.organizationId, slug };
  }

  private async found(
    tx: Tx,
    userId: UserId,
    { organization: name, slug }: Pick<OwnerBody, 'organization' | 'slug'>,
  ): Promise<OwnedOrganization> {
    const founder = { ...tx, person: { userId } };
    const created = await this.newOrganizations.create(founder, { name: name!, slug, slugPath: 'slug' });
    await this.note(tx, created.id, {
      action: 'organizations.create',
      outcome: 'success',
      target: created.id,
    });
    return { id: created.id, slug: created.slug };
  }

  private async assign(
    tx: Tx,
    userId: UserId,
    { organization, isReplacing }: { organization: OwnedOrganization; isReplacing: boolean },
  ): Promise<OwnedOrganization> {
    const inside = { ...tx, organizationId: organization.id, person: { userId: null } };
    const previousOwnerId = await this.owners.assignByOperator(inside, userId, { isReplacing });
    if (previousOwnerId === userId) return organization;
    await this.note(tx, organization.id, {
      action: 'organizations.transferOwnership',
      outcome: 'success',
      target: userId,
      details: { previousOwnerId },
    });
    return organization;
  }

  private note(tx: Tx, organizationId: OrganizationId, entry: AuditEntry): Promise<void> {
    return this.trail.record({ ...tx, organizationId }, operatorActor(null), entry);
  }
}
