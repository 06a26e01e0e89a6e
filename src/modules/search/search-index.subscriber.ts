import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Jobs } from '../../platform/jobs/jobs';
import {
  type CommittedEvent,
  type EventSubscriber,
  Subscriber,
} from '../../platform/jobs/subscriber.decorator';
import { ChangedRecords, SEARCHED_EVENTS } from './changed-records';
import { IndexBoardJob } from './index-board.job';
import { IndexChangesJob } from './index-changes.job';

/** Names what has changed to a job: reading and cutting up long texts would hold up the other subscribers. */
@Subscriber({ name: 'search.index', events: SEARCHED_EVENTS })
@Injectable()
export class SearchIndexSubscriber implements EventSubscriber {
  constructor(private readonly jobs: Jobs) {}

  async handle(events: readonly CommittedEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
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
      // In one order, so that two transactions that write jobs of the same keys wait for each other, never crosswise.
      for (const boardId of [...changed.wholeBoards].toSorted()) {
        await this.jobs.enqueue(tx, IndexBoardJob, { organizationId, boardId }, { key: boardId });
      }
    }
  }
}
