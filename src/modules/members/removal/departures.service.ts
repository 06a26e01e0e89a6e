import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { isOwner } from '../../../access/role';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { CausedContext } from '../../../platform/events/origin-of';
import { RecordNotFound } from '../../hierarchy';
import { LockedMembersService } from '../locked-members.service';
import { MemberElsewhere, MemberStillActive, OwnerCannotBeDeleted } from '../members.errors';
import { removeMember, removeMembers } from '../members.policy';
import { MembersRepository } from '../members.repository';
import { DeparturesReadModel } from './departures.read-model';
import { MembershipEndService } from './membership-end.service';

type Tx = InTransaction<
  DatabaseContext & CausedContext & { readonly person: { readonly userId: UserId | null } }
>;

/** What the deletion of an account does to its memberships. */
@Injectable()
export class DeparturesService {
  constructor(
    private readonly lockedMembers: LockedMembersService,
    private readonly members: MembersRepository,
    private readonly reads: DeparturesReadModel,
    private readonly memberships: MembershipEndService,
  ) {}

  /**
   * Ends all memberships of a user. Throws OwnerCannotBeDeleted if the user owns an organization; one that is deleted
   * already does not count.
   */
  async leaveAll(tx: Tx, userId: UserId): Promise<void> {
    const places = await this.reads.memberships(tx, userId);
    const owned = places.filter(({ role, isDeleted }) => isOwner(role) && !isDeleted);
    if (owned.length > 0) throw new OwnerCannotBeDeleted(owned.map(({ slug }) => slug));
    for (const { organizationId, slug } of places) {
      const inside = { ...tx, organizationId };
      // The memberships of a deleted organization are purged with it.
      if (!(await this.members.lock(inside))) continue;
      const state = (await this.members.states(inside, [userId])).get(userId);
      if (state === undefined) continue;
      if (isOwner(state.role)) throw new OwnerCannotBeDeleted([slug]);
      await this.memberships.end(inside, userId, { reassignTo: null, actorId: null });
    }
  }

  /** The organizations of which the user was a member, without deleted ones. */
  formerOrganizations(context: DatabaseContext, userId: UserId): Promise<OrganizationId[]> {
    return this.reads.formerOrganizations(context, userId);
  }

  /** Throws unless the caller can remove the user, a former or deactivated member without another organization. */
  async rejectUnlessDeparted(tx: InTransaction<CallContext>, userId: UserId): Promise<void> {
    const { actor, members } = await this.lockedMembers.lock(tx, [userId]);
    authorize(removeMembers, actor);
    const member = members.get(userId);
    if (member?.status === 'active') throw new MemberStillActive();
    if (member !== undefined) authorize(removeMember, actor, member.role);
    else if (!(await this.reads.wasMember(tx, userId))) throw new RecordNotFound('member');
    const places = await this.reads.memberships(tx, userId);
    if (places.some(({ organizationId }) => organizationId !== tx.organizationId))
      throw new MemberElsewhere();
  }
}
