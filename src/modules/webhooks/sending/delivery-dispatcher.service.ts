import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { ProcessConfig } from '../../../platform/config/process.config';
import { ProcessSignals } from '../../../platform/database/process-signals';
import { AttemptLoop } from '../../../platform/attempts/attempt-loop';
import { Log } from '../../../platform/logging/log';
import { inRootSpan, linkCauses } from '../../../platform/tracing/tracing';
import { type ClaimedDelivery, ClaimsRepository, type FreeSlots, SLOW_MS } from './claims.repository';
import { DeliveryResultsService } from './delivery-results.service';
import { PayloadsService, type ReadyDelivery } from './payloads.service';
import { WebhookSenderService } from './webhook-sender.service';

/** Deliveries with their bodies by id: null when the body cannot be built now. Those whose event has left the log are missing. */
type Prepared = ReadonlyMap<string, ReadyDelivery | null>;

/** Attempts of one process at the same time. Slow receivers use only their own part. */
const FAST_SLOTS = 64;
const SLOW_SLOTS = 192;

/**
 * Sends deliveries that are due, in processes that have the worker role. Not with jobs: receivers that respond slowly would
 * occupy the few slots of the workers (decision 0094).
 */
@Injectable()
export class DeliveryDispatcherService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: AttemptLoop<ClaimedDelivery>;

  constructor(
    private readonly process: ProcessConfig,
    private readonly claims: ClaimsRepository,
    private readonly payloads: PayloadsService,
    private readonly sender: WebhookSenderService,
    private readonly results: DeliveryResultsService,
    private readonly signals: ProcessSignals,
    private readonly log: Log,
  ) {
    this.loop = new AttemptLoop({
      listen: (wake) => this.signals.listen('webhooks', wake),
      hasRoom: () => isAny(this.freeSlots()),
      hasDue: () => this.claims.hasDue(),
      startDue: () => this.startDue(),
      onFailure: (error) => this.log.warn('deliveries of webhooks could not be claimed, retrying', { error }),
    });
  }

  onApplicationBootstrap(): void {
    if (this.process.has('worker')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** Starts attempts, as far as slots are free, without waiting for their ends; returns how many. */
  private async startDue(): Promise<number> {
    const claimed = await this.claims.claim(this.freeSlots());
    for (const [organizationId, deliveries] of byOrganization(claimed)) {
      const prepared = this.prepare(organizationId, deliveries);
      for (const delivery of deliveries) this.start(delivery, prepared);
    }
    return claimed.length;
  }

  private start(delivery: ClaimedDelivery, prepared: Promise<Prepared>): void {
    const attempt = this.attempt(delivery, prepared).catch((error: unknown) => {
      const { organizationId, id } = delivery;
      this.log.error('a delivery of a webhook could not be attempted; it is repeated after its lease', {
        organizationId,
        deliveryId: id,
        error,
      });
    });
    this.loop.add(delivery, attempt);
  }

  private attempt(delivery: ClaimedDelivery, prepared: Promise<Prepared>): Promise<void> {
    const { id, webhookId, failures } = delivery;
    const attributes = {
      'trestle.webhook.id': webhookId,
      'trestle.delivery.id': id,
      'trestle.attempt': failures + 1,
    };
    return inRootSpan('deliver webhook', { attributes }, () => this.attemptNow(delivery, prepared));
  }

  private async attemptNow(delivery: ClaimedDelivery, prepared: Promise<Prepared>): Promise<void> {
    const ready = (await prepared).get(delivery.id);
    if (ready === null) return;
    linkCauses([ready?.traceparent]);
    if (ready === undefined) return this.results.fail(delivery, 'The event is no longer in the log');
    const { organizationId, webhookId, eventId, previousSecretExpiresAt: expiresAt } = delivery;
    const previousSecretExpiresAt = expiresAt === null ? null : new Date(expiresAt);
    const webhook = { ...delivery, id: webhookId, previousSecretExpiresAt };
    const outcome = await this.sender.send({ organizationId, webhook, id: eventId, body: ready.payload });
    await this.results.record(delivery, outcome);
  }

  private async prepare(
    organizationId: OrganizationId,
    deliveries: readonly ClaimedDelivery[],
  ): Promise<Prepared> {
    try {
      const ready = await this.payloads.complete(organizationId, deliveries);
      return new Map(ready.map((delivery) => [delivery.id, delivery]));
    } catch (error) {
      if (deliveries.length > 1) return this.prepareApart(organizationId, deliveries);
      const [{ id }] = deliveries as [ClaimedDelivery];
      this.log.error('the payload of a webhook could not be built, retrying', {
        organizationId,
        deliveryId: id,
        error,
      });
      await this.claims.release(deliveries).catch(() => undefined);
      return new Map([[id, null]]);
    }
  }

  /** In halves, so that one event that cannot be shown delays no other one. */
  private async prepareApart(
    organizationId: OrganizationId,
    deliveries: readonly ClaimedDelivery[],
  ): Promise<Prepared> {
    const half = Math.ceil(deliveries.length / 2);
    const first = await this.prepare(organizationId, deliveries.slice(0, half));
    return new Map([...first, ...(await this.prepare(organizationId, deliveries.slice(half)))]);
  }

  private freeSlots(): FreeSlots {
    let fast = FAST_SLOTS;
    let slow = SLOW_SLOTS;
    for (const { claimed, startedAtMs } of this.loop.inProgress) {
      if (claimed.isSlow || performance.now() - startedAtMs > SLOW_MS) slow -= 1;
      else fast -= 1;
    }
    return { fast, slow: Math.max(0, slow) };
  }
}

function isAny({ fast, slow }: FreeSlots): boolean {
  return fast > 0 || slow > 0;
}

function byOrganization(deliveries: readonly ClaimedDelivery[]): Map<OrganizationId, ClaimedDelivery[]> {
  const groups = new Map<OrganizationId, ClaimedDelivery[]>();
  for (const delivery of deliveries) {
    const group = groups.get(delivery.organizationId);
    if (group === undefined) groups.set(delivery.organizationId, [delivery]);
    else group.push(delivery);
  }
  return groups;
}
