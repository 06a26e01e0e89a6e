import { Injectable } from '@nestjs/common';
import type { GroupId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { computedColumns } from '../columns';
import type { BoardFacts } from '../hierarchy';
import { type AddedItem, ItemAdditions } from './item-additions.service';
import type { ItemRecord } from './item.record';
import { ItemStatesRepository } from './item-states.repository';
import { ItemsReadModel } from './items.read-model';

/**
 * Makes an item from which columns are computed that one statement cannot compute: the number that it gets, and items
 * that it links to, must stand still from the computation to the commit.
 */
@Injectable()
export class HeldItemCreation {
  constructor(
    private readonly states: ItemStatesRepository,
    private readonly additions: ItemAdditions,
    private readonly reads: ItemsReadModel,
  ) {}

  static isNeeded(board: BoardFacts): boolean {
    const plan = computedColumns(board);
    return plan.readNumbers || plan.readLinkedItems;
  }

  /** The caller has judged the place. */
  async create(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    place: { groupId: GroupId; position: number | null },
    item: AddedItem,
  ): Promise<ItemRecord> {
    await this.states.holdStructure(tx, board);
    await this.states.holdLists(tx, item.parentId === null ? [] : [item.parentId], place.groupId);
    await this.additions.add(tx, board, place, [item]);
    const [record] = await this.reads.records(tx, [item.id]);
    return record!;
  }
}
