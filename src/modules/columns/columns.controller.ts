import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { ColumnDeletionService } from './column-deletion.service';
import { ColumnDuplicatesService } from './column-duplicates.service';
import { ColumnListService } from './column-list.service';
import { ColumnOrderService } from './column-order.service';
import { ColumnSettingsService } from './column-settings.service';
import * as schemas from './columns.schemas';
import { ColumnsService } from './columns.service';

@Procedures()
export class ColumnsController {
  constructor(
    private readonly lists: ColumnListService,
    private readonly columns: ColumnsService,
    private readonly deletion: ColumnDeletionService,
    private readonly settings: ColumnSettingsService,
    private readonly order: ColumnOrderService,
    private readonly duplicates: ColumnDuplicatesService,
  ) {}

  @QueryProcedure('columns.list', {
    ...schemas.columnsList,
    scope: 'read',
    role: 'guest',
    description:
      'All columns of a board in their order. `computing` is there while the values of a computed column are made for ' +
      'all items of the board: how many are done, of how many.',
  })
  list(context: CallContext, { boardId }: Input<typeof schemas.columnsList>) {
    return this.lists.list(context, boardId);
  }

  @MutationProcedure('columns.create', {
    ...schemas.columnsCreate,
    scope: 'write',
    role: 'member',
    description:
      'Makes a column of one of the 29 types, at the end of the board unless a position is given (zero-based; beyond ' +
      'the end means the end). The default value is checked like a value and given to items made from now on; an ' +
      'auto_number column numbers the items that are there in board order. A formula names columns of its board as ' +
      '{Column Name}; it and a lookup are computed for the items that are there in the background.',
  })
  create(context: CallContext, input: schemas.ColumnsCreateInput) {
    return this.columns.create(context, input);
  }

  @MutationProcedure('columns.update', {
    ...schemas.columnsUpdate,
    scope: 'write',
    role: 'member',
    description:
      'Changes what it is given; the type never changes. Labels keep their ids: a rename shows at once on every ' +
      'item. Taking away a label or an option that an item has is BAD_REQUEST unless `reassignTo` names the label, ' +
      'by its id, or the option that takes its place. Other stored values that a new config would refuse stay until they are written again.',
  })
  update(context: CallContext, input: schemas.ColumnsUpdateInput) {
    return this.settings.update(context, input);
  }

  @MutationProcedure('columns.reorder', {
    ...schemas.columnsReorder,
    scope: 'write',
    role: 'member',
    description:
      'Puts the columns of a board in the order given, which names each of them exactly once. `expectedUpdatedAt` ' +
      "is the board's.",
  })
  async reorder(context: CallContext, input: schemas.ColumnsReorderInput) {
    return { columns: await this.order.reorder(context, input) };
  }

  @MutationProcedure('columns.delete', {
    ...schemas.columnsDelete,
    scope: 'delete',
    role: 'member',
    description:
      'Deletes the column and its value on every item, for good. What is computed from it stays and fails.',
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.columnsDelete>) {
    await this.deletion.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }

  @MutationProcedure('columns.duplicate', {
    ...schemas.columnsDuplicate,
    scope: 'write',
    role: 'member',
    description:
      'Copies a column next to it, with labels of its own; with `includeValues` also the values of all items. The ' +
      "name is the original's with (Copy) unless given.",
  })
  duplicate(context: CallContext, input: schemas.ColumnsDuplicateInput) {
    return this.duplicates.duplicate(context, input);
  }
}
