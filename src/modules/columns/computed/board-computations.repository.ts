import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

// A computation in progress restarts, with all columns together.
const BEGIN = statement(
  'board-computations.begin',
  `insert into board_computations as running (organization_id, board_id, column_ids, rebuilt_ids, after, done)
   select $1, id, $3::text[], $4::text[], '', 0 from boards where organization_id = $1 and id = $2
   on conflict (organization_id, board_id) do update
   set column_ids = array(select distinct unnest(running.column_ids || excluded.column_ids)),
     rebuilt_ids = array(select distinct unnest(running.rebuilt_ids || excluded.rebuilt_ids)), after = '', done = 0`,
);

const LOCK = statement(
  'board-computations.lock',
  `select column_ids as "columnIds", rebuilt_ids as "rebuiltIds", after, total from board_computations
   where organization_id = $1 and board_id = $2 for no key update`,
);

const COUNT = statement(
  'board-computations.count',
  `update board_computations set total = (
     select count(*) from items where board_id = board_computations.board_id)
   where organization_id = $1 and board_id = $2`,
);

const ADVANCE = statement(
  'board-computations.advance',
  `update board_computations set after = $3, done = done + $4 where organization_id = $1 and board_id = $2`,
);

const END = statement(
  'board-computations.end',
  `delete from board_computations where organization_id = $1 and board_id = $2`,
);

const PROGRESS = statement(
  'board-computations.progress',
  `select done, total from board_computations where organization_id = $1 and board_id = $2`,
);

export interface RunningComputation {
  columnIds: ColumnId[];
  /** Columns whose results changed their type. */
  rebuiltIds: ColumnId[];
  after: string;
  total: number | null;
}

/** Progress of a computation of a board's items; `total` is null until they are counted. */
export interface Progress {
  done: number;
  total: number | null;
}

/** The boards that are computed in the background, and the progress of each. */
@Injectable()
export class BoardComputationsRepository {
  constructor(private readonly database: Database) {}

  async begin(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    columnIds: readonly ColumnId[],
    rebuiltIds: readonly ColumnId[],
  ): Promise<void> {
    await this.database.query(context, BEGIN, [context.organizationId, boardId, columnIds, rebuiltIds]);
  }

  /** Null when no computation is in progress; otherwise locks it until the transaction ends. */
  async lock(context: InTransaction<TenantContext>, boardId: BoardId): Promise<RunningComputation | null> {
    const values = [context.organizationId, boardId];
    const [row] = await this.database.query<RunningComputation>(context, LOCK, values);
    return row ?? null;
  }

  async count(context: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(context, COUNT, [context.organizationId, boardId]);
  }

  async advance(
    context: InTransaction<TenantContext>,
    boardId: BoardId,
    after: string,
    items: number,
  ): Promise<void> {
    await this.database.query(context, ADVANCE, [context.organizationId, boardId, after, items]);
  }

  async end(context: InTransaction<TenantContext>, boardId: BoardId): Promise<void> {
    await this.database.query(context, END, [context.organizationId, boardId]);
  }

  async progress(context: TenantContext, boardId: BoardId): Promise<Progress | null> {
    const values = [context.organizationId, boardId];
    const [row] = await this.database.query<Progress>(context, PROGRESS, values);
    return row ?? null;
  }
}
