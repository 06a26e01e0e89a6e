import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../../kernel/json';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Input } from '../../../rpc/schema';
import { eachValue, givenValues, NewLabelsService } from '../../columns';
import { type BoardFacts, HierarchyService, type Seen } from '../../hierarchy';
import { ItemDetailsService } from './item-details.service';
import { ItemValueWritesService } from './item-value-writes.service';
import { StaleBoardRetryService } from './stale-board-retry.service';
import { editItems } from '../items.policy';
import { presentItem } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import type { itemsUpdate } from '../items.schemas';

type UpdateInput = Input<typeof itemsUpdate>;

/** items.update: name, description and values of one item, in one transaction. */
@Injectable()
export class ItemUpdateService {
  constructor(
    private readonly structure: StaleBoardRetryService,
    private readonly hierarchy: HierarchyService,
    private readonly labels: NewLabelsService,
    private readonly writes: ItemValueWritesService,
    private readonly details: ItemDetailsService,
    private readonly reads: ItemsReadModel,
  ) {}

  update(context: CallContext, input: UpdateInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { facts, access } = await this.hierarchy.item(tx, input.id);
      authorize(editItems, tx.principal, { access });
      const { id, name, description, expectedUpdatedAt, values, valuesByName } = input;
      let board = facts;
      if (values === undefined && valuesByName === undefined)
        await this.details.update(tx, board, id, { name, description, expectedUpdatedAt });
      else {
        // The values first: their write locks the board before the item, and compares the expected version.
        board = await this.setValues(tx, { facts, access }, input);
        await this.details.update(tx, board, id, { name, description });
      }
      const [item] = await this.reads.records(tx, [id]);
      return presentItem(board, item!);
    });
  }

  /** Returns the board, with the labels that it got. */
  private async setValues(
    tx: InTransaction<CallContext>,
    { facts, access }: Seen<BoardFacts>,
    input: UpdateInput,
  ): Promise<BoardFacts> {
    const { id, expectedUpdatedAt: expected, createLabels } = input;
    const given = givenValues(facts, input);
    const board = createLabels ? await this.labels.create(tx, { facts, access }, eachValue(given)) : facts;
    await this.writes.writeWithin(tx, board, id, given.values, { path: given.pathOf, expected });
    return board;
  }
}
