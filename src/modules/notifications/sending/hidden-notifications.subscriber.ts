import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventOf } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { commentsEvents } from '../../comments/comments.events';
import { itemsEvents } from '../../items/items.events';
import { NotificationsRepository } from '../notifications.repository';

const CHANGING = [
  itemsEvents.moved,
  itemsEvents.trashed,
  itemsEvents.restored,
  itemsEvents.deleted,
  commentsEvents.deleted,
];
type ChangingEvent = EventOf<(typeof CHANGING)[number]>;

/**
 * Keeps the counters of unread notifications right when items and comments disappear, return or change boards. Lists read
 * the records themselves and need no correction.
 */
@Subscriber({ name: 'notifications.hidden', events: CHANGING })
@Injectable()
export class HiddenNotificationsSubscriber implements EventSubscriber<ChangingEvent> {
  constructor(private readonly notifications: NotificationsRepository) {}

  async handle(events: readonly ChangingEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const changed = events.filter(
      (event) => !itemsEvents.moved.is(event) || event.data.previousBoardId !== undefined,
    );
    await this.notifications.refresh(tx, changed);
  }
}
