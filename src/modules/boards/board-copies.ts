import { Injectable } from '@nestjs/common';
import { type BoardId, type GroupId, newId, type ProjectId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { Outbox } from '../../platform/jobs/outbox';
import { ColumnCopies } from '../columns';
import { Hierarchy } from '../hierarchy';
import { ItemCopies } from '../items';
import { boardsEvents } from './boards.events';
import { presentBoard } from './boards.presenter';
import { BoardsRepository } from './boards.repository';

export interface CopyTarget {
  projectId: ProjectId;
  /** Null: each copy is named like its original. */
  name: string | null;
  includeItems: boolean;
}

/** Copies boards with their groups and columns, and with their items when asked, inside the caller's transaction. */
@Injectable()
export class BoardCopies {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly boards: BoardsRepository,
    private readonly columns: ColumnCopies,
    private readonly items: ItemCopies,
    private readonly outbox: Outbox,
  ) {}

  /** What points from one board of the project to another points to the copies afterwards. Answers old to new. */
  async copy(
    tx: InTransaction<CallContext>,
    source: { projectId: ProjectId } | { boardId: BoardId },
    target: CopyTarget,
  ): Promise<ReadonlyMap<BoardId, BoardId>> {
    const sources = await this.boards.copySources(tx, source);
    const boards = new Map(sources.map((id) => [id, newId('board')]));
    const { projectId, name } = target;
    await this.boards.copy(tx, boards, { projectId, name, createdBy: tx.principal.userId });
    const groups = new Map<GroupId, GroupId>();
    const originals = await this.boards.groupsOf(tx, sources);
    for (const { id } of originals) groups.set(id, newId('group'));
    await this.boards.insertGroups(
      tx,
      originals.map((group) => ({
        ...group,
        id: groups.get(group.id)!,
        boardId: boards.get(group.boardId)!,
      })),
    );
    const copied = await this.columns.copyBoards(tx, boards);
    if (target.includeItems) await this.items.copyBoards(tx, { boards, groups, ...copied });
    // One read per board, beside the dozen that made it: an event shows its board whole.
    for (const id of boards.values()) {
      const { facts } = await this.hierarchy.board(tx, id);
      await this.outbox.append(tx, boardsEvents.created(presentBoard(facts)));
    }
    return boards;
  }
}
