import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import type { Person } from '../../access/principal';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/jobs/outbox';
import { SignOnEnforcement } from '../organizations';
import type { Membership } from './account.read-model';
import { accountsEvents } from './accounts.events';

/** The owner's way in where single sign-on is enforced: nobody uses it unnoticed. */
@Injectable()
export class BreakGlass {
  constructor(
    private readonly enforcement: SignOnEnforcement,
    private readonly outbox: Outbox,
  ) {}

  /** Notes it in each organization that the sign-in opens: the one of the host, or from the apex all of the person's own. */
  async note(
    { transaction }: InTransaction<DatabaseContext>,
    person: Person,
    memberships: readonly Membership[],
    here: OrganizationId | undefined,
  ): Promise<void> {
    const { credential, userId } = person;
    if (credential.kind !== 'session' || credential.signOnOrganizationId !== null) return;
    const own = memberships.filter(
      ({ organizationId, role }) => role === 'owner' && (here ?? organizationId) === organizationId,
    );
    for (const { organizationId } of own) {
      const tx = { transaction, organizationId, person };
      if (await this.enforcement.isOn(tx))
        await this.outbox.append(tx, accountsEvents.brokeGlass(userId, credential.method));
    }
  }
}
