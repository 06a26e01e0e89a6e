import { Injectable } from '@nestjs/common';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardComputationsService, computedColumns } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { ItemStatesRepository } from '../trash/item-states.repository';
import { UNDONE_ITEMS_MAX } from '../undo/undo-outcome';

/** What the deletion of a group changed of its items that were not in Trash, for changes.undo. */
export interface GroupItemChanges {
  itemIds: ItemId[];
  /** Of items that moved to another group: after and before. */
  ranks?: string[];
  previousRanks?: string[];
}

/**
 * What happens to a group's items when the group is deleted, archived or restored. The caller changes the
 * structure.
 */
@Injectable()
export class GroupItemsService {
  constructor(
    private readonly states: ItemStatesRepository,
    private readonly computations: BoardComputationsService,
  ) {}

  /** To the end of another group of the same board, in their order. Returns null for more items than can be undone. */
  async moveAll(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    from: GroupId,
    to: GroupId,
  ): Promise<GroupItemChanges | null> {
    const before = await this.states.ranksInGroup(tx, board.id, from, UNDONE_ITEMS_MAX + 1);
    await this.states.mergeGroup(tx, board, from, to);
    const plan = computedColumns(board);
    const columns = plan.affectedBy(plan.changingWithEdits);
    await this.computations.start(
      tx,
      board.id,
      columns.map(({ column }) => column.id),
    );
    if (before.length > UNDONE_ITEMS_MAX) return null;
    const itemIds = before.map(({ id }) => id);
    const ranks = await this.states.ranks(tx, itemIds);
    return {
      itemIds,
      ranks: itemIds.map((id) => ranks.get(id)!),
      previousRanks: before.map(({ rank }) => rank),
    };
  }

  /** To Trash. Returns null for more items than can be undone. */
  async trashAll(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    groupId: GroupId,
  ): Promise<GroupItemChanges | null> {
    const itemIds = await this.states.trashGroup(tx, board, groupId);
    // There can be 100,000 items, so the lookups of whole boards are recomputed.
    await this.computations.startLooking(tx, board.lookedAt);
    return itemIds.length > UNDONE_ITEMS_MAX ? null : { itemIds };
  }

  /** Whether no items are in the group, except in Trash. */
  async isEmpty(tx: InTransaction<CallContext>, boardId: BoardId, groupId: GroupId): Promise<boolean> {
    return (await this.states.ranksInGroup(tx, boardId, groupId, 1)).length === 0;
  }

  /** Archives the live items; `at` is the time at which the group is archived. */
  async archiveAll(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    groupId: GroupId,
    at: Date,
  ): Promise<void> {
    await this.states.archiveGroup(tx, board, groupId, at);
    await this.computations.startLooking(tx, board.lookedAt);
  }

  /** Restores the items that were archived with the group at that time. */
  async restoreAll(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    groupId: GroupId,
    at: Date,
  ): Promise<void> {
    await this.states.restoreGroup(tx, board, groupId, at);
    await this.computations.startLooking(tx, board.lookedAt);
  }
}
