import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId } from '../../../kernel/ids';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService } from '../../hierarchy';
import { boardOrdersEvents } from '../boards.events';
import { reorderBoards } from '../boards.policy';
import { BoardsRepository } from '../boards.repository';
import type { BoardsReorderInput } from '../boards.schemas';

/** The order of the boards of a project (decision 0139). */
@Injectable()
export class BoardOrderService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly boards: BoardsRepository,
    private readonly outbox: Outbox,
  ) {}

  reorder(context: CallContext, { projectId, boardIds }: BoardsReorderInput): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      await this.boards.lockProjects(tx, [projectId]);
      const { access } = await this.hierarchy.project(tx, projectId);
      authorize(reorderBoards, tx.principal, { access });
      const ids = new Set(await this.boards.liveIn(tx, projectId));
      const index = problemIn(boardIds, ids);
      if (index !== null) {
        // A missing or hidden board is 404; a visible board of another project is 400.
        await this.hierarchy.board(tx, boardIds[index]!);
        throw InvalidInput.at(`boardIds.${index}`, 'Must be a board of this project that is not archived');
      }
      if (boardIds.length !== ids.size)
        throw InvalidInput.at('boardIds', `Must name each of the project's ${ids.size} boards once`);
      await this.boards.reorder(tx, boardIds);
      await this.outbox.append(
        tx,
        boardOrdersEvents.reordered.create({ projectId, boardIds: [...boardIds] }),
      );
    });
  }
}

/** The index of the first id that is not in the project; throws for one that is repeated. */
function problemIn(boardIds: readonly BoardId[], ids: ReadonlySet<BoardId>): number | null {
  const named = new Set<BoardId>();
  for (const [index, id] of boardIds.entries()) {
    if (named.has(id)) throw InvalidInput.at(`boardIds.${index}`, 'Must not be repeated');
    if (!ids.has(id)) return index;
    named.add(id);
  }
  return null;
}
