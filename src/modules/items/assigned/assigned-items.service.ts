import { Injectable } from '@nestjs/common';
import { UnknownCursor } from '../../../kernel/cursor';
import { JsonText } from '../../../kernel/json';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import {
  HierarchyService,
  RecordNotFound,
  seeMember,
  sharedBoardIds,
  VisiblePlacesService,
} from '../../hierarchy';
import { listedMembers } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import { AssignedItemsReadModel } from './assigned-items.read-model';
import type { itemsAssigned } from './assigned-items.schemas';

/** items.assigned: the work of one user on all boards that the caller sees. */
@Injectable()
export class AssignedItemsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly places: VisiblePlacesService,
    private readonly reads: AssignedItemsReadModel,
    private readonly items: ItemsReadModel,
  ) {}

  async list(context: CallContext, input: Input<typeof itemsAssigned>): Promise<JsonText> {
    const { principal } = context;
    const { userId = principal.userId, open = null, dueBefore = null, cursor = null, limit } = input;
    await this.assertMember(context, userId);
    if (
      cursor !== null &&
      (await this.hierarchy.visibleItemBoards(context, [cursor], { trashed: true })).size === 0
    )
      throw new UnknownCursor();
    const ids = await this.reads.ids(context, {
      userId,
      workspaceIds: await this.hierarchy.visibleWorkspaces(context),
      boardIds: sharedBoardIds(principal),
      open,
      dueBefore,
      cursor,
      limit,
    });
    const page = ids.slice(0, limit);
    const records = page.length === 0 ? [] : await this.items.records(context, page);
    const boards = await this.places.boards(
      context,
      records.map(({ boardId }) => boardId),
    );
    const texts = records.flatMap((record) => {
      const board = boards.get(record.boardId);
      return board === undefined ? [] : [`{${listedMembers(board, record)}}`];
    });
    const nextCursor = ids.length > limit ? page.at(-1)! : null;
    return new JsonText(`{"items":[${texts.join()}],"nextCursor":${JSON.stringify(nextCursor)}}`);
  }

  private async assertMember(
    context: CallContext,
    userId: CallContext['principal']['userId'],
  ): Promise<void> {
    if (userId === context.principal.userId) return;
    authorize(seeMember, context.principal, userId);
    if (!(await this.hierarchy.everMembers(context, [userId])).has(userId))
      throw new RecordNotFound('member');
  }
}
