import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { emailKey } from '../../kernel/email-key';
import type { UserId } from '../../kernel/ids';
import type { PersonContext } from '../../access/principal';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { InTransaction } from '../../platform/database/transaction';
import { InvitationAcceptance } from '../members';
import { NewOrganizationService, type OrganizationOutput, OrganizationsService } from '../organizations';
import { InvitationTokenInvalid, RegistrationRefused } from './accounts.errors';
import type { RegisterBody } from './register.body';

/** Where a new account begins: in an organization of its own, or in the one that it is invited to. */
@Injectable()
export class RegistrationPlace {
  constructor(
    private readonly config: AccountsConfig,
    private readonly invitations: InvitationAcceptance,
    private readonly newOrganizations: NewOrganizationService,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Asked before the work of hashing, which nobody gets done with a made-up token. */
  async refuse({ email, invitationToken, organizationName, organizationSlug }: RegisterBody): Promise<void> {
    const { registration } = this.config;
    const token = invitationToken ?? null;
    if (registration === 'closed' || (registration === 'invite' && token === null))
      throw new RegistrationRefused(registration);
    if (token === null) return;
    for (const [path, given] of Object.entries({ organizationName, organizationSlug })) {
      if (given !== undefined && given !== null)
        throw InvalidInput.at(path, 'Must be left out: the invitation is to an organization that is there');
    }
    const invited = await this.invitations.emailKeyOf(NO_TRANSACTION, token);
    if (invited === null) throw new InvitationTokenInvalid();
    // Before the address is looked for among accounts: nothing is told about addresses but the invited one.
    if (invited !== emailKey(email)) throw InvalidInput.at('email', 'Must be the address that was invited');
  }

  async enter(
    tx: InTransaction<PersonContext>,
    { invitationToken, organizationName, organizationSlug }: RegisterBody,
    person: { userId: UserId; emailKey: string },
  ): Promise<OrganizationOutput> {
    const token = invitationToken ?? null;
    if (token === null) {
      return this.newOrganizations.create(tx, {
        name: organizationName!,
        slug: organizationSlug ?? undefined,
        slugPath: 'organizationSlug',
      });
    }
    const { organizationId } = await this.invitations.accept(tx, token, person);
    return this.organizations.get({ ...tx, organizationId });
  }
}
