import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { EventTaking } from '../../platform/events/define-event';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService } from '../hierarchy';
import { presentBoard } from './boards.presenter';
import type { BoardOutput } from './boards.schemas';

/** Publishes the events of board changes; the event contains the same record as the result of the call. */
@Injectable()
export class BoardPublisherService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly outbox: Outbox,
  ) {}

  /** The current board, read in the transaction. */
  async publish(
    tx: InTransaction<CallContext>,
    id: BoardId,
    event: EventTaking<{ board: BoardOutput }, 'board'>,
  ): Promise<BoardOutput> {
    const { facts } = await this.hierarchy.board(tx, id);
    const board = presentBoard(facts);
    await this.outbox.append(tx, event.create({ board }, { boardId: id }));
    return board;
  }
}
