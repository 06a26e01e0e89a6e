import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { AccessForbidden } from '../../access/access-errors';
import type { CallContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { RecordNotFound } from '../hierarchy';
import { type MemberState, MembersRepository } from './members.repository';

export interface Held {
  /** The caller's role by now. */
  actor: OrganizationRole;
  /** The others that were asked for; strangers have no entry. */
  standings: ReadonlyMap<UserId, MemberState>;
}

/** The caller and others as members, standing still until the transaction ends. */
@Injectable()
export class LockedMembersService {
  constructor(private readonly members: MembersRepository) {}

  /** The role that guards saw may be gone by the time it is this call's turn. */
  async lock(tx: InTransaction<CallContext>, others: readonly UserId[] = []): Promise<Held> {
    if (!(await this.members.lock(tx))) throw new RecordNotFound('organization');
    const { userId } = tx.principal;
    const standings = await this.members.standings(tx, [userId, ...others]);
    const caller = standings.get(userId);
    if (caller?.status !== 'active')
      throw new AccessForbidden('You are not an active member of this organization');
    return { actor: caller.role, standings };
  }
}
