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

  /** From Trash or from the archive, with the sub-items that went there at the same time. */
  async restore(tx: Tx, items: readonly ItemState[], boardOf: BoardOf, outcome: UndoOutcome): Promise<void> {
    if (items.length === 0) return;
    // An item in Trash can be archived as well: it returns to the archive, and its sub-items that are not archived do not.
    const changed = await this.states.withSubItems(tx, idsOf(items), LIVE);
    for (const [first] of byBoard(items).values())
      await this.dependents.assertRestorable(tx, boardOf(first!), changed as ItemId[]);
    await this.states.restore(tx, changed, null);
    await this.follow(tx, items, changed, { boardOf, isRestored: true });
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
  }

  async archive(tx: Tx, items: readonly ItemState[], boardOf: BoardOf, outcome: UndoOutcome): Promise<void> {
    if (items.length === 0) return;
    const state = { archivedAt: clock.now(), trashedAt: null };
    const changed = await this.states.withSubItems(tx, idsOf(items), state);
    await this.states.archive(tx, changed, state.archivedAt);
    await this.follow(tx, items, changed, { boardOf, isRestored: false });
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
    const changed = await this.states.withSubItems(tx, idsOf(items), state);
    const boards = [...byBoard(items).values()].map(([first]) => boardOf(first!));
    await this.states.trash(tx, changed, state.trashedAt, boards);
    await this.follow(tx, items, changed, { boardOf, isRestored: false });
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

  /** `changed`: the items with their sub-items, which are on the boards of their parents. */
  private async follow(
    tx: Tx,
    items: readonly ItemState[],
    changed: readonly ItemId[],
    { boardOf, isRestored }: { boardOf: BoardOf; isRestored: boolean },
  ): Promise<void> {
    for (const [first] of byBoard(items).values())
      await this.dependents.follow(tx, boardOf(first!), changed as ItemId[], { isRestored });
  }
}

const LIVE: StateInTime = { archivedAt: null, trashedAt: null };

function idsOf(items: readonly { id: ItemId }[]): ItemId[] {
  return items.map(({ id }) => id);
}

function byBoard(items: readonly ItemState[]): Map<BoardId, ItemState[]> {
  const boards = new Map<BoardId, ItemState[]>();
  for (const item of items) boards.set(item.boardId, [...(boards.get(item.boardId) ?? []), item]);
  return boards;
}
