import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { GroupId, ItemId } from '../../kernel/ids';
import type { JsonText } from '../../kernel/json';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { Input } from '../../rpc/schema';
import { type BoardFacts, Hierarchy } from '../hierarchy';
import { FreshStructure } from './fresh-structure';
import { ItemBulkPlacement, type SeenItem } from './item-bulk-placement.service';
import type { itemsBulkMove } from './item-bulk.schemas';
import { ItemStatesRepository } from './item-states.repository';
import {
  BoardIsChanging,
  GIVE_BOARD_TOO,
  GroupOfAnotherBoard,
  IS_ARCHIVED,
  ItemNotFound,
} from './items.errors';
import { refuseUnlessEditor } from './items.policy';
import { presentItems } from './items.presenter';
import { ItemsReadModel } from './items.read-model';

type BulkMoveInput = Input<typeof itemsBulkMove>;

/**
 * Moves several items into one group, in the order in which they are named: all of them or none. A sub-item that is named
 * beside its parent goes along with it and keeps its place; alone it is refused (decision 0042).
 */
@Injectable()
export class ItemBulkMoveService {
  constructor(
    private readonly structure: FreshStructure,
    private readonly hierarchy: Hierarchy,
    private readonly states: ItemStatesRepository,
    private readonly placement: ItemBulkPlacement,
    private readonly reads: ItemsReadModel,
  ) {}

  move(context: CallContext, input: BulkMoveInput): Promise<JsonText> {
    return this.structure.transact(context, async (tx) => {
      const { itemIds, groupId, position = null } = input;
      const { facts: to, access } = await this.hierarchy.boardOfGroup(tx, groupId);
      refuseUnlessEditor(access);
      if (input.boardId !== undefined && input.boardId !== to.id) {
        await this.hierarchy.board(tx, input.boardId);
        throw new GroupOfAnotherBoard();
      }
      const seen = await this.hierarchy.items(tx, itemIds);
      for (const each of seen) refuseUnlessEditor(each.access);
      refuseMisplaced(seen, input.boardId === undefined ? to : null);
      const moving = seen.filter(({ item }) => item.parentId === null);
      await this.hold(tx, to, groupId, moving);
      await this.placement.place(tx, to, { groupId, position }, moving);
      return presentItems(await this.reads.records(tx, itemIds), () => to);
    });
  }

  /** Lets boards, lists and items stand still, and sees that the items are still what they were judged as. */
  private async hold(
    tx: InTransaction<CallContext>,
    to: BoardFacts,
    groupId: GroupId,
    moving: readonly SeenItem[],
  ): Promise<void> {
    const boards = new Map([[to.id, to], ...moving.map(({ facts }) => [facts.id, facts] as const)]);
    for (const board of [...boards.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await this.states.holdStructure(tx, board);
    const ids = moving.map(({ item }) => item.id);
    await this.states.holdLists(tx, ids, groupId);
    const versions = new Map((await this.states.versions(tx, ids)).map((version) => [version.id, version]));
    for (const { item } of moving) {
      const version = versions.get(item.id);
      if (version === undefined || version.trashedAt !== null) throw new ItemNotFound();
      if (version.boardId !== item.boardId || version.archivedAt !== null) throw new BoardIsChanging();
    }
  }
}

/** `board`: the one that they all must be on; null where they may come from any. */
function refuseMisplaced(seen: readonly SeenItem[], board: BoardFacts | null): void {
  const named = new Set<ItemId>(seen.map(({ item }) => item.id));
  const issues = seen.flatMap(({ item }, at) => {
    const path = `itemIds.${at}`;
    if (item.isArchived) return [{ path, message: IS_ARCHIVED }];
    if (board !== null && item.boardId !== board.id) return [{ path, message: GIVE_BOARD_TOO }];
    if (item.parentId !== null && !named.has(item.parentId))
      return [{ path, message: 'A sub-item goes where its parent goes; name the parent' }];
    return [];
  });
  if (issues.length > 0) throw new InvalidInput(issues);
}
