import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { ValueDependentsService } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { itemsEvents } from '../items.events';
import { ItemsReadModel } from '../items.read-model';
import { type ItemState as StateInTime, ItemStatesRepository } from '../trash/item-states.repository';
import { StateDependentsService } from '../trash/state-dependents.service';
import { type ItemState, ItemUndoRepository, type ReturningItem } from './item-undo.repository';
import type { UndoOutcome } from './undo-outcome';

type Tx = InTransaction<CallContext>;
type BoardOf = (item: ItemState) => BoardFacts;

/** Returns items to Trash, to the archive, to the lists, and to their places there. The caller has checked and locked them. */
@Injectable()
export class ReturnedStatesService {
  constructor(
    private readonly states: ItemStatesRepository,
    private readonly items: ItemUndoRepository,
    private readonly reads: ItemsReadModel,
    private readonly dependents: StateDependentsService,
    private readonly edits: ValueDependentsService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * From Trash or from the archive, with the sub-items that went there at the same time. Returns the items that stay, because a
   * unique value of theirs or of a sub-item was taken.
   */
  async restore(
    tx: Tx,
    all: readonly ItemState[],
    boardOf: BoardOf,
    outcome: UndoOutcome,
  ): Promise<ReadonlySet<ItemId>> {
    const staying = new Set<ItemId>();
    const changed = new Map<BoardFacts, ItemId[]>();
    for (const own of byBoard(all).values()) {
      const board = boardOf(own[0]!);
      // An item in Trash can be archived as well: it returns to the archive, and its sub-items that are not archived do not.
      const families = await this.states.families(tx, idsOf(own), LIVE);
      const rejected = await this.dependents.notRestorable(tx, board, families);
      for (const id of [...rejected].flat()) staying.add(id);
      changed.set(board, families.filter((family) => !rejected.has(family)).flat());
    }
    const items = all.filter(({ id }) => !staying.has(id));
    for (const { id } of all) if (staying.has(id)) outcome.skip({ itemId: id, reason: 'value_not_unique' });
    if (items.length === 0) return staying;
    await this.states.restore(tx, [...changed.values()].flat(), null);
    await this.follow(tx, changed, { isRestored: true });
    const records = new Map((await this.reads.records(tx, idsOf(items))).map((each) => [each.id, each]));
    const events = items.map((item) => {
      const { groupId, parentId, position } = records.get(item.id)!;
      const from = item.trashedAt === null ? ('archive' as const) : ('trash' as const);
      const isArchivedAgain = item.trashedAt !== null && item.archivedAt !== null;
      const place = isArchivedAgain
        ? { isArchived: true as const, from }
        : { groupId, parentId, position, from };
      return itemsEvents.restored.create(place, { boardId: item.boardId, itemId: item.id });
    });
    await this.outbox.append(tx, ...events);
    for (const { id } of items) outcome.add(id);
    return staying;
  }

  async archive(tx: Tx, items: readonly ItemState[], boardOf: BoardOf, outcome: UndoOutcome): Promise<void> {
    if (items.length === 0) return;
    const state = { archivedAt: clock.now(), trashedAt: null };
    const changed = await this.withSubItems(tx, items, boardOf, state);
    await this.states.archive(tx, [...changed.values()].flat(), state.archivedAt);
    await this.follow(tx, changed, { isRestored: false });
    await this.outbox.append(
      tx,
      ...items.map(({ id, boardId }) => itemsEvents.archived.create({}, { boardId, itemId: id })),
    );
    for (const { id } of items) outcome.add(id);
  }

  /** With all of their sub-items. */
  async trash(tx: Tx, items: readonly ItemState[], boardOf: BoardOf, outcome: UndoOutcome): Promise<void> {
    if (items.length === 0) return;
    const state = { archivedAt: null, trashedAt: clock.now() };
    const changed = await this.withSubItems(tx, items, boardOf, state);
    await this.states.trash(tx, [...changed.values()].flat(), state.trashedAt, [...changed.keys()]);
    await this.follow(tx, changed, { isRestored: false });
    await this.outbox.append(
      tx,
      ...items.map(({ id, boardId }) => itemsEvents.trashed.create({}, { boardId, itemId: id })),
    );
    for (const { id } of items) outcome.add(id);
  }

  /** Within their boards. */
  async place(
    tx: Tx,
    items: readonly (ReturningItem & { before: ItemState })[],
    boardOf: BoardOf,
    outcome: UndoOutcome,
  ): Promise<void> {
    if (items.length === 0) return;
    const states = new Map(items.map(({ id, before }) => [id, before]));
    const returned = await this.items.returnPlaces(tx, items);
    for (const each of byBoard([...states.values()]).values())
      await this.edits.follow(tx, boardOf(each[0]!), idsOf(each));
    const groups = new Map(items.map(({ id, groupId, before }) => [id, groupId ?? before.groupId]));
    const events = returned.map(({ id, ...place }) =>
      itemsEvents.moved.create(
        { ...place, groupId: groups.get(id)! },
        { boardId: states.get(id)!.boardId, itemId: id },
      ),
    );
    await this.outbox.append(tx, ...events);
    for (const { id } of items) outcome.add(id);
  }

  /** By board: the items with their sub-items, which are on the boards of their parents. */
  private async withSubItems(
    tx: Tx,
    items: readonly ItemState[],
    boardOf: BoardOf,
    state: StateInTime,
  ): Promise<Map<BoardFacts, ItemId[]>> {
    const changed = new Map<BoardFacts, ItemId[]>();
    for (const own of byBoard(items).values())
      changed.set(boardOf(own[0]!), await this.states.withSubItems(tx, idsOf(own), state));
    return changed;
  }

  private async follow(
    tx: Tx,
    changed: ReadonlyMap<BoardFacts, ItemId[]>,
    { isRestored }: { isRestored: boolean },
  ): Promise<void> {
    for (const [board, ids] of changed)
      if (ids.length > 0) await this.dependents.follow(tx, board, ids, { isRestored });
  }
}

const LIVE: StateInTime = { archivedAt: null, trashedAt: null };

function idsOf(items: readonly { id: ItemId }[]): ItemId[] {
  return items.map(({ id }) => id);
}

function byBoard(items: readonly ItemState[]): Map<BoardId, ItemState[]> {
  const boards = new Map<BoardId, ItemState[]>();
  for (const item of items) {
    const own = boards.get(item.boardId);
    if (own) own.push(item);
    else boards.set(item.boardId, [item]);
  }
  return boards;
}
