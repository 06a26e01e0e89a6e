import { Injectable } from '@nestjs/common';
import { copyName } from '../../../kernel/copy-name';
import { newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { NAME_MAX } from '../../../kernel/limits';
import type { ColumnFacts } from '../../hierarchy';
import { ColumnPublisherService } from '../column-publisher.service';
import { ColumnStructureService } from '../settings/column-structure.service';
import { ColumnValuesService } from '../../stored-values';
import { ColumnLimitExceeded } from '../columns.errors';
import { columnsEvents } from '../columns.events';
import type { NewColumn } from '../columns.repository';
import { type ColumnOutput, COLUMNS_MAX, type ColumnsDuplicateInput } from '../columns.schemas';
import { assertWithinLimit } from '../computed/computation-limits';
import { copyConfig } from '../settings/copy-config';
import { traded } from '../settings/label-changes.service';
import { NewColumnsService } from '../new-columns.service';
import { columnTypes } from '../../../column-types/types';

@Injectable()
export class ColumnDuplicatesService {
  constructor(
    private readonly structure: ColumnStructureService,
    private readonly newColumns: NewColumnsService,
    private readonly values: ColumnValuesService,
    private readonly publisher: ColumnPublisherService,
  ) {}

  /**
   * The copy is placed next to the original and has new labels. Results are copied; auto numbers are not, and
   * timers run only in the original.
   */
  duplicate(context: CallContext, input: ColumnsDuplicateInput): Promise<ColumnOutput> {
    return this.structure.changeColumn(context, input.id, async (tx, original, board) => {
      if (board.columns.length >= COLUMNS_MAX) throw new ColumnLimitExceeded('id');
      const { copy, labelIds } = copyOf(original, input.name);
      assertWithinLimit(board, copy.id, copy.config['expression'], 'id');
      await this.newColumns.insert(tx, board, copy);
      const { writable, computedFrom, cellLayout } = columnTypes[copy.type];
      if (input.includeValues && (writable || computedFrom !== undefined)) {
        await this.values.copy(tx, board.id, { from: original.id, to: copy.id }, labelIds);
        if (cellLayout === 'track') await this.values.endTimers(tx, { boardId: board.id, columnId: copy.id });
      }
      return this.publisher.publish(tx, copy.id, columnsEvents.created);
    });
  }
}

function copyOf(original: ColumnFacts, name: string | undefined) {
  const { config, labelIds } = copyConfig(original, {
    newLabelId: () => newId('label'),
    columnIds: new Map(),
    boardIds: new Map(),
  });
  const copy: NewColumn = {
    id: newId('column'),
    boardId: original.boardId,
    name: name ?? copyName(original.name, NAME_MAX),
    type: original.type,
    position: original.position + 1,
    width: original.width,
    required: original.required,
    config,
    defaultValue: traded(original, original.defaultValue, labelIds),
  };
  return { copy, labelIds };
}
