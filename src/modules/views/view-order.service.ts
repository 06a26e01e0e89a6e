import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { ViewId } from '../../kernel/ids';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { HierarchyService } from '../hierarchy';
import { viewsEvents } from './views.events';
import { reorderViews } from './views.policy';
import { ViewsRepository } from './views.repository';
import type { ViewsReorderInput } from './views.schemas';

/** The order of the shared views of a board, and of a user's own (decision 0140). */
@Injectable()
export class ViewOrderService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly views: ViewsRepository,
    private readonly outbox: Outbox,
  ) {}

  reorder(context: CallContext, { boardId, personal, viewIds }: ViewsReorderInput): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const { access } = await this.hierarchy.board(tx, boardId);
      if (!personal) authorize(reorderViews, tx.principal, { access });
      const personalOf = personal ? tx.principal.userId : null;
      rejectOtherThanEachOnce(viewIds, await this.views.lockList(tx, boardId, personalOf), personal);
      await this.views.reorder(tx, viewIds);
      // No one else learns of personal views.
      if (!personal)
        await this.outbox.append(tx, viewsEvents.reordered.create({ viewIds: [...viewIds] }, { boardId }));
    });
  }
}

/** One message for every view that is not in the list, so that personal views of others look like missing ones. */
function rejectOtherThanEachOnce(
  viewIds: readonly ViewId[],
  list: readonly ViewId[],
  personal: boolean,
): void {
  const kind = personal ? 'personal' : 'shared';
  const known = new Set(list);
  const named = new Set<ViewId>();
  for (const [index, id] of viewIds.entries()) {
    const path = `viewIds.${index}`;
    if (named.has(id)) throw InvalidInput.at(path, 'Must not be repeated');
    if (!known.has(id)) throw InvalidInput.at(path, `Must be a ${kind} view of this board`);
    named.add(id);
  }
  if (named.size !== list.length) {
    throw InvalidInput.at('viewIds', `Must name each of the ${list.length} ${kind} views of the board once`);
  }
}
