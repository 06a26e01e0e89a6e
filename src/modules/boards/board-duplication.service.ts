import { Injectable } from '@nestjs/common';
import { copyName } from '../../kernel/copy-name';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { NAME_MAX } from '../../rpc/schema';
import { Hierarchy, RecordRefused } from '../hierarchy';
import { BoardCopies } from './board-copies';
import { boardsPolicy } from './boards.policy';
import { presentBoard } from './boards.presenter';
import type { BoardOutput, BoardsDuplicateInput } from './boards.schemas';

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
        { projectId: facts.projectId, name: name ?? copyName(facts.name, NAME_MAX), includeItems },
      );
      return presentBoard((await this.hierarchy.board(tx, copies.get(id)!)).facts);
    });
  }
}
