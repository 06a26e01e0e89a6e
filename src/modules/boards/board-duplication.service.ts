import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Hierarchy, RecordRefused } from '../hierarchy';
import { BoardCopies } from './board-copies';
import { boardsPolicy } from './boards.policy';
import { presentBoard } from './boards.presenter';
import type { BoardOutput, BoardsDuplicateInput } from './boards.schemas';
import { copyName } from './copy-name';

@Injectable()
export class BoardDuplicationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly copies: BoardCopies,
  ) {}

  duplicate(context: CallContext, { id, name, includeItems }: BoardsDuplicateInput): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts, access } = await this.hierarchy.board(tx, id);
      if (!boardsPolicy.mayBuild(access))
        throw new RecordRefused('Only members of the workspace make boards');
      const copies = await this.copies.copy(
        tx,
        { boardId: id },
        { projectId: facts.projectId, name: name ?? copyName(facts.name), includeItems },
      );
      return presentBoard((await this.hierarchy.board(tx, copies.get(id)!)).facts);
    });
  }
}
