import { Injectable } from '@nestjs/common';
import { AccountsConfig } from '../../../platform/config/accounts.config';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { UsersRepository } from '../users.repository';
import { operatorContext } from '../../../access/audit/operator';
import { OwnerCreationService } from './owner-creation.service';
import { OwnerInvitationsService } from './owner-invitations.service';
import type { PasswordLink } from './password-links.service';

export interface FirstOwner {
  email: string;
  /** The slug of the organization. */
  organization: string;
  /** For the operator to pass on; null if the owner is invited by mail. */
  password: PasswordLink | null;
}

/** Creates the owner of the first organization, so that an installation needs no open registration, not even at its start. */
@Injectable()
export class FirstOwnerService {
  constructor(
    private readonly config: AccountsConfig,
    private readonly http: HttpConfig,
    private readonly transactions: TransactionRunner,
    private readonly users: UsersRepository,
    private readonly owners: OwnerCreationService,
    private readonly invitations: OwnerInvitationsService,
  ) {}

  /** Null if no owner is configured, or the installation has an account. Of processes that start together, one creates it. */
  async create(): Promise<FirstOwner | null> {
    const { firstOwnerEmail: email } = this.config;
    if (email === undefined || (await this.users.exist(NO_TRANSACTION))) return null;
    return this.transactions.run(operatorContext(), async (tx) => {
      await this.users.lockFirstOwner(tx);
      if (await this.users.exist(tx)) return null;
      const owner = await this.owners.createNew(tx, {
        email,
        name: email.split('@', 1)[0]!,
        organization: this.config.firstOrganization,
        slug: this.http.singleOrganizationSlug,
      });
      return {
        email: owner.email,
        organization: owner.organization.slug,
        password: await this.invitations.invite(tx, owner.userId),
      };
    });
  }
}
