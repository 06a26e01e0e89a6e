import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import { type BoardId, type GroupId, newId } from '../../kernel/ids';
import { paletteColor } from '../../kernel/palette';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { type BoardFacts, boardTopic, Hierarchy, RecordNotFound, RecordRefused } from '../hierarchy';
import { GroupItems } from '../items';
import { BoardStructure } from './board-structure';
import { BoardChanged, GroupChanged, GroupLimitExceeded } from './boards.errors';
import { groupsEvents } from './boards.events';
import { boardsPolicy } from './boards.policy';
import { presentBoard, presentGroup } from './boards.presenter';
import { BoardsRepository } from './boards.repository';
import {
  type BoardOutput,
  type GroupOutput,
  GROUPS_MAX,
  type GroupsCreateInput,
  type GroupsDeleteInput,
  type GroupsReorderInput,
  type GroupsUpdateInput,
} from './boards.schemas';
import { GroupsRepository } from './groups.repository';

/** The groups of a board. A board may be left without any: whoever deletes the last one makes the next. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly structure: BoardStructure,
    private readonly boards: BoardsRepository,
    private readonly groups: GroupsRepository,
    private readonly items: GroupItems,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, { boardId, name, color, position }: GroupsCreateInput): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const board = await this.holdBoard(tx, boardId);
      const end = board.groups.length;
      if (end >= GROUPS_MAX) throw new GroupLimitExceeded();
      const id = newId('group');
      const now = clock.now();
      // Beyond the end means the end (decision 0022).
      const at = Math.min(position ?? end, end);
      await this.groups.openGap(tx, boardId, at);
      await this.groups.insert(tx, {
        id,
        boardId,
        name,
        color: color ?? paletteColor(end),
        position: at,
        collapsed: false,
        createdAt: now,
        updatedAt: now,
      });
      const group = presentGroup(await this.groupOf(tx, id));
      await this.outbox.append(tx, groupsEvents.created(board, group));
      return group;
    });
  }

  update(context: CallContext, { id, expectedUpdatedAt, ...patch }: GroupsUpdateInput): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.boardOfGroup(tx, id);
      if (!boardsPolicy.mayBuild(access))
        throw new RecordRefused('Only members of the workspace change groups');
      if ((await this.groups.update(tx, id, patch, expectedUpdatedAt)) === null) {
        throw expectedUpdatedAt ? new GroupChanged() : new RecordNotFound('group');
      }
      tx.transaction.touch(boardTopic(board.id));
      const group = presentGroup(await this.groupOf(tx, id));
      await this.outbox.append(tx, groupsEvents.updated(board, group));
      return group;
    });
  }

  /** `expectedUpdatedAt` is the board's: it is the board whose order changes. */
  reorder(
    context: CallContext,
    { boardId, groupIds, expectedUpdatedAt }: GroupsReorderInput,
  ): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const board = await this.holdBoard(tx, boardId);
      refuseOtherThanEachOnce(board, groupIds);
      if ((await this.boards.update(tx, boardId, {}, expectedUpdatedAt)) === null) throw new BoardChanged();
      await this.groups.reorder(tx, boardId, groupIds);
      const { facts } = await this.hierarchy.board(tx, boardId);
      const reordered = presentBoard(facts);
      await this.outbox.append(tx, groupsEvents.reordered(reordered));
      return reordered;
    });
  }

  /** Its items go to the end of `moveItemsTo`, in their order, or else to Trash. */
  async delete(
    context: CallContext,
    { id, moveItemsTo, expectedUpdatedAt }: GroupsDeleteInput,
  ): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const board = await this.structure.hold(
        tx,
        () => this.hierarchy.boardOfGroup(tx, id),
        ({ access }) => boardsPolicy.mayBuild(access),
      );
      const group = board.groupsById.get(id)!;
      // Compared in the database: the structure is held, the group's own name and colour are not.
      if (expectedUpdatedAt && (await this.groups.update(tx, id, {}, expectedUpdatedAt)) === null) {
        throw new GroupChanged();
      }
      if (moveItemsTo === undefined) await this.items.trashAll(tx, board, id);
      else await this.moveItems(tx, board, id, moveItemsTo);
      await this.groups.delete(tx, id);
      await this.groups.closeGap(tx, board.id, group.position);
      await this.outbox.append(tx, groupsEvents.deleted(board, presentGroup(group), moveItemsTo ?? null));
    });
  }

  private async moveItems(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    from: GroupId,
    to: GroupId,
  ): Promise<void> {
    if (from === to)
      throw InvalidInput.at('moveItemsTo', 'Must be another group than the one that is deleted');
    if (!board.groupsById.has(to)) {
      // Not found when the caller may not know of it, refused when they may.
      await this.hierarchy.boardOfGroup(tx, to);
      throw InvalidInput.at('moveItemsTo', 'Must be a group of the same board');
    }
    await this.items.moveAll(tx, board, from, to);
  }

  private holdBoard(tx: InTransaction<CallContext>, id: BoardId): Promise<BoardFacts> {
    return this.structure.hold(
      tx,
      () => this.hierarchy.board(tx, id),
      ({ access }) => boardsPolicy.mayBuild(access),
    );
  }

  private async groupOf(tx: InTransaction<CallContext>, id: GroupId) {
    const { facts } = await this.hierarchy.boardOfGroup(tx, id);
    return facts.groupsById.get(id)!;
  }
}

function refuseOtherThanEachOnce(board: BoardFacts, groupIds: readonly GroupId[]): void {
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
