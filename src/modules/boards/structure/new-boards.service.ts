import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type BoardId, newId } from '../../../kernel/ids';
import { paletteColor } from '../../../kernel/palette';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { ProjectFacts } from '../../hierarchy';
import type { BoardView } from '../board-view';
import { BoardsRepository } from '../boards.repository';
import { GroupsRepository } from '../groups/groups.repository';

/** A board to be created, before it has columns. Groups without a color get one. */
export interface NewBoard {
  id: BoardId;
  name: string;
  defaultView: BoardView;
  groups: readonly { name: string; color?: string }[];
}

/** Writes boards that are already checked, with their groups. */
@Injectable()
export class NewBoardsService {
  constructor(
    private readonly boards: BoardsRepository,
    private readonly groups: GroupsRepository,
  ) {}

  async insert(
    tx: InTransaction<CallContext>,
    project: ProjectFacts,
    boards: readonly NewBoard[],
  ): Promise<void> {
    const now = clock.now();
    const times = { createdAt: now, updatedAt: now };
    await this.boards.insert(
      tx,
      boards.map(({ id, name, defaultView }) => ({
        id,
        workspaceId: project.workspace.id,
        projectId: project.id,
        name,
        defaultView,
        createdBy: tx.principal.userId,
        position: null,
        archivedAt: null,
        deletedAt: null,
        ...times,
      })),
    );
    // Board by board: the groups of fifty large boards exceed the parameters of one statement.
    for (const { id, groups } of boards) {
      await this.groups.insert(
        tx,
        groups.map(({ name, color }, position) => ({
          id: newId('group'),
          boardId: id,
          name,
          color: color ?? paletteColor(position),
          position,
          collapsed: false,
          archivedAt: null,
          ...times,
        })),
      );
    }
  }
}
