import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId } from '../../../kernel/ids';
import { tombstoneEnd } from '../../../kernel/tombstone';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Jobs } from '../../../platform/jobs/jobs';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService } from '../../hierarchy';
import { BoardPurgeJob } from './board-purge.job';
import { BoardStructureService } from '../structure/board-structure.service';
import { BoardChanged } from '../boards.errors';
import { boardsEvents } from '../boards.events';
import { deleteBoard } from '../boards.policy';
import { BoardsRepository } from '../boards.repository';

@Injectable()
export class BoardDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly structure: BoardStructureService,
    private readonly boards: BoardsRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The board is deleted immediately for everyone; its items, columns and groups are removed in the background.
   */
  async delete(context: CallContext, id: BoardId, expected?: Date): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const { projectId, name } = await this.structure.lock(
        tx,
        () => this.hierarchy.board(tx, id),
        deleteBoard,
      );
      const patch = { deletedAt: clock.now() };
      if ((await this.boards.update(tx, id, patch, expected)) === null) throw new BoardChanged();
      const purge = { organizationId: context.principal.organizationId, boardId: id };
      await this.jobs.enqueue(tx, BoardPurgeJob, { ...purge, keepsRow: true });
      await this.jobs.enqueue(tx, BoardPurgeJob, { ...purge, keepsRow: false }, { runAt: tombstoneEnd() });
      await this.outbox.append(
        tx,
        boardsEvents.deleted.create({ board: { id, projectId, name } }, { boardId: id }),
      );
    });
  }
}
