import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { ChangedRecords, SEARCHED_EVENTS, type SearchedEvent } from './changed-records';
import { IndexBoardJob } from './index-board.job';
import { IndexChangesJob } from './index-changes.job';

/** Enqueues jobs that index the changed records: reading and splitting long texts here would delay other subscribers. */
@Subscriber({ name: 'search.index', events: SEARCHED_EVENTS })
@Injectable()
export class SearchIndexSubscriber implements EventSubscriber<SearchedEvent> {
  constructor(private readonly jobs: Jobs) {}

  async handle(events: readonly SearchedEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const organizations = new Map<OrganizationId, ChangedRecords>();
    for (const event of events) {
      const { organizationId } = event;
      let changed = organizations.get(organizationId);
      if (!changed) organizations.set(organizationId, (changed = new ChangedRecords()));
      changed.note(event);
    }
    for (const [organizationId, changed] of organizations) {
      if (!changed.isEmpty) {
        await this.jobs.enqueue(tx, IndexChangesJob, { organizationId, ...changed.ids() });
      }
      // In one order, so that two transactions that write jobs with the same keys cannot deadlock.
      for (const boardId of [...changed.wholeBoards].toSorted()) {
        await this.jobs.enqueue(tx, IndexBoardJob, { organizationId, boardId }, { key: boardId });
      }
    }
  }
}
