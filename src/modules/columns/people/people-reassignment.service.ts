import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId, UserId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { DomainEvent } from '../../../platform/events/define-event';
import { Outbox } from '../../../platform/events/outbox';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { NOTHING_LOADED, type StoredValue } from '../../../column-types/column-type';
import { BoardComputationsService } from '../computed/board-computations.service';
import { computedColumns } from '../computed/computed-columns';
import { LookupDependentsService } from '../computed/lookups/lookup-dependents.service';
import { addEntries, type EditedCells, ItemCellsService, noEntries } from '../../stored-values';
import { type LockedItem, PeopleCellsRepository, type PersonCell } from './people-cells.repository';
import { type SuccessorOf, replacedPerson } from './successor';
import { columnTypes } from '../../../column-types/types';
import { people } from '../../../column-types/types/reference/people';
import { valuesEvents } from '../values.events';

/** The actor of the changes. */
type ActorContext = TenantContext & { readonly person: { readonly userId: string } };
type Tx = InTransaction<ActorContext>;

export interface Replacement {
  from: UserId;
  successor: SuccessorOf;
}

/** Replaces one user with another in every people cell of an organization. */
@Injectable()
export class PeopleReassignmentService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly cells: PeopleCellsRepository,
    private readonly values: ItemCellsService,
    private readonly computations: BoardComputationsService,
    private readonly followers: LookupDependentsService,
    private readonly outbox: Outbox,
  ) {}

  /** One transaction per batch; a retry finds what is left. */
  async reassign(context: ActorContext, replacement: Replacement, signal: AbortSignal): Promise<void> {
    let last: PersonCell | null = null;
    for (;;) {
      signal.throwIfAborted();
      const batch: PersonCell[] = await this.cells.next(context, replacement.from, last);
      for (const boardId of new Set(batch.map((cell) => cell.boardId))) {
        const cells = batch.filter((cell) => cell.boardId === boardId);
        const ids = [...new Set(cells.map(({ itemId }) => itemId))];
        await this.transactions.run(context, (tx) => this.onBoard(tx, boardId, ids, replacement));
      }
      last = batch.at(-1) ?? null;
      if (last === null) return;
    }
  }

  private async onBoard(
    tx: Tx,
    boardId: BoardId,
    ids: readonly ItemId[],
    replacement: Replacement,
  ): Promise<void> {
    await this.cells.lockBoard(tx, boardId);
    const board = await this.hierarchy.boardFacts(tx, boardId);
    // Items of a deleted board are being purged.
    if (board === null) return;
    const items = await this.cells.lock(tx, boardId, ids);
    const changes = await this.changes(tx, board, items, replacement);
    if (changes.length === 0) return;
    await this.values.edit(tx, changes);
    await this.outbox.append(tx, ...eventsOf(board, items, changes));
    const columnIds = [...new Set(changes.flatMap(({ set }) => Object.keys(set)))] as ColumnId[];
    const { changingWithEdits, ...plan } = followed(board, columnIds);
    await this.computations.start(tx, boardId, plan.computed);
    await this.followers.follow(tx, board, ids, [...columnIds, ...changingWithEdits]);
  }

  private async changes(
    tx: Tx,
    board: BoardFacts,
    items: readonly LockedItem[],
    { from, successor }: Replacement,
  ): Promise<EditedCells[]> {
    const to = await successor(tx);
    // Without a successor, items keep the name of the deleted user.
    if (to === null) return [];
    const columns = board.columns.filter(({ type }) => type === people.name);
    const changes: EditedCells[] = [];
    for (const { id, values } of items) {
      const set: Record<string, string[]> = {};
      for (const column of columns) {
        const before = values[column.id] as string[] | undefined;
        if (before?.includes(from)) set[column.id] = replacedPerson(before, from, to);
      }
      if (Object.keys(set).length > 0) changes.push({ id, set, entries: noEntries() });
    }
    const firsts = changes.flatMap(({ set }) => Object.values(set).map((ids) => (ids as string[])[0]!));
    const names = await this.hierarchy.memberNames(tx, [...new Set(firsts)] as UserId[]);
    const loaded = { ...NOTHING_LOADED, memberName: (userId: string) => names.get(userId as UserId) };
    for (const { set, entries } of changes) {
      for (const [columnId, ids] of Object.entries(set)) {
        const { key, type, config } = board.columnsById.get(columnId as ColumnId)!;
        addEntries(entries, key, columnTypes[type].indexEntries(ids, config, loaded));
      }
    }
    return changes;
  }
}

/** The columns that depend on these columns of some items. */
function followed(board: BoardFacts, columnIds: readonly ColumnId[]) {
  const plan = computedColumns(board);
  const { changingWithEdits } = plan;
  const affected = plan.affectedBy([...columnIds, ...changingWithEdits]);
  return { changingWithEdits, computed: affected.map(({ column }) => column.id) };
}

/** No dependents are updated for items in Trash. */
function eventsOf(
  board: BoardFacts,
  items: readonly LockedItem[],
  changes: readonly EditedCells[],
): DomainEvent[] {
  const before = new Map(items.map((item) => [item.id, item]));
  return changes.flatMap(({ id, set }) => {
    const { values, isTrashed } = before.get(id)!;
    if (isTrashed) return [];
    return (Object.entries(set) as [ColumnId, StoredValue][]).map(([columnId, value]) =>
      valuesEvents.changed.create(
        { columnId, value, previousValue: values[columnId] ?? null },
        { boardId: board.id, itemId: id },
      ),
    );
  });
}
