import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { copyName } from '../../kernel/copy-name';
import { newId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { NAME_MAX } from '../../kernel/limits';
import { BoardCopiesService, BoardsReadModel } from '../boards';
import { HierarchyService, RecordNotFound } from '../hierarchy';
import { projectsEvents } from './projects.events';
import { createProject } from './projects.policy';
import { presentProject, presentProjectWithBoards } from './projects.presenter';
import { ProjectsReadModel } from './projects.read-model';
import { ProjectsRepository } from './projects.repository';
import type { ProjectsDuplicateInput, ProjectWithBoardsOutput } from './projects.schemas';
import { authorize } from '../../access/policy';

@Injectable()
export class ProjectDuplicationService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly projects: ProjectsRepository,
    private readonly reads: ProjectsReadModel,
    private readonly boardCopies: BoardCopiesService,
    private readonly boards: BoardsReadModel,
    private readonly outbox: Outbox,
  ) {}

  /** The copy is never archived, and its creator is the caller. */
  duplicate(
    context: CallContext,
    { id, name, includeItems, includeAutomations }: ProjectsDuplicateInput,
  ): Promise<ProjectWithBoardsOutput> {
    return this.transactions.run(context, async (tx) => {
      const { access } = await this.hierarchy.project(tx, id);
      authorize(createProject, tx.principal, { access });
      const original = await this.reads.get(tx, id);
      if (original === null) throw new RecordNotFound('project');
      const copyId = newId('project');
      const now = clock.now();
      await this.projects.insert(tx, {
        id: copyId,
        workspaceId: original.workspaceId,
        name: name ?? copyName(original.name, NAME_MAX),
        description: original.description,
        icon: original.icon,
        createdBy: context.principal.userId,
        archivedAt: null,
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const copy = await this.reads.get(tx, copyId);
      await this.outbox.append(tx, projectsEvents.created.create({ project: presentProject(copy!) }));
      await this.boardCopies.copy(
        tx,
        { projectId: id },
        { projectId: copyId, name: null, includeItems, includeAutomations },
      );
      return presentProjectWithBoards(copy!, await this.boards.shown(tx, copyId));
    });
  }
}
