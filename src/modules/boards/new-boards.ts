import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, newId } from '../../kernel/ids';
import { paletteColor } from '../../kernel/palette';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { ProjectFacts } from '../hierarchy';
import type { BoardView } from './board-view';
import { BoardsRepository } from './boards.repository';
import { GroupsRepository } from './groups.repository';

/** A board to be made, before it has columns. Groups without a colour are given one. */
export interface NewBoard {
  id: BoardId;
  name: string;
  defaultView: BoardView;
  groups: readonly { name: string; color?: string }[];
}

/** Writes boards that have been judged already, with their groups. */
@Injectable()
export class NewBoards {
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
        deletedAt: null,
        ...times,
      })),
    );
    // Board by board: the groups of fifty large ones are more than one statement takes as parameters.
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
          ...times,
        })),
      );
    }
  }
}
