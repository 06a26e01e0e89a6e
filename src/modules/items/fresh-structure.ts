import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { isRetryable } from '../../platform/database/database-errors';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { boardTopic } from '../hierarchy';
import { isRefusal } from './item-functions';
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
  ) {}

  /** For writes that are one statement, judged by the board in memory; a deadlock among them is tried again as well. */
  async run<T>(context: CallContext, boardId: string, work: () => Promise<T>): Promise<T> {
    if (context.transaction) return refusing(work);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (isRefusal(error, 'structureChanged')) this.changes.announce([boardTopic(boardId)]);
        else if (!isRetryable(error)) throw error;
      }
    }
    throw new BoardIsChanging();
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
