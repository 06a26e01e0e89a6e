import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { ChangeFeed } from '../../../platform/cache/change-feed';
import { isLateWrite, isRetryable } from '../../../platform/database/database-errors';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { boardTopic } from '../../hierarchy';
import { isFunctionError } from './item-functions';
import { ItemLocksRepository } from '../item-locks.repository';
import { BoardIsChanging } from '../items.errors';

const ATTEMPTS = 3;

/**
 * Items are validated against a board that was read earlier; the database rejects the write if its groups or
 * columns have changed since (decision 0019). The work is then repeated from the validation on.
 */
@Injectable()
export class StaleBoardRetryService {
  constructor(
    private readonly changes: ChangeFeed,
    private readonly transactions: TransactionRunner,
    private readonly locks: ItemLocksRepository,
  ) {}

  /**
   * For writes that are one statement, checked against the cached board; a deadlock is retried as well. The last
   * attempt locks the board before reading it, so that constant edits of columns starve no one. It follows immediately when
   * a statement has waited, because only a transaction checks the caller's access again before it commits.
   */
  async run<T>(
    context: CallContext,
    boardId: BoardId,
    work: (context: CallContext) => Promise<T>,
  ): Promise<T> {
    if (context.transaction) return this.rejecting(boardId, () => work(context));
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await this.transactions.announced(work(await this.transactions.renewed(context)));
      } catch (error) {
        if (isLateWrite(error)) break;
        if (isFunctionError(error, 'structureChanged')) this.changes.publish([boardTopic(boardId)]);
        else if (!isRetryable(error)) throw error;
      }
    }
    return this.transactions.run(context, (tx) =>
      this.rejecting(boardId, async () => {
        await this.locks.lockBoard(tx, boardId);
        // A change that committed just before the lock may not have reached the cache yet; nothing changes from here on.
        this.changes.publish([boardTopic(boardId)]);
        return work(tx);
      }),
    );
  }

  /** For writes of several statements: they read the board themselves, so that no cached state is in their way. */
  transact<T>(context: CallContext, work: (tx: InTransaction<CallContext>) => Promise<T>): Promise<T> {
    return this.transactions.run(context, (tx) => this.rejecting(null, () => work(tx)));
  }

  /**
   * A failed transaction cannot continue; the error makes its runner retry it as a whole. `boardId` is a board that the work
   * reads from the cache.
   */
  private async rejecting<T>(boardId: BoardId | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isFunctionError(error, 'structureChanged')) throw error;
      if (boardId !== null) this.changes.publish([boardTopic(boardId)]);
      throw new BoardIsChanging(error);
    }
  }
}
