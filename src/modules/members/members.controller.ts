import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_MEMBER, AUDITED_OWNER } from './audited-member';
import { MemberChangesService } from './member-changes.service';
import { MemberRemovalService } from './member-removal.service';
import { MembersReadModel } from './members.read-model';
import * as schemas from './members.schemas';
import { OwnershipService } from './ownership.service';

@Procedures()
export class MembersController {
  constructor(
    private readonly reads: MembersReadModel,
    private readonly changes: MemberChangesService,
    private readonly removal: MemberRemovalService,
    private readonly ownership: OwnershipService,
  ) {}

  @QueryProcedure('organizations.members.list', {
    ...schemas.membersList,
    scope: 'read',
    // Not guests (decision 0034).
    role: 'member',
    description:
      'Members of the organization, oldest account first, and with status pending those who are invited. `search` matches any part of the name or the e-mail.',
  })
  async list(context: CallContext, input: schemas.MembersListInput) {
    const { rows, nextCursor } = await this.reads.list(context, input);
    return { members: rows, nextCursor };
  }

  @MutationProcedure('organizations.members.updateRole', {
    ...schemas.membersUpdateRole,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_MEMBER,
    description:
      'Gives a member another role. The owner’s role never changes here; only the owner makes admins and unmakes them. Who becomes a guest leaves all workspaces.',
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
    auditedRecord: AUDITED_MEMBER,
    description:
      'Locks a member out, with all their tokens and sessions here, from the next call on. Nothing of theirs is removed; reactivate lets them in again.',
  })
  deactivate(context: CallContext, { userId, expectedUpdatedAt }: Input<typeof schemas.membersAccess>) {
    return this.changes.deactivate(context, userId, expectedUpdatedAt);
  }

  @MutationProcedure('organizations.members.reactivate', {
    ...schemas.membersAccess,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_MEMBER,
    description: 'Lets a deactivated member in again, as what they were.',
  })
  reactivate(context: CallContext, { userId, expectedUpdatedAt }: Input<typeof schemas.membersAccess>) {
    return this.changes.reactivate(context, userId, expectedUpdatedAt);
  }

  @MutationProcedure('organizations.members.remove', {
    ...schemas.membersRemove,
    scope: 'admin',
    // Owner and admins, as the service judges; and everybody but the owner for themselves (decision 0057).
    role: 'guest',
    isAudited: true,
    auditedRecord: AUDITED_MEMBER,
    description:
      'Ends a membership at once, with its tokens, workspaces and shared boards. Items assigned to the person go to `reassignTo` in the background. Somebody who is only invited loses the invitation. Members and guests may remove themselves.',
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
    auditedRecord: AUDITED_OWNER,
    description:
      'Makes an active admin the owner, and the owner an admin. Answers the new owner. There is always exactly one.',
  })
  transferOwnership(context: CallContext, { userId }: Input<typeof schemas.transferOwnership>) {
    return this.ownership.transfer(context, userId);
  }
}
