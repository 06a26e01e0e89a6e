import { Injectable } from '@nestjs/common';
import type { GroupId } from '../../../kernel/ids';
import type { ActingContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { computedColumns } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { type AddedItem, ItemAdditionsService } from './item-additions.service';
import type { ItemRecord } from '../item.record';
import { ItemLocksRepository } from '../item-locks.repository';
import { ItemsReadModel } from '../items.read-model';

/**
 * Creates an item whose computed columns one statement cannot compute: the number that it gets, and the items
 * that it links to, must be locked from the computation to the commit.
 */
@Injectable()
export class LockedItemCreationService {
  constructor(
    private readonly locks: ItemLocksRepository,
    private readonly additions: ItemAdditionsService,
    private readonly reads: ItemsReadModel,
  ) {}

  static isNeeded(board: BoardFacts): boolean {
    const plan = computedColumns(board);
    return plan.readNumbers || plan.readLinkedItems;
  }

  /** The caller has checked the board, group and parent. */
  async create(
    tx: InTransaction<ActingContext>,
    board: BoardFacts,
    place: { groupId: GroupId; position: number | null },
    item: AddedItem,
  ): Promise<ItemRecord> {
    await this.locks.lockStructure(tx, board);
    await this.locks.lockLists(tx, item.parentId === null ? [] : [item.parentId], place.groupId);
    await this.additions.add(tx, board, place, [item]);
    const [record] = await this.reads.records(tx, [item.id]);
    return record!;
  }
}
