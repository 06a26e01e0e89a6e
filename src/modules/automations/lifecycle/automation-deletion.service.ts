import { Injectable } from '@nestjs/common';
import type { AutomationId } from '../../../kernel/ids';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { Jobs } from '../../../platform/jobs/jobs';
import { HierarchyService } from '../../hierarchy';
import { assertVersion, AutomationNotFound } from '../automations.errors';
import { automationsEvents, eventDataOf } from '../automations.events';
import { manageAutomation } from '../automations.policy';
import { AutomationsRepository } from '../automations.repository';
import { PurgeAutomationJob } from './purge-automation.job';

@Injectable()
export class AutomationDeletionService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly automations: AutomationsRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** The automation is deleted immediately; its executions are removed in the background. */
  delete(context: CallContext, id: AutomationId, expected?: Date): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const automation = await this.automations.lock(tx, id);
      if (automation === null) throw new AutomationNotFound();
      const { boardId, createdBy } = automation;
      const { access } = await this.hierarchy.board(tx, boardId, 'automation');
      authorize(manageAutomation, tx.principal, { access, createdBy });
      assertVersion(automation, expected);
      await this.automations.delete(tx, id);
      const { organizationId } = context.principal;
      await this.jobs.enqueue(tx, PurgeAutomationJob, { organizationId, automationId: id });
      const event = automationsEvents.deleted.create({ automation: eventDataOf(automation) }, { boardId });
      await this.outbox.append(tx, event);
    });
  }
}
