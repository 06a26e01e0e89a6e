import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_BOARD_MEMBER } from './audited-board';
import * as schemas from './board-members.schemas';
import { BoardMembersService } from './board-members.service';

@Procedures()
export class BoardMembersController {
  constructor(private readonly members: BoardMembersService) {}

  @QueryProcedure('boards.members.list', {
    ...schemas.boardMembersList,
    scope: 'read',
    role: 'member',
    description: 'The guests that a board is shared with, and for what. Not for guests themselves.',
  })
  list(context: CallContext, { boardId, cursor, limit }: Input<typeof schemas.boardMembersList>) {
    return this.members.list(context, boardId, { cursor: cursor ?? null, limit });
  }

  @MutationProcedure('boards.members.add', {
    ...schemas.boardMembersAdd,
    scope: 'write',
    role: 'member',
    isAudited: true,
    auditedRecord: AUDITED_BOARD_MEMBER,
    description:
      'Shares a board with a guest of the organization: `view` to read and comment, `edit` also to make, change, move and archive items. Given again, it changes the permission. For members of the workspace; members of the organization see boards by their workspaces and cannot be added.',
  })
  add(context: CallContext, { boardId, userId, permission }: Input<typeof schemas.boardMembersAdd>) {
    return this.members.add(context, boardId, userId, permission);
  }

  @MutationProcedure('boards.members.remove', {
    ...schemas.boardMembersRemove,
    scope: 'write',
    role: 'member',
    isAudited: true,
    auditedRecord: AUDITED_BOARD_MEMBER,
    description: 'Ends the sharing of a board with a guest, from their next call on.',
  })
  async remove(context: CallContext, { boardId, userId }: Input<typeof schemas.boardMembersRemove>) {
    await this.members.remove(context, boardId, userId);
    return SUCCESS;
  }
}
