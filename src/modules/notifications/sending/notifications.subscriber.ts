import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { CandidatesService } from './candidates.service';
import { NotifierService } from './notifier.service';
import { NOTIFYING, type NotifyingEvent } from './notifying-events';

/** Notifies users of changes that concern them. */
@Subscriber({ name: 'notifications', events: NOTIFYING })
@Injectable()
export class NotificationsSubscriber implements EventSubscriber<NotifyingEvent> {
  constructor(
    private readonly candidates: CandidatesService,
    private readonly notifier: NotifierService,
  ) {}

  async handle(events: readonly NotifyingEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    await this.notifier.notify(tx, await this.candidates.of(tx, events));
  }
}
