import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import {
  type CommittedEvent,
  type EventSubscriber,
  Subscriber,
} from '../../platform/jobs/subscriber.decorator';
import { Jobs } from '../../platform/jobs/jobs';
import { ActivityRepository } from './activity.repository';
import { ForgetItemsJob } from './forget-items.job';

/** Keeps an entry of every event on a board. What happens to organizations and their members is no activity. */
@Subscriber({ name: 'activity', events: 'all' })
@Injectable()
export class ActivitySubscriber implements EventSubscriber {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly jobs: Jobs,
  ) {}

  async handle(events: readonly CommittedEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    await this.activity.record(
      tx,
      events.filter(({ boardId }) => boardId !== null),
    );
    for (const [organizationId, itemIds] of purgedItems(events)) {
      await this.jobs.enqueue(tx, ForgetItemsJob, { organizationId, itemIds });
    }
  }
}

function purgedItems(events: readonly CommittedEvent[]): Map<OrganizationId, string[]> {
  const purged = new Map<OrganizationId, string[]>();
  for (const { type, organizationId, itemId } of events) {
    if (type !== 'item.deleted' || itemId === null) continue;
    const ids = purged.get(organizationId);
    if (ids) ids.push(itemId);
    else purged.set(organizationId, [itemId]);
  }
  return purged;
}
