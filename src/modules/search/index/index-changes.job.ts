import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import type { ChangedIds } from './changed-records';
import { SearchIndexerService } from './search-indexer.service';

export interface IndexChangesPayload extends ChangedIds {
  organizationId: OrganizationId;
}

/** Indexes records that have changed. */
@Job({ name: 'search.index-changes' })
@Injectable()
export class IndexChangesJob implements JobHandler<IndexChangesPayload> {
  constructor(private readonly indexer: SearchIndexerService) {}

  async perform({ organizationId, ...changed }: IndexChangesPayload): Promise<void> {
    await this.indexer.follow({ organizationId, transaction: null }, changed);
  }
}
