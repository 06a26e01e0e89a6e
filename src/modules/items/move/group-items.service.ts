import { Injectable } from '@nestjs/common';
import type { GroupId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardComputationsService, computedColumns } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { ItemStatesRepository } from '../trash/item-states.repository';

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

  /** To the end of another group of the same board, in their order. */
  async moveAll(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    from: GroupId,
    to: GroupId,
  ): Promise<void> {
    await this.states.mergeGroup(tx, board, from, to);
    const plan = computedColumns(board);
    const columns = plan.affectedBy(plan.changingWithEdits);
    await this.computations.start(
      tx,
      board.id,
      columns.map(({ column }) => column.id),
    );
  }

  /** To Trash; returns the number of top-level items. */
  async trashAll(tx: InTransaction<CallContext>, board: BoardFacts, groupId: GroupId): Promise<number> {
    const { length } = await this.states.trashGroup(tx, board, groupId);
    // There can be 100,000 items, so the lookups of whole boards are recomputed.
    await this.computations.startLooking(tx, board.lookedAt);
    return length;
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
