import { Injectable } from '@nestjs/common';
import { copyName } from '../../kernel/copy-name';
import { newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { NAME_MAX } from '../../rpc/schema';
import type { ColumnFacts } from '../hierarchy';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnStructure } from './column-structure';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';
import { ColumnValuesRepository } from './column-values.repository';
import { ColumnLimitExceeded } from './columns.errors';
import { columnsEvents } from './columns.events';
import type { NewColumn } from './columns.repository';
import { type ColumnOutput, COLUMNS_MAX, type ColumnsDuplicateInput } from './columns.schemas';
import { refuseTooMany } from './computed/refuse-too-many';
import { copyConfig } from './copy-config';
import { traded } from './label-changes';
import { NewColumns } from './new-columns';
import { columnTypes } from './types';

@Injectable()
export class ColumnDuplicatesService {
  constructor(
    private readonly structure: ColumnStructure,
    private readonly newColumns: NewColumns,
    private readonly values: ColumnValuesRepository,
    private readonly announcements: ColumnAnnouncements,
  ) {}

  /**
   * The copy stands next to the original and has labels of its own. Results hold for the copy as well; numbers do not, and
   * timers run in the original alone.
   */
  duplicate(context: CallContext, input: ColumnsDuplicateInput): Promise<ColumnOutput> {
    return this.structure.changeColumn(context, input.id, async (tx, original, board) => {
      if (board.columns.length >= COLUMNS_MAX) throw new ColumnLimitExceeded('id');
      const { copy, labelIds } = copyOf(original, input.name);
      refuseTooMany(board, copy.id, copy.config['expression'], 'id');
      await this.newColumns.insert(tx, board, copy);
      const { writable, computedFrom, cellForm } = columnTypes[copy.type];
      if (input.includeValues && (writable || computedFrom !== undefined)) {
        await this.values.copy(tx, board.id, { from: original.id, to: copy.id }, labelIds);
        if (cellForm === 'track') await this.values.endTimers(tx, { boardId: board.id, columnId: copy.id });
      }
      return this.announcements.announce(tx, copy.id, columnsEvents.created);
    });
  }
}

function copyOf(original: ColumnFacts, name: string | undefined) {
  const { config, labelIds } = copyConfig(original.config as ColumnConfig, {
    newLabelId: () => newId('label'),
    columnIds: new Map(),
    boardIds: new Map(),
  });
  const copy: NewColumn = {
    id: newId('column'),
    boardId: original.boardId,
    name: name ?? copyName(original.name, NAME_MAX),
    type: original.type as ColumnTypeName,
    position: original.position + 1,
    width: original.width,
    required: original.required,
    config,
    defaultValue: traded(original, original.defaultValue as StoredValue | null, labelIds),
  };
  return { copy, labelIds };
}
