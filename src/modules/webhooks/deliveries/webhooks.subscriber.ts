import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { ProcessSignals } from '../../../platform/database/process-signals';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { EventOf } from '../../../platform/events/define-event';
import { type EventSubscriber, Subscriber } from '../../../platform/events/subscriber.decorator';
import { WEBHOOK_EVENTS } from '../webhook-events';
import { DeliveriesRepository, KEPT_MS } from './deliveries.repository';
import { MatchingWebhooksReadModel } from './matching-webhooks.read-model';

type WebhookEvent = EventOf<(typeof WEBHOOK_EVENTS)[number]>;

/** Schedules a delivery for each webhook that gets an event. */
@Subscriber({ name: 'webhooks', events: WEBHOOK_EVENTS })
@Injectable()
export class WebhooksSubscriber implements EventSubscriber<WebhookEvent> {
  constructor(
    private readonly matching: MatchingWebhooksReadModel,
    private readonly deliveries: DeliveriesRepository,
    private readonly signals: ProcessSignals,
  ) {}

  async handle(events: readonly WebhookEvent[], tx: InTransaction<DatabaseContext>): Promise<void> {
    const organizationIds = [...new Set(events.map(({ organizationId }) => organizationId))];
    const webhooks = await this.matching.enabled(tx, organizationIds);
    if (webhooks.length === 0) return;
    // The log can keep events for longer than deliveries are kept: a replay must not send those again.
    const oldest = new Date(clock.nowMs() - KEPT_MS).toISOString();
    const pairs = await this.matching.pairs(
      tx,
      webhooks,
      events,
      ({ enabledAfterSequence }, { sequence, occurredAt }) =>
        sequence > enabledAfterSequence && occurredAt > oldest,
    );
    if (pairs.length === 0) return;
    await this.deliveries.add(tx, pairs);
    tx.transaction.afterCommit(() => this.signals.raise('webhooks'));
  }
}
