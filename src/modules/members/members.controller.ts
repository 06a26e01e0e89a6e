import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_MEMBER, AUDITED_OWNER } from './member-audit-snapshot';
import { MemberChangesService } from './member-changes.service';
import { MemberDetailsService } from './details/member-details.service';
import { membersGet } from './details/member-details.schemas';
import { MemberRemovalService } from './removal/member-removal.service';
import { MembersReadModel } from './members.read-model';
import * as schemas from './members.schemas';
import { OwnershipService } from './ownership/ownership.service';

@Procedures()
export class MembersController {
  constructor(
    private readonly reads: MembersReadModel,
    private readonly changes: MemberChangesService,
    private readonly removal: MemberRemovalService,
    private readonly ownership: OwnershipService,
    private readonly details: MemberDetailsService,
  ) {}

  @QueryProcedure('organizations.members.list', {
    ...schemas.membersList,
    scope: 'read',
    // Not guests (decision 0034).
    role: 'member',
    isCompressed: true,
    description:
      'Members of the organization, oldest account first, including invited people with the status pending. `search` matches any part of the name or e-mail address. `isServiceAccount` lists only service accounts, which have an empty address, or only people.',
  })
  async list(context: CallContext, input: schemas.MembersListInput) {
    const { rows, nextCursor } = await this.reads.list(context, input);
    return { members: rows, nextCursor };
  }

  @QueryProcedure('organizations.members.get', {
    ...membersGet,
    scope: 'read',
    role: 'admin',
    description:
      'A member and what the member has access to: workspaces with the role there, groups of people, boards shared with a guest, tokens (never their secrets), sessions that can be used in this organization, the second factor and the methods of signing in. Each list has up to 200 records, the newest first; `counts` has their numbers.',
  })
  get(context: CallContext, { userId }: Input<typeof membersGet>) {
    return this.details.get(context, userId);
  }

  @MutationProcedure('organizations.members.updateRole', {
    ...schemas.membersUpdateRole,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_MEMBER,
    description:
      "Changes a member's role. The owner's role cannot be changed. Only the owner can promote a member to admin or demote an admin. A member who becomes a guest leaves all workspaces.",
  })
  updateRole(
    context: CallContext,
    { userId, role, expectedUpdatedAt }: Input<typeof schemas.membersUpdateRole>,
  ) {
    return this.changes.updateRole(context, { userId, role, expected: expectedUpdatedAt });
  }

  @MutationProcedure('organizations.members.deactivate', {
    ...schemas.membersAccess,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_MEMBER,
    description:
      'Deactivates a member: their tokens and sessions in this organization stop working with the next call. Their data is kept; organizations.members.reactivate restores access.',
  })
  deactivate(context: CallContext, { userId, expectedUpdatedAt }: Input<typeof schemas.membersAccess>) {
    return this.changes.deactivate(context, userId, expectedUpdatedAt);
  }

  @MutationProcedure('organizations.members.reactivate', {
    ...schemas.membersAccess,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_MEMBER,
    description: 'Reactivates a deactivated member with the previous role.',
  })
  reactivate(context: CallContext, { userId, expectedUpdatedAt }: Input<typeof schemas.membersAccess>) {
    return this.changes.reactivate(context, userId, expectedUpdatedAt);
  }

  @MutationProcedure('organizations.members.remove', {
    ...schemas.membersRemove,
    scope: 'admin',
    // The service also requires an administrator, or a member other than the owner who leaves (decision 0057).
    role: 'guest',
    isAudited: true,
    recordAuditSnapshot: AUDITED_MEMBER,
    description:
      'Removes a member with their tokens, workspace memberships and shared boards, effective immediately. Items assigned to the member are reassigned to `reassignTo` in the background. For an invited person, the invitation is revoked. Members and guests can remove themselves.',
  })
  async remove(context: CallContext, { userId, reassignTo }: Input<typeof schemas.membersRemove>) {
    await this.removal.remove(context, userId, reassignTo);
    return SUCCESS;
  }

  @MutationProcedure('organizations.transferOwnership', {
    ...schemas.transferOwnership,
    scope: 'admin',
    role: 'owner',
    isAudited: true,
    isPrepared: true,
    recordAuditSnapshot: AUDITED_OWNER,
    description:
      'Makes an active admin the owner and the current owner an admin. Returns the new owner. An organization always has exactly one owner. Both are notified by mail, and the previous owner can revert the transfer for seven days. Requires the password or a code of the owner if the session is older than ten minutes.',
  })
  transferOwnership(context: CallContext, input: Input<typeof schemas.transferOwnership>) {
    return this.ownership.prepare(context, input);
  }
}
