import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { AutomationId, ItemId } from '../../../kernel/ids';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { type BoardFacts, HierarchyService, RecordNotFound } from '../../hierarchy';
import type { AutomationRecord } from '../automation.record';
import { manageAutomation } from '../automations.policy';
import { AutomationsReadModel } from '../automations.read-model';

type Tx = InTransaction<CallContext>;

/** The automations that a caller can run, and the items to run them on. */
@Injectable()
export class ManagedAutomationsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly automations: AutomationsReadModel,
  ) {}

  /** Throws as for a missing record of the noun if the caller does not see the board. */
  async find(
    tx: Tx,
    id: AutomationId,
    noun: 'automation' | 'execution' = 'automation',
  ): Promise<{ automation: AutomationRecord; board: BoardFacts }> {
    const automation = await this.automations.get(tx, id);
    if (automation === null) throw new RecordNotFound(noun);
    const { boardId, createdBy } = automation;
    const { facts: board, access } = await this.hierarchy.board(tx, boardId, noun);
    authorize(manageAutomation, tx.principal, { access, createdBy });
    return { automation, board };
  }

  /** Throws if the caller does not see the item, or if it is on another board. */
  async assertItem(tx: Tx, { id: boardId }: BoardFacts, itemId: ItemId | undefined): Promise<void> {
    if (itemId === undefined) return;
    const { item } = await this.hierarchy.item(tx, itemId);
    if (item.boardId !== boardId) throw InvalidInput.at('itemId', 'Must be an item of the board');
  }
}
