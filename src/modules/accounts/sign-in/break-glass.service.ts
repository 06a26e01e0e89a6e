import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import type { AuthenticatedUser } from '../../../access/principal';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { SsoEnforcementRepository } from '../../organizations';
import type { MembershipSummary } from '../profile/account.read-model';
import { accountsEvents } from '../accounts.events';
import { isOwner } from '../../../access/role';

/** Records and reports the owner's sign-in without the enforced single sign-on. */
@Injectable()
export class BreakGlassService {
  constructor(
    private readonly enforcement: SsoEnforcementRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Records it in each organization that the sign-in opens: that of the host, or on the apex all organizations
   * that the user owns.
   */
  async note(
    { transaction }: InTransaction<DatabaseContext>,
    person: AuthenticatedUser,
    memberships: readonly MembershipSummary[],
    here: OrganizationId | undefined,
  ): Promise<void> {
    const { credential, userId } = person;
    if (credential.kind !== 'session' || credential.signOnOrganizationId !== null) return;
    const own = memberships.filter(
      ({ organizationId, role }) => isOwner(role) && (here ?? organizationId) === organizationId,
    );
    for (const { organizationId } of own) {
      const tx = { transaction, organizationId, person };
      if (await this.enforcement.isOn(tx))
        await this.outbox.append(
          tx,
          accountsEvents.ssoBypassed.create({ userId, method: credential.method }),
        );
    }
  }
}
