import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, UserId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { boardTopic, Hierarchy } from '../hierarchy';
import { ColumnsRepository } from './columns.repository';
import { PeopleDefaultsRepository } from './people-defaults.repository';
import { type HeirOf, replacedPerson } from './replaced-person';
import { people } from './types/people';

/** Lets new items no longer get somebody who is gone. */
@Injectable()
export class PeopleDefaults {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly columns: ColumnsRepository,
    private readonly defaults: PeopleDefaultsRepository,
  ) {}

  /** The heir takes the person's place, where there is one. */
  async replace(context: TenantContext, from: UserId, heir: HeirOf): Promise<void> {
    for (const { id, boardId } of await this.defaults.naming(context, people.name, from)) {
      await this.transactions.run(context, async (tx) => {
        await this.columns.holdStructure(tx, boardId);
        const stored = await this.stored(tx, boardId, id);
        if (!stored?.includes(from)) return;
        const left = replacedPerson(stored, from, await heir(tx));
        await this.defaults.set(tx, id, left.length === 0 ? null : left);
        tx.transaction.touch(boardTopic(boardId));
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
