import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type BoardId, type ColumnId, newId } from '../../kernel/ids';
import { NO_KEY } from '../../kernel/record-key';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import { acceptConfig } from './settings/accept-config';
import { ColumnPublisherService } from './column-publisher.service';
import { ColumnConfigsService } from './settings/column-configs.service';
import { ColumnStructureService } from './settings/column-structure.service';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../column-types/column-type';
import { ColumnLimitExceeded, ComputedColumnNotWritable } from './columns.errors';
import { columnsEvents } from './columns.events';
import type { NewColumn } from './columns.repository';
import { type ColumnOutput, COLUMNS_MAX, type ColumnsCreateInput, DEFAULT_WIDTH } from './columns.schemas';
import type { BoardColumns } from './computed/computed-columns';
import { withResultTypes } from './computed/computed-configs.service';
import { DefaultValuesService } from './settings/default-values.service';
import { NewColumnsService } from './new-columns.service';
import { columnTypes } from '../../column-types/types';

/** A column to be created; type and config are checked here. */
export interface ColumnSpec {
  name: string;
  type: string;
  config?: unknown;
}

/** Creates columns. */
@Injectable()
export class ColumnsService {
  constructor(
    private readonly structure: ColumnStructureService,
    private readonly newColumns: NewColumnsService,
    private readonly configs: ColumnConfigsService,
    private readonly defaults: DefaultValuesService,
    private readonly publisher: ColumnPublisherService,
  ) {}

  /** A default value applies to new items; existing items stay empty, or get numbers or results. */
  create(context: CallContext, input: ColumnsCreateInput): Promise<ColumnOutput> {
    return this.structure.changeBoard(
      context,
      input.boardId,
      async (tx, board) => {
        const end = board.columns.length;
        if (end >= COLUMNS_MAX) throw new ColumnLimitExceeded('boardId');
        const { name, type, width, required } = input;
        if (required && !columnTypes[type].writable) throw new ComputedColumnNotWritable('required');
        const column: NewColumn = {
          id: newId('column'),
          boardId: board.id,
          name,
          type,
          // A position after the end means the end (decision 0022).
          position: Math.min(input.position ?? end, end),
          width,
          required,
          config: {},
          defaultValue: null,
        };
        const given = { column: asFacts(column), input: input.config, previous: null, path: 'config' };
        column.config = await this.configs.accept(tx, board, given);
        column.defaultValue = await this.defaults.accept(tx, board, asFacts(column), input.defaultValue);
        await this.newColumns.insert(tx, board, column);
        return this.publisher.publish(tx, column.id, columnsEvents.created);
      },
      { computes: columnTypes[input.type].computedFrom !== undefined },
    );
  }

  /**
   * Creates the columns of a new board, at positions from 0, whose formulas can name each other. Errors name
   * `columns.N.type` and `columns.N.config.…`. Emits nothing: the board's own event contains them.
   */
  async createMany(
    tx: InTransaction<CallContext>,
    boardId: BoardId,
    specs: readonly ColumnSpec[],
  ): Promise<void> {
    await this.newColumns.insertAll(tx, await this.validated(tx, boardOf(boardId, []), specs));
  }

  /**
   * Creates columns at the end of a board, which the caller has locked or compares with its earlier state. Errors
   * have the same paths as in createMany; each column has its event.
   */
  async addMany(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    specs: readonly ColumnSpec[],
  ): Promise<ColumnId[]> {
    const columns = await this.validated(tx, board, specs);
    const ids = columns.map(({ id }) => id);
    await this.newColumns.insertAll(tx, columns);
    await this.publisher.publishAll(tx, board.id, ids, columnsEvents.created);
    return ids;
  }

  /** Columns of these specs, after the columns of the board. */
  private async validated(
    tx: InTransaction<CallContext>,
    board: BoardColumns,
    specs: readonly ColumnSpec[],
  ): Promise<NewColumn[]> {
    const end = board.columns.length;
    if (end + specs.length > COLUMNS_MAX) throw new ColumnLimitExceeded('columns');
    const columns = specs.map(({ name, type: typeName }, at): NewColumn => {
      const type = knownType(typeName, `columns.${at}.type`);
      return {
        id: newId('column'),
        boardId: board.id,
        name,
        type,
        position: end + at,
        width: DEFAULT_WIDTH,
        required: false,
        // Uses its type's defaults until its own turn: earlier columns can name it.
        config: acceptConfig(type, null, null, ''),
        defaultValue: null,
      };
    });
    const together = () => boardOf(board.id, [...board.columns, ...columns.map(asFacts)]);
    for (const [at, column] of columns.entries()) {
      const path = `columns.${at}.config`;
      const given = { column: asFacts(column), input: specs[at]!.config, previous: null, path };
      column.config = await this.configs.accept(tx, together(), given);
    }
    const settled = withResultTypes(together()).slice(end);
    return columns.map((column, at) => ({ ...column, config: settled[at]!.config }));
  }
}

/** A board with its future columns. */
function boardOf(id: BoardId, columns: readonly ColumnFacts[]): BoardColumns {
  return { id, columns, columnsById: new Map(columns.map((column) => [column.id, column])) };
}

function knownType(name: string, path: string): ColumnTypeName {
  const type = COLUMN_TYPE_NAMES.find((known) => known === name);
  if (type === undefined) throw InvalidInput.at(path, 'Must be one of the column types');
  return type;
}

/** A future column, for checks that take facts. */
function asFacts(column: NewColumn): ColumnFacts {
  return { ...column, key: NO_KEY, config: column.config, createdAt: '', updatedAt: '' };
}
