import { Injectable } from '@nestjs/common';
import type { ItemId, OrganizationId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { CommittedEvent } from '../../platform/events/committed-event';
import { type EventSubscriber, Subscriber } from '../../platform/events/subscriber.decorator';
import { Jobs } from '../../platform/jobs/jobs';
import { automationsEvents } from '../automations/automations.events';
import { itemsEvents } from '../items/items.events';
import { ActivityRepository } from './activity.repository';
import { ForgetItemsJob } from './forget-items.job';

/**
 * Records an entry for every event of a board. Events of organizations and their members are not part of the
 * activity.
 */
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
      events.filter((event) => event.boardId !== null && !isLeftOut(event)),
    );
    for (const [organizationId, itemIds] of deletedItems(events)) {
      await this.jobs.enqueue(tx, ForgetItemsJob, { organizationId, itemIds });
    }
  }
}

/** The entry of item.moved is in the lists of both boards. A message of an automation changes no board. */
function isLeftOut(event: CommittedEvent): boolean {
  return itemsEvents.removed.is(event) || automationsEvents.notified.is(event);
}

function deletedItems(events: readonly CommittedEvent[]): Map<OrganizationId, ItemId[]> {
  const deleted = new Map<OrganizationId, ItemId[]>();
  for (const event of events) {
    if (!itemsEvents.deleted.is(event)) continue;
    const ids = deleted.get(event.organizationId);
    if (ids) ids.push(event.itemId);
    else deleted.set(event.organizationId, [event.itemId]);
  }
  return deleted;
}
