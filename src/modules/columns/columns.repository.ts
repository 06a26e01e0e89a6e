import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, ColumnId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { COMPUTED_COLUMNS } from '../../platform/database/locks';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { ColumnEntity } from './column.entity';

const LOCK_STRUCTURE = statement(
  'columns.lock-structure',
  `select board_structure_change(p_organization => $1, p_board => $2)`,
);

const LOCK_COMPUTED = statement('columns.lock-computed', `select ${COMPUTED_COLUMNS.exclusive('$1')}`);

// One parameter for any number of rows: a project of many boards is copied in one statement.
const INSERT = statement(
  'columns.insert',
  `insert into columns (organization_id, id, board_id, name, type, position, width, required, config, default_value,
     created_at, updated_at)
   select $1, id, "boardId", name, type, position, width, required, config, "defaultValue", $3, $3
   from json_to_recordset($2) as made (id text, "boardId" text, name text, type text, position integer,
     width integer, required boolean, config jsonb, "defaultValue" jsonb)`,
);

const SHIFT = statement(
  'columns.shift',
  `update columns set position = position + $4 where organization_id = $1 and board_id = $2 and position >= $3`,
);

const REORDER = statement(
  'columns.reorder',
  `update columns set position = place.number - 1
   from unnest($3::text[]) with ordinality as place (id, number)
   where columns.organization_id = $1 and columns.board_id = $2 and columns.id = place.id`,
);

const MARK_REORDERED = statement(
  'columns.mark-reordered',
  `update boards set updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
   where organization_id = $1 and id = $2 and ($4::timestamptz is null or updated_at = $4)
   returning id`,
);

const SET_CONFIG = statement(
  'columns.set-config',
  `update columns set config = $3 where organization_id = $1 and id = $2`,
);

const OF_BOARDS = statement(
  'columns.of-boards',
  `select id, board_id as "boardId", name, type, position, width, required, config, default_value as "defaultValue",
     exists (
       select from column_changes
       where organization_id = $1 and column_id = columns.id and kind in ('numberItems', 'copyValues')) as "isIncomplete"
   from columns where organization_id = $1 and board_id = any ($2) order by board_id, position, id`,
);

const DELETE_BOARD = statement(
  'columns.delete-board',
  `delete from columns where organization_id = $1 and board_id = $2`,
);

/** A column to be inserted, without times. */
export type NewColumn = Omit<ColumnEntity, 'organizationId' | 'key' | 'createdAt' | 'updatedAt'>;

/** `isIncomplete`: a background job has yet to write values of items. */
export type ExistingColumn = NewColumn & { isIncomplete: boolean };

/**
 * Positions are dense: 0 to n-1 in the board. Every method that moves columns expects the board's structure to
 * be locked. A column's `updatedAt` does not change when others move past it.
 */
@Injectable()
export class ColumnsRepository extends TenantRepository<ColumnEntity> {
  constructor(database: Database) {
    super(database, ColumnEntity);
  }

  /**
   * Call before any change of columns: waits for writes of items that were checked against them, and marks the
   * change.
   */
  async lockStructure(context: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(context, LOCK_STRUCTURE, [context.organizationId, boardId]);
  }

  /**
   * Blocks saving any other computed column of the organization until the transaction ends: two together could
   * create a cycle. Call before locking any structure, to avoid deadlocks.
   */
  async lockComputed(context: InTransaction<TenantContext>): Promise<void> {
    await this.database.query(context, LOCK_COMPUTED, [context.organizationId]);
  }

  async insertNew(context: InTransaction<TenantContext>, columns: readonly NewColumn[]): Promise<void> {
    await this.database.query(context, INSERT, [
      context.organizationId,
      JSON.stringify(columns),
      clock.now(),
    ]);
  }

  /** Shifts the columns from a position on by one. */
  async openGap(context: InTransaction<TenantContext>, boardId: BoardId, position: number): Promise<void> {
    await this.database.query(context, SHIFT, [context.organizationId, boardId, position, 1]);
  }

  /** Closes the gap of a deleted column. */
  async closeGap(context: InTransaction<TenantContext>, boardId: BoardId, position: number): Promise<void> {
    await this.database.query(context, SHIFT, [context.organizationId, boardId, position + 1, -1]);
  }

  /** False, and nothing is written, when the board is no longer the expected version. */
  async reorder(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    ids: readonly ColumnId[],
    expected?: Date,
  ): Promise<boolean> {
    const { organizationId } = context;
    // The order belongs to the board, so the board gets a new version.
    const version = [organizationId, boardId, clock.now(), expected ?? null];
    if ((await this.database.query(context, MARK_REORDERED, version)).length === 0) return false;
    await this.database.query(context, REORDER, [organizationId, boardId, ids]);
    return true;
  }

  /** Writes what the server derives for a column and does not show: the column gets no new version. */
  async setConfig(context: InTransaction<TenantContext>, id: ColumnId, config: unknown): Promise<void> {
    await this.database.query(context, SET_CONFIG, [context.organizationId, id, JSON.stringify(config)]);
  }

  /** Board by board, each in its order. */
  ofBoards(context: TenantContext, boardIds: readonly BoardId[]): Promise<ExistingColumn[]> {
    return this.database.query<ExistingColumn>(context, OF_BOARDS, [context.organizationId, boardIds]);
  }

  async deleteBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    await this.database.query(context, DELETE_BOARD, [context.organizationId, boardId]);
  }
}
