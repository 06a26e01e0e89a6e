import { Injectable } from '@nestjs/common';
import type { GroupId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { BoardComputations, computedColumns } from '../columns';
import type { BoardFacts } from '../hierarchy';
import { ItemStatesRepository } from './item-states.repository';

/** What becomes of a group's items when the group goes (boards.groups.delete). The caller changes the structure. */
@Injectable()
export class GroupItems {
  constructor(
    private readonly states: ItemStatesRepository,
    private readonly computations: BoardComputations,
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

  /** Into Trash; answers how many top-level items went. */
  async trashAll(tx: InTransaction<CallContext>, board: BoardFacts, groupId: GroupId): Promise<number> {
    const { length } = await this.states.trashGroup(tx, board, groupId);
    // There may be a hundred thousand of them, so whole boards look again.
    await this.computations.startLooking(tx, board.lookedAt);
    return length;
  }
}
