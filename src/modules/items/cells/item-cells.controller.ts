import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from './item-cells.schemas';
import { ItemCellsService } from './item-cells.service';

@Procedures()
export class ItemCellsController {
  constructor(private readonly cells: ItemCellsService) {}

  @MutationProcedure('items.setValues', {
    ...schemas.itemsSetValues,
    scope: 'write',
    role: 'guest',
    description:
      'Sets up to 1,000 cells of items of one board, all or nothing; null clears a cell. The column is given by columnId or by columnName. createLabels creates the labels that columns lack, for callers who can change columns. A rejected call names each rejected cell as `cells.<n>`. A cell whose value is not its `expectedValue` is CONFLICT, with the value as `current` of the issue. Returns each changed item once, in the order of the first cells.',
  })
  setValues(context: CallContext, input: Input<typeof schemas.itemsSetValues>) {
    return this.cells.setValues(context, input);
  }
}
