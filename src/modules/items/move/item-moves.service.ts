import { Injectable } from '@nestjs/common';
import type { GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { computedColumns, ValueDependentsService } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { ItemMaintenanceService } from '../write/item-maintenance.service';
import { ItemsRepository } from '../items.repository';

/** Moves one item within its board, and recomputes what depends on it. */
@Injectable()
export class ItemMovesService {
  constructor(
    private readonly items: ItemsRepository,
    private readonly maintenance: ItemMaintenanceService,
    private readonly edits: ValueDependentsService,
    private readonly transactions: TransactionRunner,
  ) {}

  /** Rejects with the errors of item_move. */
  async within(
    context: CallContext,
    board: BoardFacts,
    id: ItemId,
    to: { groupId: GroupId; position: number | null },
    expected?: Date,
  ): Promise<void> {
    const placed = await this.items.move(context, board, id, to, expected);
    if (placed === null) return;
    this.maintenance.after(context, board.id, placed);
    // A move is one statement; only boards that compute from its time pay for more.
    if (computedColumns(board).readEdits) {
      await this.transactions.run(context, (tx) => this.edits.follow(tx, board, [id]));
    }
  }
}
