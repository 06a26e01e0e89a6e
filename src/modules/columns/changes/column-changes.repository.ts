import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { BOARD_STRUCTURE } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Progress } from '../computed/board-computations.repository';
import type { ColumnChange, ColumnChangeKind, ItemPair } from './column-change';

const BEGIN = statement(
  'column-changes.begin',
  `insert into column_changes (organization_id, board_id, column_id, kind, details, actor_id, total)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

// The job lets the writers that it waits for end, instead of keeping others waiting behind it.
const WAIT_BRIEFLY = statement('column-changes.wait-briefly', `set local lock_timeout = '300ms'`);

const LOCK_BOARD = statement('column-changes.lock-board', `select ${BOARD_STRUCTURE.shared('$1')}`);

const LOCK = statement(
  'column-changes.lock',
  `select board_id as "boardId", column_id as "columnId", kind, details, actor_id as "actorId", after, total
   from column_changes where organization_id = $1 and column_id = $2 and not has_failed for no key update`,
);

const SET_TOTAL = statement(
  'column-changes.set-total',
  `update column_changes set total = $3 where organization_id = $1 and column_id = $2`,
);

const ADVANCE = statement(
  'column-changes.advance',
  `update column_changes set after = $3, done = least(done + $4, total)
   where organization_id = $1 and column_id = $2`,
);

const SET_DETAILS = statement(
  'column-changes.set-details',
  `update column_changes set details = $3 where organization_id = $1 and column_id = $2`,
);

const TURN = statement(
  'column-changes.turn',
  `update column_changes set kind = $3, details = $4, after = '', done = 0 where organization_id = $1 and column_id = $2`,
);

const FAIL = statement(
  'column-changes.fail',
  `update column_changes set has_failed = true where organization_id = $1 and column_id = $2`,
);

const END = statement(
  'column-changes.end',
  `delete from column_changes where organization_id = $1 and column_id = $2`,
);

const PROGRESS = statement(
  'column-changes.progress',
  `select column_id as "columnId", done, total, has_failed as "hasFailed",
     case when has_failed then details -> 'pairs' end as pairs
   from column_changes where organization_id = $1 and board_id = $2`,
);

/** How far a change is, and with `hasFailed` the pairs of items for which it has failed. */
export interface ChangeProgress extends Progress {
  hasFailed: boolean;
  pairs: ItemPair[] | null;
}

/** The columns whose values change in the background, and the progress of each. */
@Injectable()
export class ColumnChangesRepository {
  constructor(private readonly database: Database) {}

  async begin(
    context: InTransaction<TenantContext>,
    place: { boardId: BoardId; columnId: ColumnId },
    { kind, details }: ColumnChangeKind,
    { actorId, total }: { actorId: UserId | null; total: number | null },
  ): Promise<void> {
    const values = [context.organizationId, place.boardId, place.columnId, kind, JSON.stringify(details)];
    await this.database.query(context, BEGIN, [...values, actorId, total]);
  }

  /** Makes every later wait for a lock fail with `isLockTimeout` after a moment, until the transaction ends. */
  async waitBriefly(context: InTransaction<TenantContext>): Promise<void> {
    await this.database.query(context, WAIT_BRIEFLY, []);
  }

  /** Locks the board's columns until the transaction ends, beside writers of its items. */
  async lockBoard(context: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(context, LOCK_BOARD, [boardId]);
  }

  /** Null when the column has no change in progress; otherwise locks the change until the transaction ends. */
  async lock(context: InTransaction<TenantContext>, columnId: ColumnId): Promise<ColumnChange | null> {
    const values = [context.organizationId, columnId];
    const [row] = await this.database.query<ColumnChange>(context, LOCK, values);
    return row ?? null;
  }

  async setTotal(context: InTransaction<TenantContext>, columnId: ColumnId, total: number): Promise<void> {
    await this.database.query(context, SET_TOTAL, [context.organizationId, columnId, total]);
  }

  async advance(
    context: InTransaction<TenantContext>,
    columnId: ColumnId,
    after: string,
    items: number,
  ): Promise<void> {
    await this.database.query(context, ADVANCE, [context.organizationId, columnId, after, items]);
  }

  async setDetails(
    context: InTransaction<TenantContext>,
    columnId: ColumnId,
    details: ColumnChange['details'],
  ): Promise<void> {
    await this.database.query(context, SET_DETAILS, [
      context.organizationId,
      columnId,
      JSON.stringify(details),
    ]);
  }

  /** Another change takes the place of the one in progress, and begins with the first item. */
  async turn(
    context: InTransaction<TenantContext>,
    columnId: ColumnId,
    { kind, details }: ColumnChangeKind,
  ): Promise<void> {
    const values = [context.organizationId, columnId, kind, JSON.stringify(details)];
    await this.database.query(context, TURN, values);
  }

  /** Ends a change whose result the column does not have. */
  async fail(context: InTransaction<TenantContext>, columnId: ColumnId): Promise<void> {
    await this.database.query(context, FAIL, [context.organizationId, columnId]);
  }

  /** Also removes a change that has failed. */
  async end(context: InTransaction<TenantContext>, columnId: ColumnId): Promise<void> {
    await this.database.query(context, END, [context.organizationId, columnId]);
  }

  async progress(context: TenantContext, boardId: BoardId): Promise<Map<ColumnId, ChangeProgress>> {
    const values = [context.organizationId, boardId];
    const rows = await this.database.query<ChangeProgress & { columnId: ColumnId }>(
      context,
      PROGRESS,
      values,
    );
    return new Map(rows.map(({ columnId, ...progress }) => [columnId, progress]));
  }
}
