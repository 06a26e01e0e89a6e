import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { type AuditEntry, AuditTrail } from '../../../access/audit/audit-trail';
import { TenantDirectory } from '../../../access/ports';
import { FederatedAccountsService } from '../provisioning/federated-accounts.service';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { OwnerRecoveryService } from '../../members';
import { NewOrganizationService } from '../../organizations';
import { EmailTaken } from '../accounts.errors';
import { UsersRepository } from '../users.repository';
import { AccountRecoveryService, type RecoveredAccount } from './account-recovery.service';
import { operatorActor, type OperatorContext, operatorContext } from './operator';
import type { OwnerBody } from './owner.body';

export interface CreatedOwner extends RecoveredAccount {
  organization: { id: OrganizationId; slug: string };
  isNewAccount: boolean;
  isNewOrganization: boolean;
}

interface Owner {
  id: UserId;
  email: string;
}

type Tx = InTransaction<OperatorContext>;

/** Creates the owner of a new organization, or gives an organization another owner, for the operator of the installation. */
@Injectable()
export class OwnerCreationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly recovery: AccountRecoveryService,
    private readonly accounts: FederatedAccountsService,
    private readonly users: UsersRepository,
    private readonly newOrganizations: NewOrganizationService,
    private readonly directory: TenantDirectory,
    private readonly owners: OwnerRecoveryService,
    private readonly trail: AuditTrail,
  ) {}

  /** All or nothing. An address with an account keeps its account and its password. */
  async create(body: OwnerBody, { isReplacing }: { isReplacing: boolean }): Promise<CreatedOwner> {
    const context = operatorContext();
    const existing = await this.recovery.find(context, body.email);
    const passwordHash = await this.passwordHash(body, existing);
    const organizationId = body.organization === undefined ? await this.organizationOf(body.slug) : null;
    return this.transactions.run(context, async (tx) => {
      const owner = existing ?? (await this.open(tx, body, passwordHash));
      const organization =
        organizationId === null
          ? await this.found(tx, owner, body)
          : await this.assign(tx, owner, { id: organizationId, slug: body.slug! }, isReplacing);
      const needsLink = existing === null && passwordHash === null;
      return {
        userId: owner.id,
        email: owner.email,
        password: needsLink ? await this.recovery.link(tx, owner.id) : null,
        organization,
        isNewAccount: existing === null,
        isNewOrganization: organizationId === null,
      };
    });
  }

  private async passwordHash(
    { name, email, password }: OwnerBody,
    existing: Owner | null,
  ): Promise<string | null> {
    if (existing !== null && password !== undefined)
      throw InvalidInput.at(
        'password',
        'Must be left out: the address has an account, whose password reset-password sets',
      );
    if (existing !== null) return null;
    if (name === undefined) throw InvalidInput.at('name', 'Required, because the address has no account');
    return password === undefined ? null : this.recovery.hash(password, { name, email });
  }

  private async organizationOf(slug: string | undefined): Promise<OrganizationId> {
    if (slug === undefined)
      throw InvalidInput.at(
        'organization',
        'Required: the name of a new organization, or instead the slug of an existing one',
      );
    const tenant = await this.directory.bySlug(slug);
    if (tenant === null)
      throw InvalidInput.at('slug', 'No organization has this slug; name it with organization to create it');
    return tenant.organizationId;
  }

  /** The operator vouches for the address. */
  private async open(tx: Tx, { name, email }: OwnerBody, passwordHash: string | null): Promise<Owner> {
    const owner = await this.accounts.open(tx, { name: name!, email });
    if (owner === null) throw new EmailTaken();
    await this.users.confirmEmail(tx, owner.id, { dropsPassword: false });
    if (passwordHash !== null) await this.users.setPassword(tx, owner.id, passwordHash);
    return owner;
  }

  private async found(tx: Tx, owner: Owner, { organization, slug }: OwnerBody) {
    const founder = { ...tx, person: { userId: owner.id } };
    const created = await this.newOrganizations.create(founder, {
      name: organization!,
      slug,
      slugPath: 'slug',
    });
    await this.note(tx, created.id, {
      action: 'organizations.create',
      outcome: 'success',
      target: created.id,
    });
    return { id: created.id, slug: created.slug };
  }

  private async assign(
    tx: Tx,
    owner: Owner,
    organization: { id: OrganizationId; slug: string },
    isReplacing: boolean,
  ) {
    const inside = { ...tx, organizationId: organization.id, person: { userId: null } };
    const previousOwnerId = await this.owners.assign(inside, owner.id, { isReplacing });
    await this.note(tx, organization.id, {
      action: 'organizations.transferOwnership',
      outcome: 'success',
      target: owner.id,
      details: { previousOwnerId },
    });
    return organization;
  }

  private note(tx: Tx, organizationId: OrganizationId, entry: AuditEntry): Promise<void> {
    return this.trail.record({ ...tx, organizationId }, operatorActor(null), entry);
  }
}
