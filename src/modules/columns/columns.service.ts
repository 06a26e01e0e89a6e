import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type BoardId, type ColumnId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { Jobs } from '../../platform/jobs/jobs';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import { acceptConfig } from './accept-config';
import { ClearColumnJob } from './clear-column.job';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnStructure } from './column-structure';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from './column-type';
import { ColumnChanged, ColumnLimitExceeded, ComputedColumnRefused } from './columns.errors';
import { columnsEvents } from './columns.events';
import { ColumnsRepository, type NewColumn } from './columns.repository';
import { type ColumnOutput, COLUMNS_MAX, type ColumnsCreateInput, DEFAULT_WIDTH } from './columns.schemas';
import { ConfigReferences } from './config-references';
import { DefaultValues } from './default-values';
import { NewColumns } from './new-columns';
import { columnTypes } from './types';

/** A column to be made; type and config are judged here. */
export interface ColumnSpec {
  name: string;
  type: string;
  config?: unknown;
}

/** Makes and deletes columns. */
@Injectable()
export class ColumnsService {
  constructor(
    private readonly structure: ColumnStructure,
    private readonly columns: ColumnsRepository,
    private readonly newColumns: NewColumns,
    private readonly references: ConfigReferences,
    private readonly defaults: DefaultValues,
    private readonly announcements: ColumnAnnouncements,
    private readonly jobs: Jobs,
  ) {}

  /** A default value is for items made from now on; those that are there stay empty, or get their numbers. */
  create(context: CallContext, input: ColumnsCreateInput): Promise<ColumnOutput> {
    return this.structure.changeBoard(context, input.boardId, async (tx, board) => {
      const end = board.columns.length;
      if (end >= COLUMNS_MAX) throw new ColumnLimitExceeded('boardId');
      const { name, type, width, required } = input;
      if (required && !columnTypes[type].writable) throw new ComputedColumnRefused('required');
      const config = acceptConfig(type, input.config, null, 'config');
      await this.references.check(tx, board.columnsById, { config, previous: null, path: 'config' });
      const column: NewColumn = {
        id: newId('column'),
        boardId: board.id,
        name,
        type,
        // Beyond the end means the end (decision 0022).
        position: Math.min(input.position ?? end, end),
        width,
        required,
        config,
        defaultValue: null,
      };
      column.defaultValue = await this.defaults.accept(tx, board, asFacts(column), input.defaultValue);
      await this.newColumns.insert(tx, board, column);
      return this.announcements.announce(tx, column.id, columnsEvents.created);
    });
  }

  /**
   * Makes the columns of a new board, at positions from 0. Refusals name `columns.N.type` and `columns.N.config.…`.
   * Emits nothing: the board's own event shows them.
   */
  async createMany(
    tx: InTransaction<CallContext>,
    boardId: BoardId,
    specs: readonly ColumnSpec[],
  ): Promise<void> {
    if (specs.length > COLUMNS_MAX) throw new ColumnLimitExceeded('columns');
    const columns: NewColumn[] = [];
    for (const [position, spec] of specs.entries()) {
      const path = `columns.${position}`;
      const type = knownType(spec.type, `${path}.type`);
      const config = acceptConfig(type, spec.config, null, `${path}.config`);
      await this.references.check(tx, NO_COLUMNS, { config, previous: null, path: `${path}.config` });
      columns.push({
        id: newId('column'),
        boardId,
        name: spec.name,
        type,
        position,
        width: DEFAULT_WIDTH,
        required: false,
        config,
        defaultValue: null,
      });
    }
    await this.newColumns.insertAll(tx, columns);
  }

  /**
   * The column is gone at once, and nothing shows its values any more; they are removed from the items in the
   * background. A lookup through it stays and finds nothing.
   */
  async delete(context: CallContext, id: ColumnId, expected?: Date): Promise<void> {
    await this.structure.changeColumn(context, id, async (tx, column) => {
      if (expected && column.updatedAt !== expected.toISOString()) throw new ColumnChanged();
      await this.announcements.announce(tx, id, columnsEvents.deleted);
      await this.columns.delete(tx, id);
      await this.columns.closeGap(tx, column.boardId, column.position);
      const { organizationId } = context;
      await this.jobs.enqueue(tx, ClearColumnJob, { organizationId, boardId: column.boardId, columnId: id });
    });
  }
}

/** A new board has none that a config could name. */
const NO_COLUMNS: BoardFacts['columnsById'] = new Map();

function knownType(name: string, path: string): ColumnTypeName {
  const type = COLUMN_TYPE_NAMES.find((known) => known === name);
  if (type === undefined) throw InvalidInput.at(path, 'Must be one of the column types');
  return type;
}

/** A column that is about to be made, for checks that take facts. */
function asFacts(column: NewColumn): ColumnFacts {
  return { ...column, config: column.config as ColumnFacts['config'], createdAt: '', updatedAt: '' };
}
