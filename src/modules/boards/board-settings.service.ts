import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { boardTopic, Hierarchy, RecordRefused } from '../hierarchy';
import { BoardAnnouncements } from './board-announcements';
import { BoardChanged } from './boards.errors';
import { boardsEvents } from './boards.events';
import { boardsPolicy } from './boards.policy';
import { BoardsRepository } from './boards.repository';
import type { BoardOutput, BoardsUpdateInput } from './boards.schemas';

@Injectable()
export class BoardSettingsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly boards: BoardsRepository,
    private readonly announcements: BoardAnnouncements,
  ) {}

  update(context: CallContext, { id, expectedUpdatedAt, ...patch }: BoardsUpdateInput): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      await this.boards.lock(tx, id);
      const { access } = await this.hierarchy.board(tx, id);
      if (!boardsPolicy.mayBuild(access))
        throw new RecordRefused('Only members of the workspace change boards');
      if ((await this.boards.update(tx, id, patch, expectedUpdatedAt)) === null) throw new BoardChanged();
      tx.transaction.touch(boardTopic(id));
      return this.announcements.announce(tx, id, boardsEvents.updated);
    });
  }
}
