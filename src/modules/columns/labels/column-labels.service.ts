import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { CallContext } from '../../../access/principal';
import type { Input } from '../../../rpc/schema';
import type { ColumnFacts } from '../../hierarchy';
import { LabelInUse } from '../columns.errors';
import type { ColumnOutput } from '../columns.schemas';
import { ColumnSettingsService } from '../settings/column-settings.service';
import { type EditedLabels, withLabelAdded, withLabelChanged, withoutLabel } from './label-edits';
import type { columnsLabelsAdd, columnsLabelsRemove, columnsLabelsUpdate } from './column-labels.schemas';

interface LabelsChange extends EditedLabels {
  reassignTo?: string | undefined;
}

/** Edits one label of a column. The others are those that the column has then, whatever the caller has read. */
@Injectable()
export class ColumnLabelsService {
  constructor(private readonly settings: ColumnSettingsService) {}

  add(context: CallContext, input: Input<typeof columnsLabelsAdd>): Promise<ColumnOutput> {
    return this.change(context, input, (column) => withLabelAdded(column, input));
  }

  /** The text of an option is its id: items get the new one as when the option is replaced. */
  update(context: CallContext, input: Input<typeof columnsLabelsUpdate>): Promise<ColumnOutput> {
    const { labelId, label } = input;
    return this.change(context, input, (column) => {
      const edited = withLabelChanged(column, labelId, input);
      const isReplaced = !edited.list.hasDetails && label !== undefined && label !== labelId;
      return { ...edited, ...(isReplaced ? { reassignTo: label } : {}) };
    });
  }

  async remove(
    context: CallContext,
    { labelId, reassignTo, ...input }: Input<typeof columnsLabelsRemove>,
  ): Promise<ColumnOutput> {
    try {
      return await this.change(context, input, (column) => ({
        ...withoutLabel(column, labelId),
        reassignTo,
      }));
    } catch (error) {
      throw error instanceof LabelInUse ? InvalidInput.at('labelId', error.issues![0]!.message) : error;
    }
  }

  private change(
    context: CallContext,
    {
      columnId: id,
      expectedUpdatedAt,
    }: Pick<Input<typeof columnsLabelsAdd>, 'columnId' | 'expectedUpdatedAt'>,
    edit: (column: ColumnFacts) => LabelsChange,
  ): Promise<ColumnOutput> {
    return this.settings.updateConfig(context, { id, expectedUpdatedAt }, (column) => {
      const { list, entries, reassignTo } = edit(column);
      return { config: { [list.key]: entries.map(list.written) }, reassignTo };
    });
  }
}
