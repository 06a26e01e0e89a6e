import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { HierarchyService } from '../../hierarchy';
import type { AutomationRecord } from '../automation.record';
import { CreatorCannotAct } from '../automations.errors';
import { AutomationsRepository } from '../automations.repository';
import { DisablingService } from '../disabling/disabling.service';
import type { QueuedExecution } from '../executions/execution.record';
import { ExecutionsRepository } from '../executions/executions.repository';
import { AutomationContextService } from './automation-context.service';
import { AutomationRunService } from './automation-run.service';

type Tx = InTransaction<TenantContext & { readonly organizationId: OrganizationId }>;

/** Disables automations whose creators can no longer act: all their executions would fail. */
@Injectable()
export class LostAccessService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly executions: ExecutionsRepository,
    private readonly automations: AutomationsRepository,
    private readonly contexts: AutomationContextService,
    private readonly runs: AutomationRunService,
    private readonly disabling: DisablingService,
    private readonly hierarchy: HierarchyService,
  ) {}

  /** Ends the execution and disables its automation, unless the creator can act: what the execution has read can be outdated. */
  async end(organizationId: OrganizationId, execution: QueuedExecution, began: number): Promise<void> {
    const { id, automationId } = execution;
    await this.transactions.run({ ...NO_TRANSACTION, organizationId }, async (tx) => {
      if (!(await this.executions.claim(tx, [id])).has(id)) return;
      const automation = await this.automations.lock(tx, automationId);
      if (automation === null) return;
      if (!automation.enabled) return this.executions.remove(tx, id);
      const error = await this.reasonOf(tx, automation, execution);
      if (error === null) return;
      const duration = Math.round(performance.now() - began);
      const failure = { actionsExecuted: 0, error, failedAction: null, duration, version: null };
      await this.executions.end(tx, [{ id, status: 'failed', ...failure }]);
      await this.disabling.disable(tx, automation, error);
    });
  }

  private async reasonOf(
    tx: Tx,
    automation: AutomationRecord,
    execution: QueuedExecution,
  ): Promise<string | null> {
    try {
      const context = await this.contexts.contextWithin(tx, automation, execution);
      this.runs.actingBoard(context, await this.hierarchy.boardFacts(context, automation.boardId));
      return null;
    } catch (error) {
      if (error instanceof CreatorCannotAct) return error.message;
      throw error;
    }
  }
}
