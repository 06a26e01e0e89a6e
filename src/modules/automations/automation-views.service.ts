import { Injectable } from '@nestjs/common';
import type { AutomationId, BoardId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { HierarchyService } from '../hierarchy';
import type { AutomationRecord } from './automation.record';
import { AutomationNotFound } from './automations.errors';
import { AutomationsReadModel } from './automations.read-model';
import type { AutomationsLogInput } from './automations.schemas';
import type { ExecutionRecord } from './executions/execution.record';
import { ExecutionsReadModel } from './executions/executions.read-model';

/** Automations and their log, for users who see the board. */
@Injectable()
export class AutomationViewsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly automations: AutomationsReadModel,
    private readonly executions: ExecutionsReadModel,
  ) {}

  async list(context: CallContext, boardId: BoardId): Promise<AutomationRecord[]> {
    await this.hierarchy.board(context, boardId);
    return this.automations.list(context, boardId);
  }

  /** An automation on a board that the caller sees. */
  async find(context: CallContext, id: AutomationId): Promise<AutomationRecord> {
    const automation = await this.automations.get(context, id);
    if (automation === null) throw new AutomationNotFound();
    await this.hierarchy.board(context, automation.boardId, 'automation');
    return automation;
  }

  /** The newest first. */
  async log(
    context: CallContext,
    { automationId, cursor, limit }: AutomationsLogInput,
  ): Promise<{ executions: ExecutionRecord[]; nextCursor: string | null }> {
    await this.find(context, automationId);
    const { rows, nextCursor } = await this.executions.page(context, automationId, cursor ?? null, limit);
    return { executions: rows, nextCursor };
  }
}
