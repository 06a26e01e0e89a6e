import { Injectable } from '@nestjs/common';
import type { GroupId, ItemId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { computedColumns, EditFollowers } from '../columns';
import type { BoardFacts } from '../hierarchy';
import { ItemUpkeep } from './item-upkeep';
import { ItemsRepository } from './items.repository';

/** A move of one item within its board, and what follows from it. */
@Injectable()
export class ItemMoves {
  constructor(
    private readonly items: ItemsRepository,
    private readonly upkeep: ItemUpkeep,
    private readonly edits: EditFollowers,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Refuses like item_move. */
  async within(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    to: { groupId: GroupId; position: number | null },
    expected?: Date,
  ): Promise<void> {
    const placed = await this.items.move(context, board, id, to, expected);
    if (placed === null) return;
    this.upkeep.after(context, board.id, placed.lane, placed);
    // A move is one statement, for which boards that compute from its time do not make others pay.
    if (computedColumns(board).readEdits) {
      await this.transactions.run(context, (tx) => this.edits.follow(tx, board, [id]));
    }
  }
}
