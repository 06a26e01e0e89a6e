import { Injectable } from '@nestjs/common';
import type { AutomationId, OrganizationId } from '../../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { AutomationsPurgeService } from './automations-purge.service';

export interface PurgeAutomationPayload {
  organizationId: OrganizationId;
  automationId: AutomationId;
}

/** Deletes the executions of a deleted automation, of which there can be many. */
@Job({ name: 'automations.purge' })
@Injectable()
export class PurgeAutomationJob implements JobHandler<PurgeAutomationPayload> {
  constructor(private readonly automations: AutomationsPurgeService) {}

  async perform({ organizationId, automationId }: PurgeAutomationPayload, { signal }: JobRun): Promise<void> {
    await this.automations.purge({ organizationId, transaction: null }, automationId, signal);
  }
}
