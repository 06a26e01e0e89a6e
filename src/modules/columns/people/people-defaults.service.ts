import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, UserId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { boardTopic, HierarchyService } from '../../hierarchy';
import { ColumnsRepository } from '../columns.repository';
import { PeopleDefaultsRepository } from './people-defaults.repository';
import { type SuccessorOf, replacedPerson } from './successor';
import { people } from '../../../column-types/types/reference/people';

/** Removes deleted users from the default values of columns. */
@Injectable()
export class PeopleDefaultsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly columns: ColumnsRepository,
    private readonly defaults: PeopleDefaultsRepository,
  ) {}

  /** The successor, if any, replaces the user. */
  async replace(context: TenantContext, from: UserId, successor: SuccessorOf): Promise<void> {
    for (const { id, boardId } of await this.defaults.naming(context, people.name, from)) {
      await this.transactions.run(context, async (tx) => {
        await this.columns.lockStructure(tx, boardId);
        const stored = await this.stored(tx, boardId, id);
        if (!stored?.includes(from)) return;
        const left = replacedPerson(stored, from, await successor(tx));
        await this.defaults.set(tx, id, left.length === 0 ? null : left);
        tx.transaction.invalidate(boardTopic(boardId));
      });
    }
  }

  private async stored(
    context: TenantContext,
    boardId: BoardId,
    id: ColumnId,
  ): Promise<string[] | undefined> {
    const board = await this.hierarchy.boardFacts(context, boardId);
    return board?.columnsById.get(id)?.defaultValue as string[] | undefined;
  }
}
