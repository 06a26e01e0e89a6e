import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventOf } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { accountsEvents } from '../../accounts/accounts.events';
import { IndexRenamedPersonJob } from './index-renamed-person.job';

type Renamed = EventOf<typeof accountsEvents.renamed>;

/** Updates the sort keys of cells that show a user whose name changed. */
@Subscriber({ name: 'columns.renamed-people', events: [accountsEvents.renamed] })
@Injectable()
export class RenamedPeopleSubscriber implements EventSubscriber<Renamed> {
  constructor(private readonly jobs: Jobs) {}

  async handle(events: readonly Renamed[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const people = new Map(
      events.map(({ organizationId, data: { userId } }) => [
        `${organizationId}:${userId}`,
        { organizationId, userId },
      ]),
    );
    // In the order of their keys, to avoid deadlocks between transactions that enqueue several keyed jobs.
    for (const key of [...people.keys()].sort()) {
      await this.jobs.enqueue(tx, IndexRenamedPersonJob, people.get(key)!, { key });
    }
  }
}
