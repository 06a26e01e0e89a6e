import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import { type BoardId, type GroupId, newId } from '../../../kernel/ids';
import { paletteColor } from '../../../kernel/palette';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { type BoardFacts, boardTopic, HierarchyService, RecordNotFound } from '../../hierarchy';
import { type GroupItemChanges, GroupItemsService } from '../../items';
import { BoardStructureService } from '../structure/board-structure.service';
import { BoardChanged, GroupChanged, GroupLimitExceeded } from '../boards.errors';
import { groupsEvents } from '../boards.events';
import { changeGroups } from '../boards.policy';
import { presentBoard, presentGroup } from '../boards.presenter';
import { BoardsRepository } from '../boards.repository';
import {
  type BoardOutput,
  type GroupOutput,
  GROUPS_MAX,
  type GroupsCreateInput,
  type GroupsDeleteInput,
  type GroupsReorderInput,
  type GroupsUpdateInput,
} from '../boards.schemas';
import { GroupsRepository } from './groups.repository';
import { authorize } from '../../../access/policy';

/** The groups of a board. A board can have no groups. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly structure: BoardStructureService,
    private readonly boards: BoardsRepository,
    private readonly groups: GroupsRepository,
    private readonly items: GroupItemsService,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, { boardId, name, color, position }: GroupsCreateInput): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const board = await this.lockBoard(tx, boardId);
      const end = board.groups.length;
      if (end + board.archivedGroups.length >= GROUPS_MAX) throw new GroupLimitExceeded();
      const id = newId('group');
      const now = clock.now();
      // A position after the end means the end (decision 0022).
      const at = Math.min(position ?? end, end);
      await this.groups.openGap(tx, boardId, at);
      await this.groups.insert(tx, {
        id,
        boardId,
        name,
        color: color ?? paletteColor(end),
        position: at,
        collapsed: false,
        archivedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const group = presentGroup(await this.groupOf(tx, id));
      await this.outbox.append(tx, groupsEvents.created.create({ group }, { boardId }));
      return group;
    });
  }

  update(context: CallContext, { id, expectedUpdatedAt, ...patch }: GroupsUpdateInput): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.boardOfGroup(tx, id);
      authorize(changeGroups, tx.principal, { access });
      if ((await this.groups.update(tx, id, patch, expectedUpdatedAt)) === null) {
        throw expectedUpdatedAt ? new GroupChanged() : new RecordNotFound('group');
      }
      tx.transaction.invalidate(boardTopic(board.id));
      const group = presentGroup(await this.groupOf(tx, id));
      await this.outbox.append(tx, groupsEvents.updated.create({ group }, { boardId: board.id }));
      return group;
    });
  }

  /** `expectedUpdatedAt` is the board's: the order is part of the board. */
  reorder(
    context: CallContext,
    { boardId, groupIds, expectedUpdatedAt }: GroupsReorderInput,
  ): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const board = await this.lockBoard(tx, boardId);
      rejectOtherThanEachOnce(board, groupIds);
      if ((await this.boards.update(tx, boardId, {}, expectedUpdatedAt)) === null) throw new BoardChanged();
      await this.groups.reorder(tx, boardId, groupIds);
      const { facts } = await this.hierarchy.board(tx, boardId);
      const reordered = presentBoard(facts);
      await this.outbox.append(tx, groupsEvents.reordered.create({ groups: reordered.groups }, { boardId }));
      return reordered;
    });
  }

  /** Moves the group's items to the end of `moveItemsTo`, in their order, or to Trash without it. */
  async delete(
    context: CallContext,
    { id, moveItemsTo, expectedUpdatedAt }: GroupsDeleteInput,
  ): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const board = await this.structure.lock(tx, () => this.hierarchy.boardOfGroup(tx, id), changeGroups);
      const group = board.groupsById.get(id)!;
      // Compared in the database: the structure is locked, the group's own name and color are not.
      if (expectedUpdatedAt && (await this.groups.update(tx, id, {}, expectedUpdatedAt)) === null) {
        throw new GroupChanged();
      }
      const moved =
        moveItemsTo === undefined
          ? await this.items.trashAll(tx, board, id)
          : await this.moveItems(tx, board, id, moveItemsTo);
      await this.groups.delete(tx, id);
      await this.groups.closeGap(tx, board.id, group.position);
      const deleted = {
        group: presentGroup(group),
        moveItemsTo: moveItemsTo ?? null,
        key: group.key,
        ...moved,
      };
      await this.outbox.append(tx, groupsEvents.deleted.create(deleted, { boardId: board.id }));
    });
  }

  private async moveItems(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    from: GroupId,
    to: GroupId,
  ): Promise<GroupItemChanges | null> {
    if (from === to) throw InvalidInput.at('moveItemsTo', 'Must differ from the deleted group');
    if (!board.groupsById.has(to)) {
      // 404 when hidden from the caller, 400 when visible.
      await this.hierarchy.boardOfGroup(tx, to);
      throw InvalidInput.at('moveItemsTo', 'Must be a group of the same board');
    }
    return this.items.moveAll(tx, board, from, to);
  }

  private lockBoard(tx: InTransaction<CallContext>, id: BoardId): Promise<BoardFacts> {
    return this.structure.lock(tx, () => this.hierarchy.board(tx, id), changeGroups);
  }

  private async groupOf(tx: InTransaction<CallContext>, id: GroupId) {
    const { facts } = await this.hierarchy.boardOfGroup(tx, id);
    return facts.groupsById.get(id)!;
  }
}

function rejectOtherThanEachOnce(board: BoardFacts, groupIds: readonly GroupId[]): void {
  const named = new Set<GroupId>();
  groupIds.forEach((id, index) => {
    if (named.has(id)) throw InvalidInput.at(`groupIds.${index}`, 'Must not be repeated');
    if (!board.groupsById.has(id))
      throw InvalidInput.at(`groupIds.${index}`, 'Must be a group of this board');
    named.add(id);
  });
  if (named.size !== board.groups.length) {
    throw InvalidInput.at('groupIds', `Must name each of the board's ${board.groups.length} groups once`);
  }
}
