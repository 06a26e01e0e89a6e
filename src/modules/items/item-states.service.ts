import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { GroupId, ItemId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { type DomainEvent, Outbox } from '../../platform/jobs/outbox';
import { type BoardFacts, Hierarchy, type ItemFacts, type Seen } from '../hierarchy';
import { type ItemState, ItemStatesRepository, type VersionedItem } from './item-states.repository';
import { ItemChanged, ItemNotFound, ParentIsAway } from './items.errors';
import { itemsEvents } from './items.events';
import { refuseUnlessEditor } from './items.policy';
import { presentItem } from './items.presenter';
import { ItemsReadModel } from './items.read-model';

type SeenItem = Seen<BoardFacts> & { item: ItemFacts };

/** Archive, Trash and the way back (specification, "Items" states). Sub-items go with their parent (contract §6). */
@Injectable()
export class ItemStatesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly states: ItemStatesRepository,
    private readonly reads: ItemsReadModel,
    private readonly outbox: Outbox,
  ) {}

  archive(context: CallContext, id: ItemId, expected?: Date): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const seen = await this.hierarchy.item(tx, id);
      await this.change(
        tx,
        [seen],
        { archivedAt: clock.now(), trashedAt: null },
        itemsEvents.archived,
        expected,
      );
      return this.record(tx, seen.facts, id);
    });
  }

  /** To Trash, where items are kept for 30 days. */
  delete(context: CallContext, id: ItemId, expected?: Date): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      await this.trash(tx, [await this.hierarchy.item(tx, id)], expected);
    });
  }

  /** All of them or none. */
  bulkDelete(context: CallContext, ids: readonly ItemId[]): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      await this.trash(tx, await this.hierarchy.items(tx, ids));
    });
  }

  /** From Trash or the archive; into the board's first group when its own is gone. */
  restore(context: CallContext, id: ItemId, expected?: Date): Promise<JsonText> {
    return this.transactions.run(context, async (tx) => {
      const seen = await this.hierarchy.item(tx, id, { trashed: true });
      const { facts: board, item } = seen;
      await this.refuseWithoutParent(tx, item);
      const home: GroupId | null = board.groupsById.has(item.groupId) ? null : (board.groups[0]?.id ?? null);
      const live = { archivedAt: null, trashedAt: null };
      await this.change(tx, [seen], live, itemsEvents.restored, expected, home);
      return this.record(tx, board, id);
    });
  }

  private trash(tx: InTransaction<CallContext>, seen: SeenItem[], expected?: Date): Promise<void> {
    return this.change(tx, seen, { archivedAt: null, trashedAt: clock.now() }, itemsEvents.trashed, expected);
  }

  private async change(
    tx: InTransaction<CallContext>,
    seen: SeenItem[],
    state: ItemState,
    event: (item: ItemFacts) => DomainEvent,
    expected?: Date,
    home: GroupId | null = null,
  ): Promise<void> {
    for (const { access } of seen) refuseUnlessEditor(access);
    for (const board of new Map(seen.map(({ facts }) => [facts.id, facts])).values()) {
      await this.states.holdStructure(tx, board);
    }
    const ids = seen.map(({ item }) => item.id);
    const versions = await this.states.versions(tx, ids);
    if (versions.length < ids.length) throw new ItemNotFound();
    if (expected && versions.some((version) => Date.parse(version.updatedAt) !== expected.getTime())) {
      throw new ItemChanged();
    }
    const moving = versions.filter((version) => !isIn(version, state));
    // Items in one state go together; a bulk call may name live and archived ones.
    for (const alike of groupByState(moving)) {
      const together = await this.states.withSubItems(
        tx,
        alike.map(({ id }) => id),
        alike[0]!,
      );
      await this.states.change(tx, together, state, home);
    }
    const moved = new Set(moving.map(({ id }) => id));
    await this.outbox.append(tx, ...seen.flatMap(({ item }) => (moved.has(item.id) ? [event(item)] : [])));
  }

  private async refuseWithoutParent(tx: InTransaction<CallContext>, { parentId }: ItemFacts): Promise<void> {
    if (parentId === null) return;
    const { item: parent } = await this.hierarchy.item(tx, parentId, { trashed: true });
    if (parent.isTrashed || parent.isArchived) throw new ParentIsAway();
  }

  private async record(tx: InTransaction<CallContext>, board: BoardFacts, id: ItemId): Promise<JsonText> {
    const [item] = await this.reads.records(tx, [id]);
    return presentItem(board, item!);
  }
}

function isIn({ archivedAt, trashedAt }: VersionedItem, state: ItemState): boolean {
  return (
    (archivedAt === null) === (state.archivedAt === null) &&
    (trashedAt === null) === (state.trashedAt === null)
  );
}

function groupByState(versions: readonly VersionedItem[]): VersionedItem[][] {
  const groups = new Map<string, VersionedItem[]>();
  for (const version of versions) {
    const state = `${version.archivedAt !== null} ${version.trashedAt}`;
    groups.set(state, [...(groups.get(state) ?? []), version]);
  }
  return [...groups.values()];
}
