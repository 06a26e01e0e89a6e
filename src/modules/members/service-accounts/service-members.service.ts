import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { OrganizationRole } from '../../../access/role';
import type { InTransaction } from '../../../platform/database/transaction';
import { RecordNotFound } from '../../hierarchy';
import { LockedMembersService } from '../locked-members.service';
import { MemberChanged, SERVICE_ACCOUNTS_MAX, ServiceAccountLimitExceeded } from '../members.errors';
import { changeServiceAccount, inviteMember } from '../members.policy';
import { MembersReadModel } from '../members.read-model';
import { MembersRepository } from '../members.repository';
import type { MemberOutput } from '../members.schemas';
import { MembershipsService } from '../memberships.service';

type Tx = InTransaction<CallContext>;

/** The memberships of service accounts. Callers act on them as on members with the same role (contract §5). */
@Injectable()
export class ServiceMembersService {
  constructor(
    private readonly lockedMembers: LockedMembersService,
    private readonly members: MembersRepository,
    private readonly memberships: MembershipsService,
    private readonly reads: MembersReadModel,
  ) {}

  /** Throws FORBIDDEN for a role that the caller cannot assign, and BAD_REQUEST when the organization has the most. */
  async join(tx: Tx, userId: UserId, role: OrganizationRole): Promise<MemberOutput> {
    const { actor } = await this.lockedMembers.lock(tx);
    authorize(inviteMember, actor, role);
    if ((await this.members.serviceAccountCount(tx)) >= SERVICE_ACCOUNTS_MAX)
      throw new ServiceAccountLimitExceeded();
    await this.memberships.join(tx, userId, role);
    return this.get(tx, userId);
  }

  /** Throws unless the member is a service account that the caller can change. Locked until the transaction ends. */
  async assertCanChange(tx: Tx, userId: UserId): Promise<void> {
    const { actor, members } = await this.lockedMembers.lock(tx, [userId]);
    const target = members.get(userId);
    if (target?.isServiceAccount !== true) throw new RecordNotFound('service account');
    authorize(changeServiceAccount, actor, target.role);
  }

  /** As assertCanChange, and gives the member a new version. Throws CONFLICT if the version is not the expected one. */
  async advance(tx: Tx, userId: UserId, expected: Date | undefined): Promise<void> {
    await this.assertCanChange(tx, userId);
    if (!(await this.members.advance(tx, userId, expected))) throw new MemberChanged();
  }

  async get(tx: Tx, userId: UserId): Promise<MemberOutput> {
    return (await this.reads.get(tx, userId))!;
  }
}
