import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { GroupId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { type BoardFacts, type GroupFacts, HierarchyService } from '../../hierarchy';
import { GroupItemsService } from '../../items';
import { GroupChanged } from '../boards.errors';
import { groupsEvents } from '../boards.events';
import { changeGroups } from '../boards.policy';
import { presentGroup } from '../boards.presenter';
import type { GroupOutput, GroupsArchiveInput } from '../boards.schemas';
import { BoardStructureService } from '../structure/board-structure.service';
import { GroupsRepository } from './groups.repository';

type Tx = InTransaction<CallContext>;

/** Archives groups with their items, and restores both (decision 0139). */
@Injectable()
export class GroupArchiveService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly structure: BoardStructureService,
    private readonly groups: GroupsRepository,
    private readonly items: GroupItemsService,
    private readonly outbox: Outbox,
  ) {}

  /** The live items get the group's time of archiving, by which `restore` finds them. */
  archive(context: CallContext, { id, expectedUpdatedAt }: GroupsArchiveInput): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const { board, group } = await this.lock(tx, id);
      if (group.archivedAt !== null) return unchanged(group, expectedUpdatedAt);
      const archivedAt = clock.now();
      if ((await this.groups.update(tx, id, { archivedAt }, expectedUpdatedAt)) === null)
        throw new GroupChanged();
      await this.items.archiveAll(tx, board, id, archivedAt);
      await this.groups.closeGap(tx, board.id, group.position);
      const archived = presentGroup(await this.groupOf(tx, id));
      await this.outbox.append(tx, groupsEvents.archived.create({ group: archived }, { boardId: board.id }));
      return archived;
    });
  }

  /** To the position that the group had, or the end if the board has fewer groups now. */
  restore(context: CallContext, { id, expectedUpdatedAt }: GroupsArchiveInput): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const { board, group } = await this.lock(tx, id);
      if (group.archivedAt === null) return unchanged(group, expectedUpdatedAt);
      const position = Math.min(group.position, board.groups.length);
      await this.groups.openGap(tx, board.id, position);
      if ((await this.groups.update(tx, id, { archivedAt: null, position }, expectedUpdatedAt)) === null)
        throw new GroupChanged();
      await this.items.restoreAll(tx, board, id, new Date(group.archivedAt));
      const restored = presentGroup(await this.groupOf(tx, id));
      await this.outbox.append(tx, groupsEvents.restored.create({ group: restored }, { boardId: board.id }));
      return restored;
    });
  }

  private async lock(tx: Tx, id: GroupId): Promise<{ board: BoardFacts; group: GroupFacts }> {
    const board = await this.structure.lock(tx, () => this.hierarchy.boardOfAnyGroup(tx, id), changeGroups);
    return { board, group: groupIn(board, id) };
  }

  private async groupOf(tx: Tx, id: GroupId): Promise<GroupFacts> {
    return groupIn((await this.hierarchy.boardOfAnyGroup(tx, id)).facts, id);
  }
}

function groupIn({ groupsById, archivedGroups }: BoardFacts, id: GroupId): GroupFacts {
  return groupsById.get(id) ?? archivedGroups.find((group) => group.id === id)!;
}

function unchanged(group: GroupFacts, expected: Date | undefined): GroupOutput {
  if (expected && group.updatedAt !== expected.toISOString()) throw new GroupChanged();
  return presentGroup(group);
}
