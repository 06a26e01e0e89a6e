import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, type ColumnId, newId } from '../../kernel/ids';
import { paletteColor } from '../../kernel/palette';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/jobs/outbox';
import { type ColumnSpec, ColumnsService } from '../columns';
import { type BoardFacts, boardTopic, Hierarchy } from '../hierarchy';
import { GroupLimitExceeded } from './boards.errors';
import { groupsEvents } from './boards.events';
import { presentGroup } from './boards.presenter';
import { BoardsRepository } from './boards.repository';
import { GROUPS_MAX } from './boards.schemas';
import { GroupsRepository } from './groups.repository';

type Tx = InTransaction<CallContext>;

/**
 * Adds groups and columns by the dozen to the end of a board. Either the board is held before, or, for work that goes on
 * for long after it, `settle` makes sure at the end that nobody has changed its structure meanwhile.
 */
@Injectable()
export class BoardExtensions {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly boards: BoardsRepository,
    private readonly groups: GroupsRepository,
    private readonly columns: ColumnsService,
    private readonly outbox: Outbox,
  ) {}

  /** Writers of the board's items, groups and columns wait from here on. */
  async hold(tx: Tx, boardId: BoardId): Promise<void> {
    await this.boards.holdStructure(tx, boardId);
    tx.transaction.touch(boardTopic(boardId));
  }

  /** Answers the ids of the columns; the caller has been judged. */
  async add(
    tx: Tx,
    board: BoardFacts,
    { groups, columns }: { groups: readonly string[]; columns: readonly ColumnSpec[] },
  ): Promise<ColumnId[]> {
    tx.transaction.touch(boardTopic(board.id));
    await this.addGroups(tx, board, groups);
    return columns.length === 0 ? [] : this.columns.addMany(tx, board, columns);
  }

  /** For what was added without holding the board: false when the board is no longer the one that it was added to. */
  settle(tx: Tx, { id, structureVersion }: BoardFacts): Promise<boolean> {
    return this.boards.moveStructureOn(tx, id, structureVersion);
  }

  private async addGroups(tx: Tx, board: BoardFacts, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const end = board.groups.length;
    if (end + names.length > GROUPS_MAX) throw new GroupLimitExceeded();
    const now = clock.now();
    const added = names.map((name, at) => ({
      id: newId('group'),
      boardId: board.id,
      name,
      color: paletteColor(end + at),
      position: end + at,
      collapsed: false,
      createdAt: now,
      updatedAt: now,
    }));
    await this.groups.insert(tx, added);
    const { facts } = await this.hierarchy.board(tx, board.id);
    const events = added.map(({ id }) =>
      groupsEvents.created(board, presentGroup(facts.groupsById.get(id)!)),
    );
    await this.outbox.append(tx, ...events);
  }
}
