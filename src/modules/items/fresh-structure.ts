import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { isRetryable } from '../../platform/database/database-errors';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { boardTopic } from '../hierarchy';
import { isRefusal } from './item-functions';
import { ItemStatesRepository } from './item-states.repository';
import { BoardIsChanging } from './items.errors';

const ATTEMPTS = 3;

/**
 * Items are validated against a board as it was read; the database refuses when its groups or columns are no longer
 * those (decision 0019). Then the work is done again, from the validation on.
 */
@Injectable()
export class FreshStructure {
  constructor(
    private readonly changes: ChangeFeed,
    private readonly transactions: TransactionRunner,
    private readonly states: ItemStatesRepository,
  ) {}

  /**
   * For writes that are one statement, judged by the board in memory; a deadlock among them is tried again as well. The
   * last attempt lets the board stand still before it reads it, so that who edits columns all the time starves nobody.
   */
  async run<T>(
    context: CallContext,
    boardId: BoardId,
    work: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    if (context.transaction) return refusing(() => work(context));
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await work(context);
      } catch (error) {
        if (isRefusal(error, 'structureChanged')) this.changes.announce([boardTopic(boardId)]);
        else if (!isRetryable(error)) throw error;
      }
    }
    return this.transact(context, async (tx) => {
      await this.states.holdBoard(tx, boardId);
      return work(tx);
    });
  }

  /** For writes that are several statements: they read the board themselves, so that nothing kept is in their way. */
  transact<T>(context: CallContext, work: (tx: InTransaction<CallContext>) => Promise<T>): Promise<T> {
    return this.transactions.run(context, (tx) => refusing(() => work(tx)));
  }
}

/** A transaction that failed cannot go on; its runner is told to try it again as a whole. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isRefusal(error, 'structureChanged') ? new BoardIsChanging(error) : error;
  }
}
