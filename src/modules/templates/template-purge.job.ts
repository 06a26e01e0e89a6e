import { Injectable } from '@nestjs/common';
import type { OrganizationId, TemplateId } from '../../kernel/ids';
import { Job, type JobHandler } from '../../platform/jobs/job.decorator';
import { TemplatesRepository } from './templates.repository';

export interface TemplatePurgePayload {
  organizationId: OrganizationId;
  templateId: TemplateId;
}

/** Deletes the row of a deleted template (kernel/tombstone.ts). */
@Job({ name: 'templates.purge' })
@Injectable()
export class TemplatePurgeJob implements JobHandler<TemplatePurgePayload> {
  constructor(private readonly templates: TemplatesRepository) {}

  async perform({ organizationId, templateId }: TemplatePurgePayload): Promise<void> {
    await this.templates.delete({ organizationId, transaction: null }, templateId);
  }
}
