import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Jobs } from '../../../platform/jobs/jobs';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { IndexOrganizationJob } from './index-organization.job';
import { SearchFillsRepository } from './search-fills.repository';

/** Starts the initial indexing. The migration cannot: it creates the table before the job queue exists. */
@Scheduled({ name: 'search.fill', everyMinutes: 1 })
@Injectable()
export class SearchFillSweep implements ScheduledWork {
  constructor(
    private readonly fills: SearchFillsRepository,
    private readonly jobs: Jobs,
  ) {}

  async run(): Promise<void> {
    for (const organizationId of await this.fills.waiting()) {
      await this.jobs.enqueue(
        NO_TRANSACTION,
        IndexOrganizationJob,
        { organizationId },
        { key: organizationId },
      );
    }
  }
}
