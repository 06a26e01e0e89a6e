import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import {
  type CommittedEvent,
  type EventSubscriber,
  Subscriber,
} from '../../../platform/jobs/subscriber.decorator';
import { Notices } from './notices';

/** Tells whoever administers an organization that its owner has come in past its single sign-on. */
@Subscriber({ name: 'sso.broken-glass', events: ['member.broke_glass'] })
@Injectable()
export class BrokenGlassSubscriber implements EventSubscriber {
  constructor(private readonly notices: Notices) {}

  async handle(events: readonly CommittedEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    for (const { organizationId, data, occurredAt: at } of events) {
      const { method } = data as { method: string };
      await this.notices.send(tx, organizationId, { kind: 'break-glass', method, at });
    }
  }
}
