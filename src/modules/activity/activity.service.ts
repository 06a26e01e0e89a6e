import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { type BoardFacts, HierarchyService, RecordNotFound } from '../hierarchy';
import { boardsOf, presentEntries } from './activity.presenter';
import { ActivityReadModel, type ActivityRow } from './activity.read-model';
import type { ActivityListInput } from './activity.schemas';

@Injectable()
export class ActivityService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: ActivityReadModel,
  ) {}

  async list(context: CallContext, { itemId, boardId, cursor, limit }: ActivityListInput) {
    const page = { cursor: cursor ?? null, limit };
    if (itemId !== undefined) await this.hierarchy.item(context, itemId);
    else await this.hierarchy.board(context, boardId!);
    const { rows, nextCursor } = await (itemId === undefined
      ? this.reads.list(context, 'board', boardId!, page)
      : this.reads.list(context, 'item', itemId, page));
    return { entries: presentEntries(rows, await this.visibleBoards(context, rows)), nextCursor };
  }

  /**
   * An item can have been on boards that the caller does not see; usually there is one board, and it is cached.
   */
  private async visibleBoards(
    context: CallContext,
    rows: readonly ActivityRow[],
  ): Promise<Map<BoardId, BoardFacts>> {
    const visible = new Map<BoardId, BoardFacts>();
    for (const id of new Set(rows.flatMap(boardsOf))) {
      try {
        visible.set(id, (await this.hierarchy.board(context, id)).facts);
      } catch (error) {
        if (!(error instanceof RecordNotFound)) throw error;
      }
    }
    return visible;
  }
}
