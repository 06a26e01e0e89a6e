import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { JsonText, objectText } from '../../../kernel/json';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { EventLog } from '../../../platform/events/log/event-log';
import { EventPresenterService } from '../../events';
import { type ClaimedDelivery, ClaimsRepository } from './claims.repository';

export type ReadyDelivery = ClaimedDelivery & {
  readonly payload: string;
  /** The span that made the change, for the first attempt. */
  readonly traceparent?: string | undefined;
};

interface Body {
  readonly payload: string;
  readonly traceparent: string | undefined;
}

/** Builds the body of each delivery once, at its first attempt, and stores it: retries send the same bytes. */
@Injectable()
export class PayloadsService {
  constructor(
    private readonly events: EventLog,
    private readonly presenter: EventPresenterService,
    private readonly claims: ClaimsRepository,
  ) {}

  /** Deliveries of one organization with their bodies; those whose event is no longer in the log are missing. */
  async complete(
    organizationId: OrganizationId,
    deliveries: readonly ClaimedDelivery[],
  ): Promise<ReadyDelivery[]> {
    const ready = deliveries.filter(hasPayload);
    const fresh = deliveries.filter((delivery) => !hasPayload(delivery));
    if (fresh.length === 0) return ready;
    const bodies = await this.bodies(organizationId, fresh);
    const built = fresh.flatMap((delivery) => {
      const body = bodies.get(delivery.eventId);
      return body === undefined ? [] : [{ ...delivery, ...body }];
    });
    await this.claims.storePayloads(built);
    return [...ready, ...built];
  }

  private async bodies(
    organizationId: OrganizationId,
    deliveries: readonly ClaimedDelivery[],
  ): Promise<Map<string, Body>> {
    const context = { ...NO_TRANSACTION, organizationId };
    const { slug } = deliveries[0]!;
    const places = new Map(
      deliveries.map(({ eventId, eventSequence: sequence, eventDay: day }) => [eventId, { sequence, day }]),
    );
    const events = await this.events.at(context, organizationId, [...places.values()]);
    const bodies = new Map<string, Body>();
    for (const { event, data } of await this.presenter.present(context, events)) {
      const { id, type, occurredAt: timestamp } = event;
      const organization = { id: organizationId, slug };
      const shown = data && new JsonText(objectText(data));
      const payload = objectText({ id, type, timestamp, organization, data: shown });
      bodies.set(id, { payload, traceparent: event.origin.traceparent });
    }
    return bodies;
  }
}

function hasPayload(delivery: ClaimedDelivery): delivery is ReadyDelivery {
  return delivery.payload !== null;
}
