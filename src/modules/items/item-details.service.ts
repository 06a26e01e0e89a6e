import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import type { Input } from '../../rpc/schema';
import { naturalKey } from '../columns';
import { Hierarchy } from '../hierarchy';
import { cleanDescription } from './clean-description';
import { ItemChanged } from './items.errors';
import { itemsEvents } from './items.events';
import { refuseUnlessEditor } from './items.policy';
import { presentItem } from './items.presenter';
import { ItemsReadModel } from './items.read-model';
import { ItemsRepository } from './items.repository';
import type { itemsUpdate } from './items.schemas';

type UpdateInput = Input<typeof itemsUpdate>;

/** An item's name and description. */
@Injectable()
export class ItemDetailsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly items: ItemsRepository,
    private readonly reads: ItemsReadModel,
    private readonly outbox: Outbox,
  ) {}

  update(context: CallContext, { id, name, description, expectedUpdatedAt }: UpdateInput): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.item(tx, id);
      refuseUnlessEditor(access);
      const patch = {
        name,
        nameKey: name === undefined ? undefined : naturalKey(name),
        description: description === undefined ? undefined : cleanDescription(description),
      };
      if (!(await this.items.update(tx, id, patch, expectedUpdatedAt))) throw new ItemChanged();
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(patch.description === undefined ? {} : { description: patch.description }),
      };
      await this.outbox.append(tx, itemsEvents.updated(board.id, id, changes));
      const [item] = await this.reads.records(tx, [id]);
      return presentItem(board, item!);
    });
  }
}
