import { Injectable } from '@nestjs/common';
import { newId, type ProjectId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { DEFAULT_COLUMNS } from '../../column-types/types/default-columns';
import { ColumnCopiesService, ColumnsService } from '../columns';
import { HierarchyService, type ProjectFacts } from '../hierarchy';
import { type BoardSnapshot, TemplateCatalogService } from '../templates';
import { BoardPublisherService } from './board-publisher.service';
import { type BoardView, DEFAULT_BOARD_VIEW } from './board-view';
import { boardsEvents } from './boards.events';
import { createBoard } from './boards.policy';
import type { BoardOutput, BoardsCreateInput } from './boards.schemas';
import { NewBoardsService } from './structure/new-boards.service';
import { authorize } from '../../access/policy';

/** The groups of a new board if boards.create omits them (specification, "Boards and groups"). */
const DEFAULT_GROUPS: NonNullable<BoardsCreateInput['groups']> = [{ name: 'New Group' }];

/** Creates boards. */
@Injectable()
export class BoardsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly newBoards: NewBoardsService,
    private readonly columns: ColumnsService,
    private readonly columnCopies: ColumnCopiesService,
    private readonly templates: TemplateCatalogService,
    private readonly publisher: BoardPublisherService,
  ) {}

  /** Groups and columns of the input replace the template's, each as a whole (decision 0043). */
  create(context: CallContext, input: BoardsCreateInput): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const project = await this.projectToBuildIn(tx, input.projectId);
      const { name, templateId } = input;
      const template = templateId === undefined ? null : await this.templates.board(tx, templateId);
      const id = newId('board');
      const defaultView = input.defaultView ?? viewOf(template) ?? DEFAULT_BOARD_VIEW;
      const groups = input.groups ?? template?.groups ?? DEFAULT_GROUPS;
      await this.newBoards.insert(tx, project, [{ id, name, defaultView, groups }]);
      if (template !== null && input.columns === undefined) {
        await this.columnCopies.fromSnapshots(tx, [template], new Map([[template.id, id]]));
      } else {
        await this.columns.createMany(tx, id, input.columns ?? DEFAULT_COLUMNS);
      }
      return this.publisher.publish(tx, id, boardsEvents.created);
    });
  }

  /**
   * The boards of a template, with its names. References between them become references between the new boards.
   */
  async createFromTemplate(
    tx: InTransaction<CallContext>,
    projectId: ProjectId,
    snapshots: readonly BoardSnapshot[],
  ): Promise<BoardOutput[]> {
    const project = await this.projectToBuildIn(tx, projectId);
    const ids = new Map(snapshots.map(({ id }) => [id, newId('board')]));
    await this.newBoards.insert(
      tx,
      project,
      snapshots.map((board) => ({ ...board, id: ids.get(board.id)!, defaultView: viewOf(board)! })),
    );
    await this.columnCopies.fromSnapshots(tx, snapshots, ids);
    const boards: BoardOutput[] = [];
    // One read per board, besides the few statements that create it: the event contains the whole board.
    for (const id of ids.values()) {
      boards.push(await this.publisher.publish(tx, id, boardsEvents.created));
    }
    return boards;
  }

  private async projectToBuildIn(tx: InTransaction<CallContext>, id: ProjectId): Promise<ProjectFacts> {
    const { facts, access } = await this.hierarchy.project(tx, id);
    authorize(createBoard, tx.principal, { access });
    return facts;
  }
}

/** Templates store the view of the original board. */
function viewOf(template: BoardSnapshot | null): BoardView | undefined {
  return template?.defaultView as BoardView | undefined;
}
