import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { copyName } from '../../../kernel/copy-name';
import { newId } from '../../../kernel/ids';
import { NAME_MAX } from '../../../kernel/limits';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService } from '../../hierarchy';
import { GroupCopiesService } from '../../items';
import { GroupLimitExceeded, GroupTooLarge } from '../boards.errors';
import { groupsEvents } from '../boards.events';
import { changeGroups } from '../boards.policy';
import { presentGroup } from '../boards.presenter';
import { type GroupOutput, GROUPS_MAX, type GroupsDuplicateInput } from '../boards.schemas';
import { BoardStructureService } from '../structure/board-structure.service';
import { GroupsRepository } from './groups.repository';

/** Copies a group to the position directly after it, with its items if requested. */
@Injectable()
export class GroupDuplicationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly structure: BoardStructureService,
    private readonly groups: GroupsRepository,
    private readonly items: GroupCopiesService,
    private readonly outbox: Outbox,
  ) {}

  duplicate(context: CallContext, { id, name, items }: GroupsDuplicateInput): Promise<GroupOutput> {
    return this.transactions.run(context, async (tx) => {
      const board = await this.structure.lock(tx, () => this.hierarchy.boardOfGroup(tx, id), changeGroups);
      if (board.groups.length + board.archivedGroups.length >= GROUPS_MAX) throw new GroupLimitExceeded();
      const original = board.groupsById.get(id)!;
      const copyId = newId('group');
      const now = clock.now();
      const position = original.position + 1;
      await this.groups.openGap(tx, board.id, position);
      await this.groups.insert(tx, {
        id: copyId,
        boardId: board.id,
        name: name ?? copyName(original.name, NAME_MAX),
        color: original.color,
        position,
        collapsed: original.collapsed,
        archivedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const { facts } = await this.hierarchy.boardOfGroup(tx, copyId);
      const copy = presentGroup(facts.groupsById.get(copyId)!);
      await this.outbox.append(tx, groupsEvents.created.create({ group: copy }, { boardId: board.id }));
      if (items && !(await this.items.copy(tx, facts, original, copyId))) throw new GroupTooLarge();
      return copy;
    });
  }
}
