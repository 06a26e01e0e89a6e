import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type TemplateId } from '../../kernel/ids';
import { tombstoneEnd } from '../../kernel/tombstone';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Jobs } from '../../platform/jobs/jobs';
import { Outbox } from '../../platform/events/outbox';
import { type BoardFacts, HierarchyService, RecordNotFound } from '../hierarchy';
import { TemplateCatalogService } from './template-catalog.service';
import { contentOf, type TemplateKind } from './template-content';
import { TemplatePurgeJob } from './template-purge.job';
import { TemplateTooLarge, TooManyBoards } from './templates.errors';
import { templatesEvents } from './templates.events';
import { createTemplate, deleteTemplate } from './templates.policy';
import { presentTemplate, presentWholeTemplate } from './templates.presenter';
import { TemplatesRepository } from './templates.repository';
import {
  TEMPLATE_BOARDS_MAX,
  TEMPLATE_SIZE_MAX,
  type TemplatesCreateInput,
  type WholeTemplateOutput,
} from './templates.schemas';
import { authorize } from '../../access/policy';

/** Creates and deletes the organization's own templates. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly catalog: TemplateCatalogService,
    private readonly templates: TemplatesRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** Later changes of the board or project do not change the template. */
  create(context: CallContext, input: TemplatesCreateInput): Promise<WholeTemplateOutput> {
    return this.transactions.run(context, async (tx) => {
      const boards = await this.sources(tx, input);
      authorize(createTemplate, tx.principal);
      const content = contentOf(boards);
      const kind: TemplateKind = input.boardId === undefined ? 'project' : 'board';
      if (JSON.stringify(content).length > TEMPLATE_SIZE_MAX) throw new TemplateTooLarge(`${kind}Id`);
      const id = newId('template');
      await this.templates.insert(tx, {
        id,
        kind,
        name: input.name,
        content,
        createdBy: context.principal.userId,
        deletedAt: null,
        createdAt: clock.now(),
      });
      const template = await this.catalog.get(tx, id);
      await this.outbox.append(tx, templatesEvents.created.create({ template: presentTemplate(template) }));
      return presentWholeTemplate(template);
    });
  }

  async delete(context: CallContext, id: TemplateId): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const template = await this.catalog.get(tx, id);
      authorize(deleteTemplate, tx.principal, template);
      if (!(await this.templates.markDeleted(tx, id))) throw new RecordNotFound('template');
      const { organizationId } = context;
      await this.jobs.enqueue(
        tx,
        TemplatePurgeJob,
        { organizationId, templateId: id },
        { runAt: tombstoneEnd() },
      );
      await this.outbox.append(tx, templatesEvents.deleted.create({ template: presentTemplate(template) }));
    });
  }

  private async sources(
    tx: InTransaction<CallContext>,
    { boardId, projectId }: TemplatesCreateInput,
  ): Promise<BoardFacts[]> {
    if (boardId !== undefined) return [(await this.hierarchy.board(tx, boardId)).facts];
    const boards = await this.hierarchy.boardsOfProject(tx, projectId!, TEMPLATE_BOARDS_MAX + 1);
    if (boards.length > TEMPLATE_BOARDS_MAX) throw new TooManyBoards();
    return boards;
  }
}
