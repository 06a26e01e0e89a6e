import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { Jobs } from '../../platform/jobs/jobs';
import {
  type CommittedEvent,
  type EventSubscriber,
  Subscriber,
} from '../../platform/jobs/subscriber.decorator';
import { IndexRenamedPersonJob } from './index-renamed-person.job';

/** Has cells sort by the new name of whoever changed theirs. */
@Subscriber({ name: 'columns.renamed-people', events: ['member.renamed'] })
@Injectable()
export class RenamedPeopleSubscriber implements EventSubscriber {
  constructor(private readonly jobs: Jobs) {}

  async handle(events: readonly CommittedEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const people = new Map(
      events.map(({ organizationId, data }) => {
        const { userId } = data as { userId: UserId };
        return [`${organizationId}:${userId}`, { organizationId, userId }];
      }),
    );
    // In the order of their keys, as whoever enqueues several keyed jobs does.
    for (const key of [...people.keys()].sort()) {
      await this.jobs.enqueue(tx, IndexRenamedPersonJob, people.get(key)!, { key });
    }
  }
}
