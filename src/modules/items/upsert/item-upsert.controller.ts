import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import { itemsUpsert } from './item-upsert.schemas';
import { ItemUpsertService } from './item-upsert.service';

@Procedures()
export class ItemUpsertController {
  constructor(private readonly upserts: ItemUpsertService) {}

  @MutationProcedure('items.upsert', {
    ...itemsUpsert,
    scope: 'write',
    role: 'guest',
    description:
      'Creates or updates up to 500 items of a board by the values of a unique column, all or nothing. An item with the key gets the given name, group and values and keeps all others; an archived one stays in its group. Otherwise an item is created, at the end of the given group or of the first one, named by the key if it has no name. Values and createLabels as in items.create. Returns for each item its id and outcome: created, updated or unchanged; nothing is written for an unchanged item. Parallel calls with the same keys create each item once.',
  })
  upsert(context: CallContext, input: Input<typeof itemsUpsert>) {
    return this.upserts.upsert(context, input);
  }
}
