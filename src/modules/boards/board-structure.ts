import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { type BoardFacts, boardTopic, RecordRefused, type Seen } from '../hierarchy';
import { BoardsRepository } from './boards.repository';

/**
 * Changes of a board's groups go through here one at a time, and none while an item is being written by them
 * (decision 0019).
 */
@Injectable()
export class BoardStructure {
  constructor(private readonly boards: BoardsRepository) {}

  /**
   * Finds the board, judges the caller, then waits for its structure and finds it again: positions that were counted
   * before the wait may be another's by now. Only what this answers may be built on.
   */
  async hold(
    tx: InTransaction<CallContext>,
    find: () => Promise<Seen<BoardFacts>>,
    isAllowed: (seen: Seen<BoardFacts>) => boolean,
  ): Promise<BoardFacts> {
    const seen = await find();
    if (!isAllowed(seen)) throw new RecordRefused('This needs more than your role in the workspace');
    await this.boards.holdStructure(tx, seen.facts.id);
    tx.transaction.touch(boardTopic(seen.facts.id));
    return (await find()).facts;
  }
}
