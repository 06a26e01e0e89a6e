import { Injectable } from '@nestjs/common';
import { copyName } from '../../../kernel/copy-name';
import { newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { NAME_MAX } from '../../../kernel/limits';
import type { ColumnFacts } from '../../hierarchy';
import type { InTransaction } from '../../../platform/database/transaction';
import { ColumnChangesService } from '../changes/column-changes.service';
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
import type { ColumnConfig } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';

@Injectable()
export class ColumnDuplicatesService {
  constructor(
    private readonly structure: ColumnStructureService,
    private readonly newColumns: NewColumnsService,
    private readonly values: ColumnValuesService,
    private readonly changes: ColumnChangesService,
    private readonly publisher: ColumnPublisherService,
  ) {}

  /**
   * The copy is placed next to the original, has new labels and is not unique. Results are copied; auto numbers are not, and
   * timers run only in the original.
   */
  duplicate(context: CallContext, input: ColumnsDuplicateInput): Promise<ColumnOutput> {
    return this.structure.changeColumn(context, input.id, async (tx, original, board) => {
      if (board.columns.length >= COLUMNS_MAX) throw new ColumnLimitExceeded('id');
      if (input.includeValues) this.changes.assertSettled(board, original.id);
      const { copy, labelIds } = copyOf(original, input.name);
      assertWithinLimit(board, copy.id, copy.config['expression'], 'id');
      await this.newColumns.insert(tx, board, copy);
      const { writable, computedFrom } = columnTypes[copy.type];
      if (input.includeValues && (writable || computedFrom !== undefined)) {
        await this.copyValues(tx, original, copy, Object.fromEntries(labelIds));
      }
      return this.publisher.publish(tx, copy.id, columnsEvents.created);
    });
  }

  private async copyValues(
    tx: InTransaction<CallContext>,
    { id: from, boardId }: ColumnFacts,
    { id: to, type }: NewColumn,
    labelIds: Record<string, string>,
  ): Promise<void> {
    const limit = this.changes.itemsAtOnce + 1;
    const { count, itemKeys } = await this.values.lockCopied(tx, boardId, { from, to }, { after: '', limit });
    const place = { boardId, columnId: to };
    if (count === limit) {
      // The results are computed in the background anyway.
      if (columnTypes[type].computedFrom !== undefined) return;
      const change = { kind: 'copyValues', details: { from, labelIds } } as const;
      return this.changes.begin(tx, place, change, null);
    }
    await this.values.copy(tx, boardId, { from, to }, labelIds, itemKeys);
    if (columnTypes[type].cellLayout === 'track') await this.values.endTimers(tx, place, itemKeys);
  }
}

function withoutUnique({ unique: _unique, ...config }: ColumnConfig): ColumnConfig {
  return config;
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
    // The copied values would conflict with those that others write meanwhile.
    config: withoutUnique(config),
    defaultValue: traded(original, original.defaultValue, labelIds),
  };
  return { copy, labelIds };
}
