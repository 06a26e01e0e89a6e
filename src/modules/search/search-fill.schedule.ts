import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '../../platform/database/database';
import { Jobs } from '../../platform/jobs/jobs';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';
import { IndexOrganizationJob } from './index-organization.job';
import { SearchFillsRepository } from './search-fills.repository';

/** Starts the first filling of the index. The migration cannot: it makes the table before there is a queue of jobs. */
@Scheduled({ name: 'search.fill', everyMinutes: 1 })
@Injectable()
export class SearchFill implements ScheduledWork {
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
