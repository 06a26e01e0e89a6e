import { Injectable } from '@nestjs/common';
import { pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { BoardId, ItemId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import { boardAccess, type BoardFacts, HierarchyService, sharedBoardIds } from '../../hierarchy';
import { presentTrash } from './trash.presenter';
import { type TrashedItem, type TrashMark, type TrashPlaces, TrashReadModel } from './trash.read-model';
import type { trashList } from './trash.schemas';

/** trash.list: the latest first. */
@Injectable()
export class TrashService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: TrashReadModel,
  ) {}

  async list(context: CallContext, { boardId, cursor, limit }: Input<typeof trashList>): Promise<JsonText> {
    const places = await this.places(context, boardId);
    const after = cursor ? await this.mark(context, cursor, places) : null;
    const boards = new Map<BoardId, BoardFacts>();
    const gone: BoardId[] = [];
    let rows: TrashedItem[];
    // The items of a deleted board are purged in the background (decision 0031); until then its entries are
    // skipped.
    do {
      rows = await this.reads.page(context, places, after, gone, limit);
    } while (await this.findsGone(context, rows, boards, gone));
    const page = pageOf(rows, limit);
    return presentTrash(page.rows, (item) => boards.get(item.boardId)!, page.nextCursor);
  }

  private async places(context: CallContext, boardId: BoardId | undefined): Promise<TrashPlaces> {
    const shared = sharedBoardIds(context.principal);
    if (boardId !== undefined) {
      const { facts } = await this.hierarchy.board(context, boardId);
      return { scope: 'board', ids: [boardId], within: shared ?? [facts.workspace.id] };
    }
    if (shared !== null) return { scope: 'board', ids: shared, within: shared };
    const workspaces = await this.hierarchy.visibleWorkspaces(context);
    return { scope: 'workspace', ids: workspaces, within: workspaces };
  }

  private async mark(context: CallContext, cursor: ItemId, { within }: TrashPlaces): Promise<TrashMark> {
    const mark = await this.reads.mark(context, cursor);
    // For hidden items, not even the deletion is visible.
    if (mark === null || !(within.includes(mark.workspaceId) || within.includes(mark.boardId))) {
      throw new UnknownCursor();
    }
    return mark;
  }

  /** Loads the boards of the rows; true when one no longer exists or is hidden, which `gone` then names. */
  private async findsGone(
    context: CallContext,
    rows: readonly TrashedItem[],
    boards: Map<BoardId, BoardFacts>,
    gone: BoardId[],
  ): Promise<boolean> {
    const before = gone.length;
    for (const boardId of new Set(rows.map((row) => row.boardId))) {
      if (boards.has(boardId)) continue;
      const facts = await this.hierarchy.boardFacts(context, boardId);
      if (facts && boardAccess(context.principal, facts).canSee) boards.set(boardId, facts);
      else gone.push(boardId);
    }
    return gone.length > before;
  }
}
