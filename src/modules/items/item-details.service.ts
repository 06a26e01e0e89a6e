import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import type { Input } from '../../rpc/schema';
import { EditFollowers, naturalKey } from '../columns';
import { Hierarchy } from '../hierarchy';
import { cleanDescription } from './clean-description';
import { type ItemDetails, ItemDetailsRepository } from './item-details.repository';
import { ItemChanged, ItemNotFound } from './items.errors';
import { itemsEvents } from './items.events';
import { refuseUnlessEditor } from './items.policy';
import { presentItem } from './items.presenter';
import { ItemsReadModel } from './items.read-model';
import type { itemsUpdate } from './items.schemas';

type UpdateInput = Input<typeof itemsUpdate>;

/** An item's name and description. */
@Injectable()
export class ItemDetailsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly details: ItemDetailsRepository,
    private readonly reads: ItemsReadModel,
    private readonly outbox: Outbox,
    private readonly edits: EditFollowers,
  ) {}

  update(context: CallContext, { id, expectedUpdatedAt, ...patch }: UpdateInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.item(tx, id);
      refuseUnlessEditor(access);
      const current = await this.details.forUpdate(tx, id);
      if (current === null) throw new ItemNotFound();
      if (expectedUpdatedAt && Date.parse(current.updatedAt) !== expectedUpdatedAt.getTime())
        throw new ItemChanged();
      const changes = changesOf(current, patch);
      if (Object.keys(changes).length > 0) {
        const { name, description } = { ...current, ...changes };
        await this.details.update(tx, id, { name, nameKey: naturalKey(name), description });
        await this.edits.follow(tx, board, [id]);
        await this.outbox.append(
          tx,
          itemsEvents.updated(board.id, id, changes, previousOf(current, changes)),
        );
      }
      const [item] = await this.reads.records(tx, [id]);
      return presentItem(board, item!);
    });
  }
}

/** What the patch makes different. */
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

/** The changed fields as they were. */
function previousOf({ name, description }: ItemDetails, changes: Partial<ItemDetails>): Partial<ItemDetails> {
  return {
    ...('name' in changes ? { name } : {}),
    ...('description' in changes ? { description } : {}),
  };
}
