import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import {
  type CommittedEvent,
  type EventSubscriber,
  Subscriber,
} from '../../platform/jobs/subscriber.decorator';
import { ActivityRepository } from './activity.repository';

/** Keeps an entry of every event on a board. What happens to organizations and their members is no activity. */
@Subscriber({ name: 'activity', events: 'all' })
@Injectable()
export class ActivitySubscriber implements EventSubscriber {
  constructor(private readonly activity: ActivityRepository) {}

  async handle(events: readonly CommittedEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    await this.activity.record(
      tx,
      events.filter(({ boardId }) => boardId !== null),
    );
  }
}
