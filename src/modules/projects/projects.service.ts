import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type ProjectId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import type { EventTaking } from '../../platform/events/define-event';
import { Outbox } from '../../platform/events/outbox';
import { BoardsService } from '../boards';
import { HierarchyService, projectTopic, RecordNotFound } from '../hierarchy';
import { TemplateCatalogService } from '../templates';
import type { ProjectEntity } from './project.entity';
import { ProjectChanged } from './projects.errors';
import { projectsEvents } from './projects.events';
import { changeProject, createProject } from './projects.policy';
import { presentBoardOfProject, presentProject } from './projects.presenter';
import { ProjectsReadModel } from './projects.read-model';
import { ProjectsRepository } from './projects.repository';
import type {
  ProjectOutput,
  ProjectsCreateInput,
  ProjectsUpdateInput,
  ProjectWithBoardsOutput,
} from './projects.schemas';
import { authorize } from '../../access/policy';

const DEFAULT_BOARD_NAME = 'Main board';

interface Change {
  patch: Partial<ProjectEntity>;
  event: EventTaking<{ project: ProjectOutput }>;
  /** Whether there is nothing to change: the record is returned unchanged, without an event. */
  isDone?: (project: ProjectOutput) => boolean;
}

@Injectable()
export class ProjectsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly projects: ProjectsRepository,
    private readonly reads: ProjectsReadModel,
    private readonly boards: BoardsService,
    private readonly templates: TemplateCatalogService,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, input: ProjectsCreateInput): Promise<ProjectWithBoardsOutput> {
    return this.transactions.run(context, async (tx) => {
      const { access } = await this.hierarchy.workspace(tx, input.workspaceId);
      authorize(createProject, tx.principal, { access });
      const { templateId } = input;
      const template = templateId === undefined ? [] : await this.templates.boards(tx, templateId);
      const id = newId('project');
      const now = clock.now();
      await this.projects.insert(tx, {
        id,
        workspaceId: input.workspaceId,
        name: input.name,
        description: input.description ?? null,
        icon: input.icon ?? null,
        createdBy: context.principal.userId,
        archivedAt: null,
        deletedAt: null,
        createdAt: now,
        updatedAt: now,
      });
      const project = await this.read(tx, id);
      await this.outbox.append(tx, projectsEvents.created.create({ project }));
      const boards =
        template.length > 0
          ? await this.boards.createFromTemplate(tx, id, template)
          : [await this.boards.create(tx, { projectId: id, name: DEFAULT_BOARD_NAME })];
      return { ...project, boards: boards.map(presentBoardOfProject) };
    });
  }

  update(
    context: CallContext,
    { id, expectedUpdatedAt, ...patch }: ProjectsUpdateInput,
  ): Promise<ProjectOutput> {
    return this.change(context, id, expectedUpdatedAt, { patch, event: projectsEvents.updated });
  }

  archive(context: CallContext, id: ProjectId, expected?: Date): Promise<ProjectOutput> {
    return this.change(context, id, expected, {
      patch: { archivedAt: clock.now() },
      event: projectsEvents.archived,
      isDone: ({ archivedAt }) => archivedAt !== null,
    });
  }

  restore(context: CallContext, id: ProjectId, expected?: Date): Promise<ProjectOutput> {
    return this.change(context, id, expected, {
      patch: { archivedAt: null },
      event: projectsEvents.restored,
      isDone: ({ archivedAt }) => archivedAt === null,
    });
  }

  private change(
    context: CallContext,
    id: ProjectId,
    expected: Date | undefined,
    { patch, event, isDone }: Change,
  ): Promise<ProjectOutput> {
    return this.transactions.run(context, async (tx) => {
      await this.projects.lock(tx, id);
      const { access } = await this.hierarchy.project(tx, id);
      authorize(changeProject, tx.principal, { access });
      const current = await this.read(tx, id);
      if (isDone?.(current)) {
        if (expected && current.updatedAt !== expected.toISOString()) throw new ProjectChanged();
        return current;
      }
      if ((await this.projects.update(tx, id, patch, expected)) === null) throw new ProjectChanged();
      tx.transaction.invalidate(projectTopic(id));
      const project = await this.read(tx, id);
      await this.outbox.append(tx, event.create({ project }));
      return project;
    });
  }

  private async read(tx: InTransaction<CallContext>, id: ProjectId): Promise<ProjectOutput> {
    const row = await this.reads.get(tx, id);
    if (row === null) throw new RecordNotFound('project');
    return presentProject(row);
  }
}
