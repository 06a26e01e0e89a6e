import { Injectable } from '@nestjs/common';
import { type BoardId, type GroupId, type ItemId, newId, type ProjectId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { ColumnCopiesService } from '../../columns';
import { HierarchyService } from '../../hierarchy';
import { ItemCopiesService } from '../../items';
import { boardsEvents } from '../boards.events';
import { presentBoard } from '../boards.presenter';
import { CopiedContentsService } from './copied-contents.service';
import { BoardsRepository } from '../boards.repository';

export interface CopyTarget {
  projectId: ProjectId;
  /** Null: each copy is named like its original. */
  name: string | null;
  includeItems: boolean;
  includeAutomations: boolean;
}

/**
 * Copies boards with their groups and columns, and with their items and automations if requested, inside the caller's
 * transaction.
 */
@Injectable()
export class BoardCopiesService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly boards: BoardsRepository,
    private readonly columns: ColumnCopiesService,
    private readonly items: ItemCopiesService,
    private readonly contents: CopiedContentsService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * References from one board of the project to another are replaced with the copies. Returns the new ids by old
   * ids.
   */
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
    const copied = await this.columns.copyBoards(tx, boards, target);
    const structure = { boards, groups, ...copied };
    const items = target.includeItems
      ? await this.items.copyBoards(tx, structure)
      : new Map<ItemId, ItemId>();
    // One read per board, besides the dozen statements that create it: the event contains the whole board.
    for (const id of boards.values()) {
      const { facts } = await this.hierarchy.board(tx, id);
      await this.outbox.append(
        tx,
        boardsEvents.created.create({ board: presentBoard(facts) }, { boardId: facts.id }),
      );
    }
    if (target.includeAutomations) await this.contents.copyAutomations(tx, { ...structure, items });
    return boards;
  }
}
