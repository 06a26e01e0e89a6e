import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { CallContext } from '../../access/principal';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { boardTopic } from '../hierarchy';
import { isRefusal } from './item-functions';

const ATTEMPTS = 3;

/**
 * Items are validated against a board from memory; the database refuses when its groups or columns are no longer
 * those. Then the memory is dropped and the work done again, from the validation on.
 */
@Injectable()
export class FreshStructure {
  constructor(private readonly changes: ChangeFeed) {}

  async run<T>(context: CallContext, boardId: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isRefusal(error, 'structureChanged')) throw error;
        // A transaction that failed cannot go on; its runner tries it again as a whole.
        if (context.transaction) throw error;
        this.changes.announce([boardTopic(boardId)]);
      }
    }
    throw new AppError('CONFLICT', 'The board is being changed; try again');
  }
}
