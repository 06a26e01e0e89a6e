import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import {
  type BoardFacts,
  boardTopic,
  type ColumnFacts,
  Hierarchy,
  RecordRefused,
  type Seen,
} from '../hierarchy';
import { columnsPolicy } from './columns.policy';
import { ColumnsRepository } from './columns.repository';
import { typeOf } from './computed/computed-columns';

type Find = (context: CallContext) => Promise<Seen<BoardFacts>>;
type Tx = InTransaction<CallContext>;

interface Change<T> {
  find: Find;
  work: (tx: Tx, board: BoardFacts) => Promise<T>;
  /** Whether it is one of a computed column, or carried to some. */
  computes: (board: BoardFacts) => boolean;
}

/** Changes of a board's columns go through here one at a time, and none while an item is written by them. */
@Injectable()
export class ColumnStructure {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
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
        // Lookups on other boards know of a date column whether it holds days.
        return computedFrom !== undefined || holdsDays !== undefined;
      },
    });
  }

  /**
   * Finds the board and judges the caller, from memory, so that nobody makes a board wait that they do not see. Then
   * waits for the structure and finds it again: `work` gets what is, not what was before the wait.
   */
  private async change<T>(context: CallContext, { find, work, computes }: Change<T>): Promise<T> {
    const seen = judged(await find(context));
    const { id } = seen;
    return this.transactions.run(context, async (tx) => {
      if (computes(seen)) await this.columns.holdComputed(tx);
      await this.columns.holdStructure(tx, id);
      const board = judged(await find(tx));
      tx.transaction.touch(boardTopic(id));
      return work(tx, board);
    });
  }
}

function judged({ facts, access }: Seen<BoardFacts>): BoardFacts {
  if (!columnsPolicy.mayBuild(access)) {
    throw new RecordRefused('Only members of the workspace change its columns');
  }
  return facts;
}
