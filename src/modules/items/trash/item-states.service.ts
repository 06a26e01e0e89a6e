import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { GroupId, ItemId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { EventTaking } from '../../../platform/events/define-event';
import { Outbox } from '../../../platform/events/outbox';
import { type BoardFacts, HierarchyService, type ItemFacts, type Seen } from '../../hierarchy';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import { StateDependentsService } from './state-dependents.service';
import { ItemLocksRepository, type VersionedItem } from '../item-locks.repository';
import { type ItemState, ItemStatesRepository } from './item-states.repository';
import type { ItemRecord } from '../item.record';
import { BoardIsChanging, ItemChanged, ItemNotFound, NoGroupToReturnTo, ParentIsAway } from '../items.errors';
import { itemsEvents } from '../items.events';
import { deleteItems, editItems } from '../items.policy';
import { presentItem, presentItems } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import { authorize } from '../../../access/policy';

type SeenItem = Seen<BoardFacts> & { item: ItemFacts };

/**
 * Archive, Trash and restore (specification, "Items" states). Sub-items change with their parent (contract §6).
 */
@Injectable()
export class ItemStatesService {
  constructor(
    private readonly structure: StaleBoardRetryService,
    private readonly hierarchy: HierarchyService,
    private readonly locks: ItemLocksRepository,
    private readonly states: ItemStatesRepository,
    private readonly reads: ItemsReadModel,
    private readonly outbox: Outbox,
    private readonly dependents: StateDependentsService,
  ) {}

  archive(context: CallContext, id: ItemId, expected?: Date): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const seen = await this.hierarchy.item(tx, id);
      await this.lock(tx, [seen]);
      await this.publish(tx, itemsEvents.archived, await this.change(tx, [seen], archived(), { expected }));
      return presentItem(seen.facts, await this.recordOf(tx, id));
    });
  }

  /** All of them or none. */
  bulkArchive(context: CallContext, ids: readonly ItemId[]): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const seen = await this.hierarchy.items(tx, ids);
      await this.lock(tx, seen);
      await this.publish(tx, itemsEvents.archived, await this.change(tx, seen, archived()));
      const boards = new Map(seen.map(({ item, facts }) => [item.id, facts]));
      return presentItems(await this.reads.records(tx, ids), ({ id }) => boards.get(id)!);
    });
  }

  /** Moves items to Trash, which stores them for 30 days. */
  delete(context: CallContext, id: ItemId, expected?: Date): Promise<void> {
    return this.structure.transact(context, async (tx) => {
      await this.trash(tx, [await this.hierarchy.item(tx, id)], expected);
    });
  }

  /** All of them or none. */
  bulkDelete(context: CallContext, ids: readonly ItemId[]): Promise<void> {
    return this.structure.transact(context, async (tx) => {
      await this.trash(tx, await this.hierarchy.items(tx, ids));
    });
  }

  /**
   * Restores from Trash (to the archive if the item was archived) or from the archive; into the first group if the
   * item's own no longer exists.
   */
  restore(context: CallContext, id: ItemId, expected?: Date): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const seen = await this.hierarchy.item(tx, id, { trashed: true });
      const { facts: board, item } = seen;
      const home = homeOf(board, item);
      await this.lock(tx, [seen], home);
      await this.rejectWithoutParent(tx, item);
      if (home === undefined) throw new NoGroupToReturnTo();
      const [changed] = await this.change(tx, [seen], LIVE, { expected, home });
      const record = await this.recordOf(tx, id);
      if (changed !== undefined) {
        const { groupId, parentId, position } = record;
        const from = changed.trashedAt === null ? ('archive' as const) : ('trash' as const);
        const place = staysArchived(changed)
          ? { isArchived: true as const, from }
          : { groupId, parentId, position, from };
        await this.outbox.append(tx, itemsEvents.restored.create(place, { boardId: board.id, itemId: id }));
      }
      return presentItem(board, record);
    });
  }

  private async trash(tx: InTransaction<CallContext>, seen: SeenItem[], expected?: Date): Promise<void> {
    for (const { access } of seen) authorize(deleteItems, tx.principal, { access });
    await this.lock(tx, seen);
    await this.publish(tx, itemsEvents.trashed, await this.change(tx, seen, trashed(), { expected }));
  }

  /** Checks the caller, then locks the items; only what is read under the lock is used. */
  private async lock(
    tx: InTransaction<CallContext>,
    seen: SeenItem[],
    home: GroupId | null = null,
  ): Promise<void> {
    for (const { access } of seen) authorize(editItems, tx.principal, { access });
    for (const board of new Map(seen.map(({ facts }) => [facts.id, facts])).values()) {
      await this.locks.lockStructure(tx, board);
    }
    const ids = seen.map(({ item }) => item.id);
    await this.locks.lockLists(tx, ids, home);
  }

  /** Returns those that were not in the state yet, as they were; the caller publishes their events. */
  private async change(
    tx: InTransaction<CallContext>,
    seen: SeenItem[],
    state: ItemState,
    { expected, home = null }: { expected?: Date | undefined; home?: GroupId | null } = {},
  ): Promise<VersionedItem[]> {
    const versions = await this.locks.versions(
      tx,
      seen.map(({ item }) => item.id),
    );
    const byId = new Map(versions.map((version) => [version.id, version]));
    const moving = new Map<ItemId, VersionedItem>();
    for (const { item } of seen) {
      const version = byId.get(item.id);
      // Only a restore finds what was moved to Trash a moment ago.
      if (version === undefined || (version.trashedAt !== null && state !== LIVE)) throw new ItemNotFound();
      if (version.boardId !== item.boardId) throw new BoardIsChanging();
      if (expected && Date.parse(version.updatedAt) !== expected.getTime()) throw new ItemChanged();
      if (!isIn(version, state)) moving.set(item.id, version);
    }
    if (moving.size === 0) return [];
    const ids = await this.states.withSubItems(tx, [...moving.keys()], state);
    // A restoration is of one item with its sub-items.
    if (state === LIVE) await this.dependents.assertRestorable(tx, seen[0]!.facts, ids);
    await this.bring(tx, seen, ids, state, home);
    for (const board of new Map(seen.map(({ facts }) => [facts.id, facts])).values()) {
      await this.dependents.follow(tx, board, ids, { isRestored: state === LIVE });
    }
    return [...moving.values()];
  }

  private publish(
    tx: InTransaction<CallContext>,
    event: EventTaking<Record<string, never>, 'item'>,
    changed: readonly VersionedItem[],
  ): Promise<void> {
    return this.outbox.append(
      tx,
      ...changed.map(({ id, boardId }) => event.create({}, { boardId, itemId: id })),
    );
  }

  private bring(
    tx: InTransaction<CallContext>,
    seen: SeenItem[],
    ids: readonly ItemId[],
    { archivedAt, trashedAt }: ItemState,
    home: GroupId | null,
  ): Promise<void> {
    if (trashedAt !== null) {
      const boards = new Map(seen.map(({ facts }) => [facts.id, facts]));
      return this.states.trash(tx, ids, trashedAt, [...boards.values()]);
    }
    return archivedAt === null
      ? this.states.restore(tx, ids, home)
      : this.states.archive(tx, ids, archivedAt);
  }

  private async rejectWithoutParent(
    tx: InTransaction<CallContext>,
    { id, parentId }: ItemFacts,
  ): Promise<void> {
    if (parentId === null) return;
    const { item } = await this.hierarchy.item(tx, id, { trashed: true });
    const { item: parent } = await this.hierarchy.item(tx, parentId, { trashed: true });
    const staysArchived = item.isTrashed && item.isArchived;
    if (parent.isTrashed || (parent.isArchived && !staysArchived)) throw new ParentIsAway();
  }

  private async recordOf(tx: InTransaction<CallContext>, id: ItemId): Promise<ItemRecord> {
    const [item] = await this.reads.records(tx, [id]);
    return item!;
  }
}

/** Whether an item that is restored returns from Trash to the archive. */
function staysArchived({ trashedAt, archivedAt }: VersionedItem): boolean {
  return trashedAt !== null && archivedAt !== null;
}

const LIVE: ItemState = { archivedAt: null, trashedAt: null };

function archived(): ItemState {
  return { archivedAt: clock.now(), trashedAt: null };
}

function trashed(): ItemState {
  return { archivedAt: null, trashedAt: clock.now() };
}

/** The group to restore an item to if its own no longer exists; null if its own or its parent's exists. */
function homeOf(board: BoardFacts, { groupId, parentId }: ItemFacts): GroupId | null | undefined {
  return parentId !== null || board.groupsById.has(groupId) ? null : board.groups[0]?.id;
}

function isIn({ archivedAt, trashedAt }: VersionedItem, state: ItemState): boolean {
  return (
    (archivedAt === null) === (state.archivedAt === null) &&
    (trashedAt === null) === (state.trashedAt === null)
  );
}
