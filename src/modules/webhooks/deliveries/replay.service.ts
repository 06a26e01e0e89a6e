import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { EventId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { ProcessSignals } from '../../../platform/database/process-signals';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { EventLog, type OrganizationPlace } from '../../../platform/events/log/event-log';
import { TooManyEvents } from '../webhooks.errors';
import { WebhooksService } from '../webhooks.service';
import { DeliveriesRepository, type ScheduledEvent } from './deliveries.repository';
import type { WebhooksReplayInput } from './deliveries.schemas';
import { MatchingWebhooksReadModel, type WebhookFilter } from './matching-webhooks.read-model';

const MAX_EVENTS = 10_000;
/** Deliveries per statement. */
const BATCH = 1_000;
const EARLIEST = new Date(0);

/** Delivers past events to one webhook: events that it missed, and events that it has had, again. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly webhooks: WebhooksService,
    private readonly matching: MatchingWebhooksReadModel,
    private readonly deliveries: DeliveriesRepository,
    private readonly events: EventLog,
    private readonly signals: ProcessSignals,
  ) {}

  /** Returns the number of deliveries: one for each event that the webhook gets. */
  replay(context: CallContext, input: WebhooksReplayInput): Promise<number> {
    return this.transactions.run(context, async (tx) => {
      const { organizationId } = tx;
      const { id, events, projectId } = await this.webhooks.foundEnabled(tx, input.id);
      const found = await this.matchingEvents(tx, { organizationId, id, events, projectId }, input);
      for (let at = 0; at < found.length; at += BATCH)
        await this.deliveries.repeat(tx, found.slice(at, at + BATCH));
      tx.transaction.afterCommit(() => this.signals.raise('webhooks'));
      return found.length;
    });
  }

  private async matchingEvents(
    context: CallContext,
    webhook: WebhookFilter,
    { since, ...range }: WebhooksReplayInput,
  ): Promise<ScheduledEvent[]> {
    const { organizationId } = context;
    // No event is outside these times, and PostgreSQL does not know all that JavaScript does.
    const from = range.from === undefined || range.from < EARLIEST ? EARLIEST : range.from;
    const to = range.to === undefined || range.to > clock.now() ? clock.now() : range.to;
    const wanted = { types: webhook.events, from, to };
    const found: ScheduledEvent[] = [];
    let place: OrganizationPlace =
      since === undefined ? { sequence: 0, day: dayBefore(from) } : await this.placeOf(context, since);
    for (;;) {
      const batch = await this.events.heads(context, organizationId, place, wanted);
      if (batch === null) return found;
      const heads = batch.heads.map((head) => ({ ...head, organizationId }));
      found.push(...(await this.matching.pairs(context, [webhook], heads)));
      if (found.length > MAX_EVENTS)
        throw new TooManyEvents(since === undefined ? 'from' : 'since', MAX_EVENTS);
      place = batch;
    }
  }

  private async placeOf(context: CallContext, since: EventId): Promise<OrganizationPlace> {
    const place = await this.events.placeOf(context, context.organizationId, since);
    if (place === null) throw InvalidInput.at('since', 'Unknown event, or no longer in the log');
    return place;
  }
}

/** The partition of an event can be a day before its time, because clocks differ. */
function dayBefore(instant: Date): string {
  return new Date(instant.getTime() - 86_400_000).toISOString().slice(0, 10);
}
