import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { AUDITED_BOARD_MEMBER } from '../board-audit-snapshot';
import * as schemas from './board-members.schemas';
import { BoardMembersService } from './board-members.service';

@Procedures()
export class BoardMembersController {
  constructor(private readonly members: BoardMembersService) {}

  @QueryProcedure('boards.members.list', {
    ...schemas.boardMembersList,
    scope: 'read',
    role: 'member',
    description: 'The guests that a board is shared with and their permissions. Not available to guests.',
  })
  list(context: CallContext, { boardId, cursor, limit }: Input<typeof schemas.boardMembersList>) {
    return this.members.list(context, boardId, { cursor: cursor ?? null, limit });
  }

  @MutationProcedure('boards.members.add', {
    ...schemas.boardMembersAdd,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_BOARD_MEMBER,
    description:
      'Shares a board with a guest of the organization: `view` to read and comment, `edit` also to create, change, move and archive items. Sharing again changes the permission. Requires a member of the workspace. Organization members see boards through their workspaces and cannot be added.',
  })
  add(context: CallContext, { boardId, userId, permission }: Input<typeof schemas.boardMembersAdd>) {
    return this.members.add(context, boardId, userId, permission);
  }

  @MutationProcedure('boards.members.remove', {
    ...schemas.boardMembersRemove,
    scope: 'write',
    role: 'member',
    isAudited: true,
    recordAuditSnapshot: AUDITED_BOARD_MEMBER,
    description: "Stops sharing a board with a guest, effective with the guest's next call.",
  })
  async remove(context: CallContext, { boardId, userId }: Input<typeof schemas.boardMembersRemove>) {
    await this.members.remove(context, boardId, userId);
    return SUCCESS;
  }
}
