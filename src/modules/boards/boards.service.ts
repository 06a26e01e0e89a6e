import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type BoardId, newId } from '../../kernel/ids';
import { paletteColor } from '../../kernel/palette';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { type DomainEvent, Outbox } from '../../platform/jobs/outbox';
import { ColumnsService, DEFAULT_COLUMNS } from '../columns';
import { boardTopic, Hierarchy, RecordNotFound, RecordRefused } from '../hierarchy';
import { BoardChanged } from './boards.errors';
import { boardsEvents } from './boards.events';
import { boardsPolicy } from './boards.policy';
import { presentBoard } from './boards.presenter';
import { BoardsRepository } from './boards.repository';
import type { BoardOutput, BoardsCreateInput, BoardsUpdateInput } from './boards.schemas';
import { GroupsRepository } from './groups.repository';

/** What a board is made with where boards.create leaves groups out (specification, "Boards and groups"). */
const DEFAULT_GROUPS: NonNullable<BoardsCreateInput['groups']> = [{ name: 'New Group' }];

@Injectable()
export class BoardsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: Hierarchy,
    private readonly boards: BoardsRepository,
    private readonly groups: GroupsRepository,
    private readonly columns: ColumnsService,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, input: BoardsCreateInput): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      const { facts: project, access } = await this.hierarchy.project(tx, input.projectId);
      if (!boardsPolicy.mayBuild(access))
        throw new RecordRefused('Only members of the workspace make boards');
      // Built-in and own templates come with modules/templates; until then no id names one.
      if (input.templateId !== undefined) throw new RecordNotFound('template');
      const id = newId('board');
      const now = clock.now();
      await this.boards.insert(tx, {
        id,
        workspaceId: project.workspace.id,
        projectId: project.id,
        name: input.name,
        defaultView: input.defaultView,
        createdBy: context.principal.userId,
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const groups = input.groups ?? DEFAULT_GROUPS;
      await this.groups.insert(
        tx,
        groups.map(({ name, color }, position) => ({
          id: newId('group'),
          boardId: id,
          name,
          color: color ?? paletteColor(position),
          position,
          collapsed: false,
          createdAt: now,
          updatedAt: now,
        })),
      );
      await this.columns.createMany(tx, id, input.columns ?? DEFAULT_COLUMNS);
      return this.announce(tx, id, boardsEvents.created);
    });
  }

  update(context: CallContext, { id, expectedUpdatedAt, ...patch }: BoardsUpdateInput): Promise<BoardOutput> {
    return this.transactions.run(context, async (tx) => {
      await this.boards.lock(tx, id);
      const { access } = await this.hierarchy.board(tx, id);
      if (!boardsPolicy.mayBuild(access))
        throw new RecordRefused('Only members of the workspace change boards');
      if ((await this.boards.update(tx, id, patch, expectedUpdatedAt)) === null) throw new BoardChanged();
      tx.transaction.touch(boardTopic(id));
      return this.announce(tx, id, boardsEvents.updated);
    });
  }

  private async announce(
    tx: InTransaction<CallContext>,
    id: BoardId,
    event: (board: BoardOutput) => DomainEvent,
  ): Promise<BoardOutput> {
    const { facts } = await this.hierarchy.board(tx, id);
    const board = presentBoard(facts);
    await this.outbox.append(tx, event(board));
    return board;
  }
}
