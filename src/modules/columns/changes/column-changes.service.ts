import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { BoardId, ColumnId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { actorOf } from '../../../platform/events/origin-of';
import { Jobs } from '../../../platform/jobs/jobs';
import { type BoardFacts, boardTopic, type ColumnChangeFacts } from '../../hierarchy';
import { ColumnIsChanging } from '../columns.errors';
import { ChangeColumnJob } from './change-column.job';
import type { ColumnChangeKind } from './column-change';
import { ColumnChangesRepository } from './column-changes.repository';

/** A call changes so many items itself, in about a second; more are changed in the background. */
const ITEMS_AT_ONCE = 10_000;

/** Changes that write no values. */
const KINDS_OF_KEYS: ReadonlySet<string> = new Set<ColumnChangeKind['kind']>([
  'addUniqueKeys',
  'removeUniqueKeys',
]);

/** Changes the values of a column on all items of a large board in the background, with progress (decision 0119). */
@Injectable()
export class ColumnChangesService {
  constructor(
    private readonly changes: ColumnChangesRepository,
    private readonly jobs: Jobs,
  ) {}

  get itemsAtOnce(): number {
    return ITEMS_AT_ONCE;
  }

  /** Begins after the transaction has committed. The structure of the board is locked. `total`: items, if counted. */
  async begin(
    tx: InTransaction<CallContext>,
    place: { boardId: BoardId; columnId: ColumnId },
    change: ColumnChangeKind,
    total: number | null,
  ): Promise<void> {
    await this.changes.begin(tx, place, change, { actorId: actorOf(tx), total });
    await this.continue(tx, place);
  }

  /** As `begin`, for a change that has begun: its job can have ended, or be past the part that follows. */
  async continue(
    tx: InTransaction<CallContext>,
    place: { boardId: BoardId; columnId: ColumnId },
  ): Promise<void> {
    const { organizationId } = tx;
    tx.transaction.invalidate(boardTopic(place.boardId));
    await this.jobs.enqueue(tx, ChangeColumnJob, { organizationId, ...place }, { key: place.columnId });
  }

  /** The change of the column in progress, if any. */
  running(board: BoardFacts, columnId: ColumnId): ColumnChangeFacts | undefined {
    return board.changing?.find((change) => change.columnId === columnId && !change.hasFailed);
  }

  /** Rejects what would read or remove values that a change still writes or copies. */
  assertSettled(board: BoardFacts, columnId: ColumnId): void {
    const change = this.running(board, columnId);
    if (change !== undefined && !KINDS_OF_KEYS.has(change.kind)) throw new ColumnIsChanging();
  }

  /** Before another config, which makes the reason obsolete for which the last change has failed. */
  async forgetFailure(
    tx: InTransaction<TenantContext>,
    board: BoardFacts,
    columnId: ColumnId,
  ): Promise<void> {
    const hasFailed = board.changing?.some((change) => change.columnId === columnId && change.hasFailed);
    if (hasFailed === true) await this.changes.end(tx, columnId);
  }

  /** Rejects the removal of a column whose values another column still gets. */
  assertNotCopied(board: BoardFacts, columnId: ColumnId): void {
    if (board.changing?.some(({ from }) => from === columnId)) throw new ColumnIsChanging();
  }
}
