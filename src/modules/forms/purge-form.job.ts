import { Injectable } from '@nestjs/common';
import type { FormId, OrganizationId } from '../../kernel/ids';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { inBatches } from '../../platform/schedule/in-batches';
import { FormsRepository } from './forms.repository';

export interface PurgeFormPayload {
  organizationId: OrganizationId;
  formId: FormId;
}

/** Permanently deletes the submissions of a deleted form in batches, then the form. */
@Job({ name: 'forms.purge' })
@Injectable()
export class PurgeFormJob implements JobHandler<PurgeFormPayload> {
  constructor(private readonly forms: FormsRepository) {}

  async perform({ organizationId, formId }: PurgeFormPayload, { signal }: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    await inBatches(() => this.forms.purgeSubmissions(context, formId), signal);
    signal.throwIfAborted();
    await this.forms.purge(context, formId);
  }
}
