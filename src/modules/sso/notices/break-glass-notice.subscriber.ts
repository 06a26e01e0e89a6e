import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventOf } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { accountsEvents } from '../../accounts/accounts.events';
import { NoticesService } from './notices.service';

type Bypassed = EventOf<typeof accountsEvents.ssoBypassed>;

/** Notifies the administrators of an organization when its owner signs in without the enforced single sign-on. */
@Subscriber({ name: 'sso.broken-glass', events: [accountsEvents.ssoBypassed] })
@Injectable()
export class BreakGlassNoticeSubscriber implements EventSubscriber<Bypassed> {
  constructor(private readonly notices: NoticesService) {}

  async handle(events: readonly Bypassed[], tx: InTransaction<DatabaseContext>): Promise<void> {
    for (const { organizationId, data, occurredAt: at } of events) {
      await this.notices.send(tx, organizationId, { kind: 'break-glass', method: data.method, at });
    }
  }
}
