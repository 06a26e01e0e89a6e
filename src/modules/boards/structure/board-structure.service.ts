import { Injectable } from '@nestjs/common';
import { authorize, type Verb } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { type BoardFacts, boardTopic, type Seen } from '../../hierarchy';
import { BoardsRepository } from '../boards.repository';

/** Serializes changes of a board's groups, with each other and with writes of its items (decision 0019). */
@Injectable()
export class BoardStructureService {
  constructor(private readonly boards: BoardsRepository) {}

  /**
   * Finds the board, checks the caller, then waits for its structure and reads the board again: positions that
   * were computed before the wait may be outdated, and the board can have been archived. Use only the returned board.
   */
  async lock(
    tx: InTransaction<CallContext>,
    find: () => Promise<Seen<BoardFacts>>,
    verb: Verb<Seen<BoardFacts>>,
  ): Promise<BoardFacts> {
    const seen = await find();
    authorize(verb, tx.principal, seen);
    await this.boards.lockStructure(tx, seen.facts.id);
    tx.transaction.invalidate(boardTopic(seen.facts.id));
    const current = await find();
    authorize(verb, tx.principal, current);
    return current.facts;
  }
}
