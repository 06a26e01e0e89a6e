import { Injectable } from '@nestjs/common';
import { newId, type ProjectId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ColumnCopies, ColumnsService, DEFAULT_COLUMNS } from '../columns';
import { Hierarchy, type ProjectFacts, RecordRefused } from '../hierarchy';
import { type BoardSnapshot, TemplateCatalog } from '../templates';
import { BoardAnnouncements } from './board-announcements';
import { type BoardView, DEFAULT_BOARD_VIEW } from './board-view';
import { boardsEvents } from './boards.events';
import { boardsPolicy } from './boards.policy';
import type { BoardOutput, BoardsCreateInput } from './boards.schemas';
import { NewBoards } from './new-boards';

/** What a board is made with where boards.create leaves groups out (specification, "Boards and groups"). */
const DEFAULT_GROUPS: NonNullable<BoardsCreateInput['groups']> = [{ name: 'New Group' }];

/** Makes boards. */
@Injectable()
export class BoardsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly newBoards: NewBoards,
    private readonly columns: ColumnsService,
    private readonly columnCopies: ColumnCopies,
    private readonly templates: TemplateCatalog,
    private readonly announcements: BoardAnnouncements,
  ) {}

  /** What the input gives wins over the template's, groups and columns each as a whole (decision 0043). */
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
      return this.announcements.announce(tx, id, boardsEvents.created);
    });
  }

  /** The boards of a template, named as they are there. What leads from one to another leads to the new ones. */
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
    // One read per board, beside the few that made them: an event shows its board whole.
    for (const id of ids.values()) {
      boards.push(await this.announcements.announce(tx, id, boardsEvents.created));
    }
    return boards;
  }

  private async projectToBuildIn(tx: InTransaction<CallContext>, id: ProjectId): Promise<ProjectFacts> {
    const { facts, access } = await this.hierarchy.project(tx, id);
    if (!boardsPolicy.mayBuild(access)) throw new RecordRefused('Only members of the workspace make boards');
    return facts;
  }
}

/** Templates keep the view of a board as the board had it. */
function viewOf(template: BoardSnapshot | null): BoardView | undefined {
  return template?.defaultView as BoardView | undefined;
}
