import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import { emailKey } from '../../../kernel/email-key';
import type { UserId } from '../../../kernel/ids';
import type { UserContext } from '../../../access/principal';
import { AccountsConfig } from '../../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { InTransaction } from '../../../platform/database/transaction';
import { InvitationAcceptanceService } from '../../members';
import { NewOrganizationService, type OrganizationOutput, OrganizationsService } from '../../organizations';
import { InvitationTokenInvalid, RegistrationRejected } from '../accounts.errors';
import type { RegisterBody } from './register.body';

/** Where a new account starts: in a new organization, or in the one that has invited the user. */
@Injectable()
export class SignUpTargetService {
  constructor(
    private readonly config: AccountsConfig,
    private readonly invitations: InvitationAcceptanceService,
    private readonly newOrganizations: NewOrganizationService,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Checked before hashing, so that an invalid token causes no expensive work. */
  async reject({ email, invitationToken, organizationName, organizationSlug }: RegisterBody): Promise<void> {
    const { registration } = this.config;
    const token = invitationToken ?? null;
    if (registration === 'closed' || (registration === 'invite' && token === null))
      throw new RegistrationRejected(registration);
    if (token === null) return;
    for (const [path, given] of Object.entries({ organizationName, organizationSlug })) {
      if (given !== undefined && given !== null)
        throw InvalidInput.at(path, 'Must be left out: the invitation is to an organization that is there');
    }
    const invited = await this.invitations.emailKeyOf(NO_TRANSACTION, token);
    if (invited === null) throw new InvitationTokenInvalid();
    // Checked before the account lookup: only the invited address can learn whether it has an account.
    if (invited !== emailKey(email)) throw InvalidInput.at('email', 'Must be the address that was invited');
  }

  async enter(
    tx: InTransaction<UserContext>,
    { invitationToken, organizationName, organizationSlug }: RegisterBody,
    person: { userId: UserId; emailKey: string },
  ): Promise<{ organization: OrganizationOutput; isAddressProven: boolean }> {
    const token = invitationToken ?? null;
    if (token === null) {
      const organization = await this.newOrganizations.create(tx, {
        name: organizationName!,
        slug: organizationSlug ?? undefined,
        slugPath: 'organizationSlug',
      });
      return { organization, isAddressProven: false };
    }
    const { organizationId, isMailed } = await this.invitations
      .accept(tx, token, person)
      .catch((error: unknown) => {
        // The invitation ended since the lookup, or its inviter can no longer invite: invalid input for this route.
        throw error instanceof AppError && error.code === 'NOT_FOUND' ? new InvitationTokenInvalid() : error;
      });
    return {
      organization: await this.organizations.get({ ...tx, organizationId }),
      isAddressProven: isMailed,
    };
  }
}
