import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type BoardId, type ColumnId, newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import { acceptConfig } from './accept-config';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnConfigs } from './column-configs';
import { ColumnStructure } from './column-structure';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from './column-type';
import { ColumnLimitExceeded, ComputedColumnRefused } from './columns.errors';
import { columnsEvents } from './columns.events';
import type { NewColumn } from './columns.repository';
import { type ColumnOutput, COLUMNS_MAX, type ColumnsCreateInput, DEFAULT_WIDTH } from './columns.schemas';
import type { BoardColumns } from './computed/computed-columns';
import { withResultTypes } from './computed/computed-configs';
import { DefaultValues } from './default-values';
import { NewColumns } from './new-columns';
import { columnTypes } from './types';

/** A column to be made; type and config are judged here. */
export interface ColumnSpec {
  name: string;
  type: string;
  config?: unknown;
}

/** Makes columns. */
@Injectable()
export class ColumnsService {
  constructor(
    private readonly structure: ColumnStructure,
    private readonly newColumns: NewColumns,
    private readonly configs: ColumnConfigs,
    private readonly defaults: DefaultValues,
    private readonly announcements: ColumnAnnouncements,
  ) {}

  /** A default value is for items made from now on; those that are there stay empty, or get numbers or results. */
  create(context: CallContext, input: ColumnsCreateInput): Promise<ColumnOutput> {
    return this.structure.changeBoard(
      context,
      input.boardId,
      async (tx, board) => {
        const end = board.columns.length;
        if (end >= COLUMNS_MAX) throw new ColumnLimitExceeded('boardId');
        const { name, type, width, required } = input;
        if (required && !columnTypes[type].writable) throw new ComputedColumnRefused('required');
        const column: NewColumn = {
          id: newId('column'),
          boardId: board.id,
          name,
          type,
          // Beyond the end means the end (decision 0022).
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
        return this.announcements.announce(tx, column.id, columnsEvents.created);
      },
      { computes: columnTypes[input.type].computedFrom !== undefined },
    );
  }

  /**
   * Makes the columns of a new board, at positions from 0, whose formulas may name each other. Refusals name
   * `columns.N.type` and `columns.N.config.…`. Emits nothing: the board's own event shows them.
   */
  async createMany(
    tx: InTransaction<CallContext>,
    boardId: BoardId,
    specs: readonly ColumnSpec[],
  ): Promise<void> {
    await this.newColumns.insertAll(tx, await this.judged(tx, boardOf(boardId, []), specs));
  }

  /**
   * Makes columns at the end of a board, which the caller holds or compares with what it was. Refusals are named like
   * createMany's; each column has its event.
   */
  async addMany(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    specs: readonly ColumnSpec[],
  ): Promise<ColumnId[]> {
    const columns = await this.judged(tx, board, specs);
    const ids = columns.map(({ id }) => id);
    await this.newColumns.insertAll(tx, columns);
    await this.announcements.announceAll(tx, board.id, ids, columnsEvents.created);
    return ids;
  }

  /** Columns of these specs behind those that the board has. */
  private async judged(
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
        // Of its type's defaults until its turn comes: others may name it before.
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
    return columns.map((column, at) => ({ ...column, config: settled[at]!.config as NewColumn['config'] }));
  }
}

/** A board that is about to have these columns. */
function boardOf(id: BoardId, columns: readonly ColumnFacts[]): BoardColumns {
  return { id, columns, columnsById: new Map(columns.map((column) => [column.id, column])) };
}

function knownType(name: string, path: string): ColumnTypeName {
  const type = COLUMN_TYPE_NAMES.find((known) => known === name);
  if (type === undefined) throw InvalidInput.at(path, 'Must be one of the column types');
  return type;
}

/** A column that is about to be made, for checks that take facts. */
function asFacts(column: NewColumn): ColumnFacts {
  return { ...column, config: column.config as ColumnFacts['config'], createdAt: '', updatedAt: '' };
}
