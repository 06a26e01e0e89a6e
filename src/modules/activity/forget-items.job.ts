import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { inBatches } from '../../platform/schedule/in-batches';
import { ActivityRepository } from './activity.repository';

export interface ForgetItemsPayload {
  organizationId: OrganizationId;
  itemIds: string[];
}

/** Removes the content of items that were permanently deleted from Trash from the log; their names stay. */
@Job({ name: 'activity.forget-items' })
@Injectable()
export class ForgetItemsJob implements JobHandler<ForgetItemsPayload> {
  constructor(private readonly activity: ActivityRepository) {}

  async perform({ organizationId, itemIds }: ForgetItemsPayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    await inBatches(() => this.activity.forgetContents(context, itemIds), run.signal);
  }
}
