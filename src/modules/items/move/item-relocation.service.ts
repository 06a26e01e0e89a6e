import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { ValueDependentsService, PrepareValuesService, type PreviousValues } from '../../columns';
import { type BoardFacts, HierarchyService, type ItemFacts } from '../../hierarchy';
import { ItemPlacementRepository } from './item-placement.repository';
import { ItemLocksRepository } from '../item-locks.repository';
import { ItemMaintenanceService } from '../write/item-maintenance.service';
import {
  BoardIsChanging,
  GroupOfAnotherBoard,
  ItemChanged,
  ItemIsArchived,
  ItemNotFound,
} from '../items.errors';
import { itemsEvents } from '../items.events';
import { editItems } from '../items.policy';
import { authorize } from '../../../access/policy';
import { relocatedValues } from './relocated-values';

export interface Destination {
  groupId: GroupId;
  position?: number;
  expectedUpdatedAt?: Date;
}

/**
 * Moves an item with its sub-items to another board; it keeps the values that columns there accept (contract
 * §6).
 */
@Injectable()
export class ItemRelocationService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly values: PrepareValuesService,
    private readonly placement: ItemPlacementRepository,
    private readonly locks: ItemLocksRepository,
    private readonly maintenance: ItemMaintenanceService,
    private readonly outbox: Outbox,
    private readonly edits: ValueDependentsService,
  ) {}

  async run(
    tx: InTransaction<CallContext>,
    id: ItemId,
    boardId: BoardId,
    destination: Destination,
  ): Promise<void> {
    const { groupId } = destination;
    const { facts: from, access, item } = await this.hierarchy.item(tx, id);
    authorize(editItems, tx.principal, { access });
    const { facts: to } = await this.hierarchy.board(tx, boardId);
    if (!to.groupsById.has(groupId)) throw new GroupOfAnotherBoard();
    for (const board of [from, to].toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await this.locks.lockStructure(tx, board);
    }
    await this.locks.lockLists(tx, [id], groupId);
    await this.rejectUnlessLive(tx, item, destination.expectedUpdatedAt);
    const target = { boardId, groupId, position: destination.position ?? null };
    let place = { position: 0, rank: '' };
    const family = await this.placement.family<PreviousValues>(tx, id);
    const values: PreviousValues[] = [];
    for (const member of family) values.push(await this.valuesThere(tx, from, to, member.values));
    const updatedAt = clock.now().toISOString();
    const times = family.map(({ createdAt }) => ({ createdAt, updatedAt }));
    const prepared = await this.values.ofStored(tx, to, values, times);
    const writing = family.map(({ id: member, isTrashed }, at) => ({
      id: member,
      isTrashed,
      entries: prepared[at]!.entries,
    }));
    await this.values.assertFree(
      tx,
      to,
      writing.filter(({ isTrashed }) => !isTrashed),
    );
    for (const [at, member] of family.entries()) {
      const placed = await this.placement.relocate(tx, member.id, target, prepared[at]!);
      if (member.id === id) {
        place = placed;
        this.maintenance.after(tx, boardId, placed);
      }
    }
    const ids = family.map((member) => member.id);
    await this.edits.followMove(tx, from, to, ids);
    const payload = {
      groupId,
      position: place.position,
      rank: place.rank,
      previousGroupId: item.groupId,
      previousBoardId: item.boardId,
      previousRank: family[0]!.rank,
      family: family.map((member, at) => relocatedValues(member, prepared[at]!)),
    };
    await this.outbox.append(
      tx,
      itemsEvents.removed.create({ groupId: item.groupId }, { boardId: item.boardId, itemId: id }),
      itemsEvents.moved.create(payload, { boardId, itemId: id }),
    );
  }

  /** Checked after the lock: the item may have been deleted or moved since it was found. */
  private async rejectUnlessLive(
    tx: InTransaction<CallContext>,
    item: ItemFacts,
    expected: Date | undefined,
  ): Promise<void> {
    const [version] = await this.locks.versions(tx, [item.id]);
    if (version === undefined || version.trashedAt !== null) throw new ItemNotFound();
    if (version.boardId !== item.boardId) throw new BoardIsChanging();
    if (version.archivedAt !== null) throw new ItemIsArchived();
    if (expected && Date.parse(version.updatedAt) !== expected.getTime()) throw new ItemChanged();
  }

  private async valuesThere(
    tx: InTransaction<CallContext>,
    from: BoardFacts,
    to: BoardFacts,
    stored: PreviousValues,
  ): Promise<PreviousValues> {
    const carried = await this.values.carry(tx, from, to, stored);
    const [values] = await this.values.numbered(tx, to, [carried]);
    return values!;
  }
}
