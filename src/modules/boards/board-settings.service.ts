import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { boardTopic, HierarchyService } from '../hierarchy';
import { BoardPublisherService } from './board-publisher.service';
import { BoardChanged } from './boards.errors';
import { boardsEvents } from './boards.events';
import { changeBoard } from './boards.policy';
import { BoardsRepository } from './boards.repository';
import type { BoardOutput, BoardsUpdateInput } from './boards.schemas';
import { authorize } from '../../access/policy';

@Injectable()
export class BoardSettingsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly boards: BoardsRepository,
    private readonly publisher: BoardPublisherService,
  ) {}

  update(context: CallContext, { id, expectedUpdatedAt, ...patch }: BoardsUpdateInput): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      await this.boards.lock(tx, id);
      const { access } = await this.hierarchy.board(tx, id);
      authorize(changeBoard, tx.principal, { access });
      if ((await this.boards.update(tx, id, patch, expectedUpdatedAt)) === null) throw new BoardChanged();
      tx.transaction.invalidate(boardTopic(id));
      return this.publisher.publish(tx, id, boardsEvents.updated);
    });
  }
}
