import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { NotAllowed } from '../../access/access-errors';
import type { CallContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { RecordNotFound } from '../hierarchy';
import { type MemberStanding, MembersRepository } from './members.repository';

export interface Held {
  /** The caller's role by now. */
  actor: OrganizationRole;
  /** The others that were asked for; strangers have no entry. */
  standings: ReadonlyMap<UserId, MemberStanding>;
}

/** The caller and others as members, standing still until the transaction ends. */
@Injectable()
export class HeldMembers {
  constructor(private readonly members: MembersRepository) {}

  /** The role that guards saw may be gone by the time it is this call's turn. */
  async hold(tx: InTransaction<CallContext>, others: readonly UserId[] = []): Promise<Held> {
    if (!(await this.members.hold(tx))) throw new RecordNotFound('organization');
    const { userId } = tx.principal;
    const standings = await this.members.standings(tx, [userId, ...others]);
    const caller = standings.get(userId);
    if (caller?.status !== 'active')
      throw new NotAllowed('You are not an active member of this organization');
    return { actor: caller.role, standings };
  }
}
