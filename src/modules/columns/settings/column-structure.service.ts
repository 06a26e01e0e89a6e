import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { type BoardFacts, boardTopic, type ColumnFacts, HierarchyService, type Seen } from '../../hierarchy';
import { changeColumns } from '../columns.policy';
import { ColumnsRepository } from '../columns.repository';
import { typeOf } from '../computed/computed-columns';
import { authorize } from '../../../access/policy';

type Find = (context: CallContext) => Promise<Seen<BoardFacts>>;
type Tx = InTransaction<CallContext>;

interface Change<T> {
  find: Find;
  work: (tx: Tx, board: BoardFacts) => Promise<T>;
  /** Whether the change is one of a computed column, or is propagated to some. */
  computes: (board: BoardFacts) => boolean;
}

/** Serializes changes of a board's columns, with each other and with writes of its items. */
@Injectable()
export class ColumnStructureService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly columns: ColumnsRepository,
  ) {}

  changeBoard<T>(
    context: CallContext,
    id: BoardId,
    work: (tx: Tx, board: BoardFacts) => Promise<T>,
    options: { computes: boolean } = { computes: false },
  ): Promise<T> {
    const find: Find = (asked) => this.hierarchy.board(asked, id);
    return this.change(context, { find, work, computes: () => options.computes });
  }

  changeColumn<T>(
    context: CallContext,
    id: ColumnId,
    work: (tx: Tx, column: ColumnFacts, board: BoardFacts) => Promise<T>,
  ): Promise<T> {
    const find: Find = (asked) => this.hierarchy.boardOfColumn(asked, id);
    return this.change(context, {
      find,
      work: (tx, board) => work(tx, board.columnsById.get(id)!, board),
      computes: ({ columnsById }) => {
        const { computedFrom, holdsDays } = typeOf(columnsById.get(id)!);
        // Lookups on other boards record whether a date column contains days.
        return computedFrom !== undefined || holdsDays !== undefined;
      },
    });
  }

  /**
   * Finds the board and checks the caller, from the cache, so that a caller cannot lock a board that is hidden
   * from them. Then waits for the structure and reads the board again: `work` gets the state after the wait.
   */
  private async change<T>(context: CallContext, { find, work, computes }: Change<T>): Promise<T> {
    const { facts: seen, access } = await find(context);
    authorize(changeColumns, context.principal, { access });
    const { id } = seen;
    return this.transactions.run(context, async (tx) => {
      if (computes(seen)) await this.columns.lockComputed(tx);
      await this.columns.lockStructure(tx, id);
      const { facts: board, access: accessNow } = await find(tx);
      authorize(changeColumns, tx.principal, { access: accessNow });
      tx.transaction.invalidate(boardTopic(id));
      return work(tx, board);
    });
  }
}
