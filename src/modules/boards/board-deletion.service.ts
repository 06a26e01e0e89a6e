import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId } from '../../kernel/ids';
import { tombstoneEnd } from '../../kernel/tombstone';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/jobs/outbox';
import { Hierarchy } from '../hierarchy';
import { BoardPurgeJob } from './board-purge.job';
import { BoardStructure } from './board-structure';
import { BoardChanged } from './boards.errors';
import { boardsEvents } from './boards.events';
import { boardsPolicy } from './boards.policy';
import { presentBoard } from './boards.presenter';
import { BoardsRepository } from './boards.repository';

@Injectable()
export class BoardDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly structure: BoardStructure,
    private readonly boards: BoardsRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** The board is gone at once for everybody; its items, columns and groups are removed in the background. */
  async delete(context: CallContext, id: BoardId, expected?: Date): Promise<void> {
    const { userId } = context.principal;
    await this.transactions.run(context, async (tx) => {
      const board = await this.structure.hold(
        tx,
        () => this.hierarchy.board(tx, id),
        ({ facts, access }) => boardsPolicy.mayDelete(access, facts.createdBy, userId),
      );
      const patch = { deletedAt: clock.now() };
      if ((await this.boards.update(tx, id, patch, expected)) === null) throw new BoardChanged();
      const purge = { organizationId: context.principal.organizationId, boardId: id };
      await this.jobs.enqueue(tx, BoardPurgeJob, { ...purge, keepsRow: true });
      await this.jobs.enqueue(tx, BoardPurgeJob, { ...purge, keepsRow: false }, { runAt: tombstoneEnd() });
      await this.outbox.append(tx, boardsEvents.deleted(presentBoard(board)));
    });
  }
}
