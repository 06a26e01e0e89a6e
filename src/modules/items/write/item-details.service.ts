import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { ValueDependentsService } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { cleanDescription } from './clean-description';
import { type ItemDetails, ItemDetailsRepository } from './item-details.repository';
import { ItemChanged, ItemNotFound } from '../items.errors';
import { itemsEvents } from '../items.events';

/** The given fields change; with `expectedUpdatedAt`, only if the item has this version. */
export interface DetailsPatch {
  name?: string | undefined;
  description?: string | null | undefined;
  expectedUpdatedAt?: Date | undefined;
}

/** An item's name and description. */
@Injectable()
export class ItemDetailsService {
  constructor(
    private readonly details: ItemDetailsRepository,
    private readonly outbox: Outbox,
    private readonly edits: ValueDependentsService,
  ) {}

  /** The caller has found the item on the board. */
  async update(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    id: ItemId,
    { expectedUpdatedAt, ...patch }: DetailsPatch,
  ): Promise<void> {
    const current = await this.details.forUpdate(tx, id);
    if (current === null) throw new ItemNotFound();
    if (expectedUpdatedAt && Date.parse(current.updatedAt) !== expectedUpdatedAt.getTime())
      throw new ItemChanged();
    const changes = changesOf(current, patch);
    if (Object.keys(changes).length === 0) return;
    const { name, description } = { ...current, ...changes };
    await this.details.update(tx, id, { name, nameKey: naturalKey(name), description });
    await this.edits.follow(tx, board, [id]);
    const payload = { changes, previous: previousOf(current, changes) };
    await this.outbox.append(tx, itemsEvents.updated.create(payload, { boardId: board.id, itemId: id }));
  }
}

/** The fields that the patch changes. */
function changesOf(
  current: ItemDetails,
  { name, description }: Pick<DetailsPatch, 'name' | 'description'>,
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
