import { Injectable } from '@nestjs/common';
import type { DeliveryId, WebhookId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { ProcessSignals } from '../../../platform/database/process-signals';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { RecordNotFound } from '../../hierarchy';
import { OutboundHostsService } from '../../organizations';
import { WebhooksService } from '../webhooks.service';
import { presentDelivery } from './deliveries.presenter';
import { type DeliveryRecord, DeliveriesReadModel } from './deliveries.read-model';
import { DeliveriesRepository } from './deliveries.repository';
import type { DeliveryOutput, DeliveryStatus } from './deliveries.schemas';

/** The log of deliveries, and deliveries that are sent again. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly webhooks: WebhooksService,
    private readonly records: DeliveriesReadModel,
    private readonly deliveries: DeliveriesRepository,
    private readonly hosts: OutboundHostsService,
    private readonly signals: ProcessSignals,
  ) {}

  async list(
    context: CallContext,
    webhookId: WebhookId,
    page: { status: DeliveryStatus | undefined; cursor: DeliveryId | null; limit: number },
  ) {
    await this.webhooks.found(context, webhookId);
    const { rows, nextCursor } = await this.records.list(context, webhookId, page);
    return { deliveries: rows.map(presentDelivery), nextCursor };
  }

  /** Sends the same bytes again, with a new timestamp and signature, and retries as for a new delivery. */
  redeliver(context: CallContext, id: DeliveryId): Promise<DeliveryOutput> {
    return this.transactions.run(context, async (tx) => {
      const delivery = await this.found(tx, id);
      const { url } = await this.webhooks.foundEnabled(tx, delivery.webhookId);
      // At once, instead of in the log: what the webhook calls can have become forbidden.
      await this.hosts.check(tx, url);
      const { organizationId } = tx;
      if (delivery.status === 'pending') await this.deliveries.hurry(tx, id);
      else await this.deliveries.repeat(tx, [{ ...delivery, organizationId }]);
      tx.transaction.afterCommit(() => this.signals.raise('webhooks'));
      return presentDelivery(await this.found(tx, id));
    });
  }

  private async found(context: CallContext, id: DeliveryId): Promise<DeliveryRecord> {
    const delivery = await this.records.find(context, id);
    if (delivery === null) throw new RecordNotFound('delivery');
    return delivery;
  }
}
