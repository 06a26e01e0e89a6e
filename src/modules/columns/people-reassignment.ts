import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, ItemId, UserId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { type DomainEvent, Outbox } from '../../platform/jobs/outbox';
import { type BoardFacts, Hierarchy } from '../hierarchy';
import { type ColumnConfig, NOTHING_LOADED } from './column-type';
import { BoardComputations } from './computed/board-computations';
import { computedColumns } from './computed/computed-columns';
import { LookupFollowers } from './computed/lookup-followers';
import {
  type ChangedPeople,
  type HeldItem,
  PeopleCellsRepository,
  type PersonCell,
} from './people-cells.repository';
import { addEntries, noEntries } from './prepared-values';
import { type HeirOf, replacedPerson } from './replaced-person';
import { people } from './types/people';

/** Who is held to have made the changes. */
type ActorContext = TenantContext & { readonly person: { readonly userId: string } };
type Tx = InTransaction<ActorContext>;

export interface Replacement {
  from: UserId;
  heir: HeirOf;
}

/** Trades one person for another in every people cell of an organization. */
@Injectable()
export class PeopleReassignment {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly cells: PeopleCellsRepository,
    private readonly computations: BoardComputations,
    private readonly followers: LookupFollowers,
    private readonly outbox: Outbox,
  ) {}

  /** A batch in a transaction; done again, it finds what is left. */
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
    await this.cells.holdBoard(tx, boardId);
    const board = await this.hierarchy.boardFacts(tx, boardId);
    // What is on a deleted board is on its way out.
    if (board === null) return;
    const items = await this.cells.hold(tx, boardId, ids);
    const changes = await this.changes(tx, board, items, replacement);
    if (changes.length === 0) return;
    await this.cells.write(tx, changes);
    await this.outbox.append(tx, ...eventsOf(board, items, changes));
    const columnIds = [...new Set(changes.flatMap(({ set }) => Object.keys(set)))] as ColumnId[];
    const { changingWithEdits, ...plan } = followed(board, columnIds);
    await this.computations.start(tx, boardId, plan.computed);
    await this.followers.follow(tx, board, ids, [...columnIds, ...changingWithEdits]);
  }

  private async changes(
    tx: Tx,
    board: BoardFacts,
    items: readonly HeldItem[],
    { from, heir }: Replacement,
  ): Promise<ChangedPeople[]> {
    const to = await heir(tx);
    // Without one, items keep the name of who is gone.
    if (to === null) return [];
    const columns = board.columns.filter(({ type }) => type === people.name);
    const changes: ChangedPeople[] = [];
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
        const config = board.columnsById.get(columnId as ColumnId)!.config as ColumnConfig;
        addEntries(entries, columnId, people.indexEntries(ids as string[], config as never, loaded));
      }
    }
    return changes;
  }
}

/** What shows something else when these columns of some items change. */
function followed(board: BoardFacts, columnIds: readonly ColumnId[]) {
  const plan = computedColumns(board);
  const { changingWithEdits } = plan;
  const affected = plan.affectedBy([...columnIds, ...changingWithEdits]);
  return { changingWithEdits, computed: affected.map(({ column }) => column.id) };
}

/** Nobody follows what lies in Trash. */
function eventsOf(
  board: BoardFacts,
  items: readonly HeldItem[],
  changes: readonly ChangedPeople[],
): DomainEvent[] {
  const before = new Map(items.map((item) => [item.id, item]));
  return changes.flatMap(({ id, set }) => {
    const { values, isTrashed } = before.get(id)!;
    if (isTrashed) return [];
    return Object.entries(set).map(([columnId, value]) => ({
      type: 'value.changed',
      boardId: board.id,
      itemId: id,
      data: { columnId, value, previousValue: values[columnId] ?? null },
    }));
  });
}
