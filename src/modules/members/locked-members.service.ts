import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { AccessForbidden } from '../../access/access-errors';
import type { CallContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { InTransaction } from '../../platform/database/transaction';
import { RecordNotFound } from '../hierarchy';
import { type MemberState, MembersRepository } from './members.repository';

export interface LockedMembers {
  /** The caller's current role. */
  actor: OrganizationRole;
  /** The requested users; users who are not members have no entry. */
  members: ReadonlyMap<UserId, MemberState>;
}

/** Locks memberships until the transaction ends and reads those of the caller and of other users. */
@Injectable()
export class LockedMembersService {
  constructor(private readonly members: MembersRepository) {}

  /** The caller's role is read again: it can have changed since the guards checked it. */
  async lock(tx: InTransaction<CallContext>, others: readonly UserId[] = []): Promise<LockedMembers> {
    if (!(await this.members.lock(tx))) throw new RecordNotFound('organization');
    const { userId } = tx.principal;
    const members = await this.members.states(tx, [userId, ...others]);
    const caller = members.get(userId);
    if (caller?.status !== 'active')
      throw new AccessForbidden('You are not an active member of this organization');
    return { actor: caller.role, members };
  }
}
