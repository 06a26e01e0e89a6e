import { Injectable } from '@nestjs/common';
import { copyName } from '../../../kernel/copy-name';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { NAME_MAX } from '../../../kernel/limits';
import { HierarchyService } from '../../hierarchy';
import { BoardCopiesService } from './board-copies.service';
import { createBoard } from '../boards.policy';
import { presentBoard } from '../boards.presenter';
import type { BoardOutput, BoardsDuplicateInput } from '../boards.schemas';
import { authorize } from '../../../access/policy';

@Injectable()
export class BoardDuplicationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly copies: BoardCopiesService,
  ) {}

  duplicate(
    context: CallContext,
    { id, name, includeItems, includeAutomations }: BoardsDuplicateInput,
  ): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts, access } = await this.hierarchy.board(tx, id);
      authorize(createBoard, tx.principal, { access });
      const copies = await this.copies.copy(
        tx,
        { boardId: id },
        {
          projectId: facts.projectId,
          name: name ?? copyName(facts.name, NAME_MAX),
          includeItems,
          includeAutomations,
        },
      );
      return presentBoard((await this.hierarchy.board(tx, copies.get(id)!)).facts);
    });
  }
}
