import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { GroupId, ItemId } from '../../../kernel/ids';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Input } from '../../../rpc/schema';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import { ItemBulkPlacementService, type SeenItem } from './item-bulk-placement.service';
import type { itemsBulkMove } from './item-bulk.schemas';
import { ItemLocksRepository } from '../item-locks.repository';
import {
  BoardIsChanging,
  GIVE_BOARD_TOO,
  GroupOfAnotherBoard,
  IS_ARCHIVED,
  ItemNotFound,
} from '../items.errors';
import { editItems } from '../items.policy';
import { presentItems } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import { authorize } from '../../../access/policy';

type BulkMoveInput = Input<typeof itemsBulkMove>;

/**
 * Moves several items into one group, in the order of the request: all of them or none. A sub-item that is named
 * with its parent moves with the parent and keeps its place; a sub-item alone is rejected (decision 0042).
 */
@Injectable()
export class ItemBulkMoveService {
  constructor(
    private readonly structure: StaleBoardRetryService,
    private readonly hierarchy: HierarchyService,
    private readonly locks: ItemLocksRepository,
    private readonly placement: ItemBulkPlacementService,
    private readonly reads: ItemsReadModel,
  ) {}

  move(context: CallContext, input: BulkMoveInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { itemIds, groupId, position = null } = input;
      const { facts: to, access } = await this.hierarchy.boardOfGroup(tx, groupId);
      authorize(editItems, tx.principal, { access });
      if (input.boardId !== undefined && input.boardId !== to.id) {
        await this.hierarchy.board(tx, input.boardId);
        throw new GroupOfAnotherBoard();
      }
      const seen = await this.hierarchy.items(tx, itemIds);
      for (const each of seen) authorize(editItems, tx.principal, each);
      rejectMisplaced(seen, input.boardId === undefined ? to : null);
      const moving = seen.filter(({ item }) => item.parentId === null);
      await this.lock(tx, to, groupId, moving);
      await this.placement.place(tx, to, { groupId, position }, moving);
      return presentItems(await this.reads.records(tx, itemIds), () => to);
    });
  }

  /** Locks boards, lists and items, and verifies that the items have not changed since they were checked. */
  private async lock(
    tx: InTransaction<CallContext>,
    to: BoardFacts,
    groupId: GroupId,
    moving: readonly SeenItem[],
  ): Promise<void> {
    const boards = new Map([[to.id, to], ...moving.map(({ facts }) => [facts.id, facts] as const)]);
    for (const board of [...boards.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await this.locks.lockStructure(tx, board);
    const ids = moving.map(({ item }) => item.id);
    await this.locks.lockLists(tx, ids, groupId);
    const versions = new Map((await this.locks.versions(tx, ids)).map((version) => [version.id, version]));
    for (const { item } of moving) {
      const version = versions.get(item.id);
      if (version === undefined || version.trashedAt !== null) throw new ItemNotFound();
      if (version.boardId !== item.boardId || version.archivedAt !== null) throw new BoardIsChanging();
    }
  }
}

/** `board`: the board that all items must be on; null allows any board. */
function rejectMisplaced(seen: readonly SeenItem[], board: BoardFacts | null): void {
  const named = new Set<ItemId>(seen.map(({ item }) => item.id));
  const issues = seen.flatMap(({ item }, at) => {
    const path = `itemIds.${at}`;
    if (item.isArchived) return [{ path, message: IS_ARCHIVED }];
    if (board !== null && item.boardId !== board.id) return [{ path, message: GIVE_BOARD_TOO }];
    if (item.parentId !== null && !named.has(item.parentId))
      return [{ path, message: 'A sub-item moves with its parent; move the parent' }];
    return [];
  });
  if (issues.length > 0) throw new InvalidInput(issues);
}
