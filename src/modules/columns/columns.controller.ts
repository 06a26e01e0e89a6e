import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { ColumnDeletionService } from './column-deletion.service';
import { ColumnDuplicatesService } from './copy/column-duplicates.service';
import { ColumnListService } from './settings/column-list.service';
import { ColumnOrderService } from './settings/column-order.service';
import { ColumnSettingsService } from './settings/column-settings.service';
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
    isCompressed: true,
    description:
      'All columns of a board in order. `computing` is present while a background job computes, copies, numbers or replaces the values of the column on all items of the board, or compares them for `unique`: the number of finished items and the total. `failure` is the error of such a change, for callers that can change columns, until the next config of the column.',
  })
  list(context: CallContext, { boardId }: Input<typeof schemas.columnsList>) {
    return this.lists.list(context, boardId);
  }

  @MutationProcedure('columns.create', {
    ...schemas.columnsCreate,
    scope: 'write',
    role: 'member',
    description:
      'Creates a column of one of the 29 types. Without a position (zero-based), or with one beyond the end, the column is appended. The default value is validated like a value and given to items created later. An auto_number column numbers the existing items in board order. A formula refers to columns of its board as `{Column Name}`. Formulas and lookups are computed for existing items in the background.',
  })
  create(context: CallContext, input: schemas.ColumnsCreateInput) {
    return this.columns.create(context, input);
  }

  @MutationProcedure('columns.update', {
    ...schemas.columnsUpdate,
    scope: 'write',
    role: 'member',
    description:
      'Updates the given fields; the type cannot be changed. Labels keep their ids: a renamed label shows immediately on every item. Removing a label or an option in use is BAD_REQUEST unless `reassignTo` gives the id of the label, or the option, that replaces it. On more than 10,000 items, the replacement runs in the background, and the column keeps the removed label or option until it is done. On such boards, the column also becomes `unique` in the background, after all values are compared. Other stored values that a new config would reject are kept until they are written again.',
  })
  update(context: CallContext, input: schemas.ColumnsUpdateInput) {
    return this.settings.update(context, input);
  }

  @MutationProcedure('columns.reorder', {
    ...schemas.columnsReorder,
    scope: 'write',
    role: 'member',
    description:
      'Reorders the columns of a board. `columnIds` must contain each column exactly once. `expectedUpdatedAt` is the `updatedAt` of the board.',
  })
  async reorder(context: CallContext, input: schemas.ColumnsReorderInput) {
    return { columns: await this.order.reorder(context, input) };
  }

  @MutationProcedure('columns.delete', {
    ...schemas.columnsDelete,
    scope: 'delete',
    role: 'member',
    description:
      'Permanently deletes the column and its values on every item. Computed columns that use it remain and return an error.',
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
      "Copies a column next to the original, with new label ids; with `includeValues` also the values of all items. Without a name, the copy is named like the original with ' (Copy)' appended.",
  })
  duplicate(context: CallContext, input: schemas.ColumnsDuplicateInput) {
    return this.duplicates.duplicate(context, input);
  }
}
