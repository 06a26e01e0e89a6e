import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import type { Input } from '../../../rpc/schema';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { ValueDependentsService } from '../../columns';
import { HierarchyService } from '../../hierarchy';
import { cleanDescription } from './clean-description';
import { type ItemDetails, ItemDetailsRepository } from './item-details.repository';
import { ItemChanged, ItemNotFound } from '../items.errors';
import { itemsEvents } from '../items.events';
import { editItems } from '../items.policy';
import { presentItem } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import type { itemsUpdate } from '../items.schemas';
import { authorize } from '../../../access/policy';

type UpdateInput = Input<typeof itemsUpdate>;

/** An item's name and description. */
@Injectable()
export class ItemDetailsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly details: ItemDetailsRepository,
    private readonly reads: ItemsReadModel,
    private readonly outbox: Outbox,
    private readonly edits: ValueDependentsService,
  ) {}

  update(context: CallContext, { id, expectedUpdatedAt, ...patch }: UpdateInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.item(tx, id);
      authorize(editItems, tx.principal, { access });
      const current = await this.details.forUpdate(tx, id);
      if (current === null) throw new ItemNotFound();
      if (expectedUpdatedAt && Date.parse(current.updatedAt) !== expectedUpdatedAt.getTime())
        throw new ItemChanged();
      const changes = changesOf(current, patch);
      if (Object.keys(changes).length > 0) {
        const { name, description } = { ...current, ...changes };
        await this.details.update(tx, id, { name, nameKey: naturalKey(name), description });
        await this.edits.follow(tx, board, [id]);
        const payload = { changes, previous: previousOf(current, changes) };
        await this.outbox.append(tx, itemsEvents.updated.create(payload, { boardId: board.id, itemId: id }));
      }
      const [item] = await this.reads.records(tx, [id]);
      return presentItem(board, item!);
    });
  }
}

/** The fields that the patch changes. */
function changesOf(
  current: ItemDetails,
  { name, description }: Pick<UpdateInput, 'name' | 'description'>,
): Partial<ItemDetails> {
  const changes: Partial<ItemDetails> = {};
  if (name !== undefined && name !== current.name) changes.name = name;
  const clean = cleanDescription(description);
  if (description !== undefined && clean !== current.description) changes.description = clean;
  return changes;
}

/** The changed fields before the change. */
function previousOf({ name, description }: ItemDetails, changes: Partial<ItemDetails>): Partial<ItemDetails> {
  return {
    ...('name' in changes ? { name } : {}),
    ...('description' in changes ? { description } : {}),
  };
}
