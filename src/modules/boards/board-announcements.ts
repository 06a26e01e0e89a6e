import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { type DomainEvent, Outbox } from '../../platform/jobs/outbox';
import { Hierarchy } from '../hierarchy';
import { presentBoard } from './boards.presenter';
import type { BoardOutput } from './boards.schemas';

/** Tells of changes of boards; what is told is what is answered. */
@Injectable()
export class BoardAnnouncements {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly outbox: Outbox,
  ) {}

  /** The board as it is now in the transaction. */
  async announce(
    tx: InTransaction<CallContext>,
    id: BoardId,
    event: (board: BoardOutput) => DomainEvent,
  ): Promise<BoardOutput> {
    const { facts } = await this.hierarchy.board(tx, id);
    const board = presentBoard(facts);
    await this.outbox.append(tx, event(board));
    return board;
  }
}
