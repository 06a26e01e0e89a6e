import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../../kernel/json';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import type { Input } from '../../../rpc/schema';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { eachValue, givenValues, NewLabelsService, ValueDependentsService } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { cleanDescription } from './clean-description';
import { type ItemDetails, ItemDetailsRepository } from './item-details.repository';
import { ItemValueWritesService } from './item-value-writes.service';
import { StaleBoardRetryService } from './stale-board-retry.service';
import { ItemChanged, ItemNotFound } from '../items.errors';
import { itemsEvents } from '../items.events';
import { editItems } from '../items.policy';
import { presentItem } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import type { itemsUpdate } from '../items.schemas';
import { authorize } from '../../../access/policy';

type UpdateInput = Input<typeof itemsUpdate>;

/** An item's name, description and values. */
@Injectable()
export class ItemDetailsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly structure: StaleBoardRetryService,
    private readonly labels: NewLabelsService,
    private readonly writes: ItemValueWritesService,
    private readonly details: ItemDetailsRepository,
    private readonly reads: ItemsReadModel,
    private readonly outbox: Outbox,
    private readonly edits: ValueDependentsService,
  ) {}

  update(context: CallContext, input: UpdateInput): Promise<JsonText> {
    const { values, valuesByName, id } = input;
    if (values !== undefined || valuesByName !== undefined) return this.updateWithValues(context, input);
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.item(tx, id);
      authorize(editItems, tx.principal, { access });
      await this.change(tx, board, input);
      return this.presented(tx, board, id);
    });
  }

  /** The values first: their write locks the board before the item, and compares the expected version. */
  private updateWithValues(context: CallContext, input: UpdateInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { facts, access } = await this.hierarchy.item(tx, input.id);
      authorize(editItems, tx.principal, { access });
      const { expectedUpdatedAt: expected, createLabels, ...patch } = input;
      const given = givenValues(facts, input);
      const board = createLabels ? await this.labels.create(tx, { facts, access }, eachValue(given)) : facts;
      await this.writes.writeWithin(tx, board, input.id, given.values, { path: given.pathOf, expected });
      await this.change(tx, board, patch);
      return this.presented(tx, board, input.id);
    });
  }

  private async change(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    { id, expectedUpdatedAt, ...patch }: Omit<UpdateInput, 'createLabels'>,
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

  private async presented(tx: InTransaction<CallContext>, board: BoardFacts, id: ItemId): Promise<JsonText> {
    const [item] = await this.reads.records(tx, [id]);
    return presentItem(board, item!);
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
