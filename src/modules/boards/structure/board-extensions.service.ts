import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type BoardId, type ColumnId, newId } from '../../../kernel/ids';
import { paletteColor } from '../../../kernel/palette';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { type ColumnSpec, ColumnsService } from '../../columns';
import { type BoardFacts, boardTopic, HierarchyService } from '../../hierarchy';
import { GroupLimitExceeded } from '../boards.errors';
import { groupsEvents } from '../boards.events';
import { presentGroup } from '../boards.presenter';
import { BoardsRepository } from '../boards.repository';
import { GROUPS_MAX } from '../boards.schemas';
import { GroupsRepository } from '../groups/groups.repository';

type Tx = InTransaction<CallContext>;

/**
 * Adds groups and columns in batches to the end of a board. The caller either locks the board first or, for long
 * work, calls `settle` at the end, which verifies that no one has changed its structure meanwhile.
 */
@Injectable()
export class BoardExtensionsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly boards: BoardsRepository,
    private readonly groups: GroupsRepository,
    private readonly columns: ColumnsService,
    private readonly outbox: Outbox,
  ) {}

  /** From here on, writers of the board's items, groups and columns wait. */
  async lock(tx: Tx, boardId: BoardId): Promise<void> {
    await this.boards.lockStructure(tx, boardId);
    tx.transaction.invalidate(boardTopic(boardId));
  }

  /** Returns the ids of the columns; the caller is already checked. */
  async add(
    tx: Tx,
    board: BoardFacts,
    { groups, columns }: { groups: readonly string[]; columns: readonly ColumnSpec[] },
  ): Promise<ColumnId[]> {
    tx.transaction.invalidate(boardTopic(board.id));
    await this.addGroups(tx, board, groups);
    return columns.length === 0 ? [] : this.columns.addMany(tx, board, columns);
  }

  /** For additions without the lock: false when the board has changed since. */
  settle(tx: Tx, { id, structureVersion }: BoardFacts): Promise<boolean> {
    return this.boards.moveStructureOn(tx, id, structureVersion);
  }

  private async addGroups(tx: Tx, board: BoardFacts, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const end = board.groups.length;
    if (end + board.archivedGroups.length + names.length > GROUPS_MAX) throw new GroupLimitExceeded();
    const now = clock.now();
    const added = names.map((name, at) => ({
      id: newId('group'),
      boardId: board.id,
      name,
      color: paletteColor(end + at),
      position: end + at,
      collapsed: false,
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    }));
    await this.groups.insert(tx, added);
    const { facts } = await this.hierarchy.board(tx, board.id);
    const events = added.map(({ id }) =>
      groupsEvents.created.create({ group: presentGroup(facts.groupsById.get(id)!) }, { boardId: board.id }),
    );
    await this.outbox.append(tx, ...events);
  }
}
