import { Injectable } from '@nestjs/common';
import type { FormId, OrganizationId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { FormsPurgeService } from './forms-purge.service';

export interface PurgeFormPayload {
  organizationId: OrganizationId;
  formId: FormId;
}

/** Permanently deletes a deleted form. */
@Job({ name: 'forms.purge' })
@Injectable()
export class PurgeFormJob implements JobHandler<PurgeFormPayload> {
  constructor(private readonly forms: FormsPurgeService) {}

  async perform({ organizationId, formId }: PurgeFormPayload, { signal }: JobRun): Promise<void> {
    await this.forms.purge({ organizationId, transaction: null }, formId, signal);
  }
}
