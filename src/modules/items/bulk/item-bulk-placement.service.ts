import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { PrepareValuesService, type PreviousValues, ValueDependentsService } from '../../columns';
import type { BoardFacts, ItemFacts, Seen } from '../../hierarchy';
import { ItemBulkRepository } from './item-bulk.repository';
import { ItemMaintenanceService } from '../write/item-maintenance.service';
import { itemsEvents } from '../items.events';
import { type RelocatedValues, relocatedValues } from '../move/relocated-values';

export type SeenItem = Seen<BoardFacts> & { item: ItemFacts };

/**
 * Puts live top-level items into a group, with their sub-items. The caller has checked the items, and has locked
 * the structures of the boards and the lists.
 */
@Injectable()
export class ItemBulkPlacementService {
  constructor(
    private readonly values: PrepareValuesService,
    private readonly items: ItemBulkRepository,
    private readonly outbox: Outbox,
    private readonly maintenance: ItemMaintenanceService,
    private readonly edits: ValueDependentsService,
  ) {}

  /** Emits an event for each item whose group or position changes. */
  async place(
    tx: InTransaction<CallContext>,
    to: BoardFacts,
    target: { groupId: GroupId; position: number | null },
    moving: readonly SeenItem[],
  ): Promise<void> {
    const incoming = moving.filter(({ facts }) => facts.id !== to.id);
    const families = incoming.length > 0 ? await this.relocate(tx, to, incoming) : null;
    const ids = moving.map(({ item }) => item.id);
    const moved = await this.items.move(tx, ids, target);
    await this.edits.follow(tx, to, ids);
    const { groupId } = target;
    const facts = new Map(moving.map(({ item }) => [item.id, item]));
    const events = moved.flatMap(({ id, position, rank, previousGroupId, previousRank, hasChanged }) => {
      if (!hasChanged) return [];
      const { boardId } = facts.get(id)!;
      const change = { groupId, position, rank, previousGroupId, previousRank };
      if (boardId === to.id) return itemsEvents.moved.create(change, { boardId, itemId: id });
      return [
        itemsEvents.removed.create({ groupId: previousGroupId }, { boardId, itemId: id }),
        itemsEvents.moved.create(
          { ...change, previousBoardId: boardId, family: families!.get(id)! },
          { boardId: to.id, itemId: id },
        ),
      ];
    });
    await this.outbox.append(tx, ...events);
    const grown = moved.find(({ needsMaintenance }) => needsMaintenance);
    if (grown) this.maintenance.after(tx, to.id, { ...grown, lane: to.groupsById.get(groupId)!.key });
  }

  /**
   * Items of other boards, with their sub-items, keep the values that columns of the board accept (contract §6). Returns the
   * values of each item's family.
   */
  private async relocate(
    tx: InTransaction<CallContext>,
    to: BoardFacts,
    incoming: readonly SeenItem[],
  ): Promise<Map<ItemId, RelocatedValues[]>> {
    const boards = new Map(incoming.map(({ facts }) => [facts.id, facts]));
    const families = await this.items.families<PreviousValues>(
      tx,
      incoming.map(({ item }) => item.id),
    );
    const kept: PreviousValues[] = [];
    for (const { boardId, values } of families)
      kept.push(await this.values.carry(tx, boards.get(boardId)!, to, values));
    const carried = await this.values.numbered(tx, to, kept);
    const updatedAt = clock.now().toISOString();
    const times = families.map(({ createdAt }) => ({ createdAt, updatedAt }));
    const prepared = await this.values.ofStored(tx, to, carried, times);
    const writing = families.map(({ id, isTrashed }, at) => ({
      id,
      isTrashed,
      entries: prepared[at]!.entries,
    }));
    await this.values.assertFree(
      tx,
      to,
      writing.filter(({ isTrashed }) => !isTrashed),
    );
    await this.items.relocate(
      tx,
      to.id,
      families.map(({ id }, at) => ({ id, values: prepared[at]! })),
    );
    const ids = families.map(({ id }) => id);
    for (const from of boards.values()) await this.edits.followMove(tx, from, to, ids);
    const relocated = new Map<ItemId, RelocatedValues[]>();
    for (const [at, member] of families.entries()) {
      const top = member.parentId ?? member.id;
      relocated.set(top, [...(relocated.get(top) ?? []), relocatedValues(member, prepared[at]!)]);
    }
    return relocated;
  }
}
