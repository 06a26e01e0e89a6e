import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId, WebhookId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { Jobs } from '../../../platform/jobs/jobs';
import { AdministratorsReadModel } from '../../hierarchy';
import { eventDataOf, webhooksEvents } from '../webhooks.events';
import { presentWebhook } from '../webhooks.presenter';
import { WebhooksRepository } from '../webhooks.repository';
import { EndDeliveriesJob } from './end-deliveries.job';
import { SendDisabledNoticeJob } from './send-disabled-notice.job';

type Tx = InTransaction<TenantContext & { readonly organizationId: OrganizationId }>;

/** Why the service itself disables a webhook. */
export type FailureReason = 'gone' | 'failing';

/** Disables webhooks whose receivers have failed for good, and ends the deliveries of disabled and deleted ones. */
@Injectable()
export class DisablingService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly administrators: AdministratorsReadModel,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
  ) {}

  /** Once the transaction has committed, the administrators are notified. */
  async disable(tx: Tx, id: WebhookId, reason: FailureReason): Promise<void> {
    const at = clock.now();
    if (!(await this.webhooks.disable(tx, id, { at, reason }))) return;
    const webhook = presentWebhook((await this.webhooks.find(tx, id))!);
    const byService = { ...tx, person: { userId: null } };
    await this.outbox.append(byService, webhooksEvents.disabled.create({ webhook: eventDataOf(webhook) }));
    await this.endDeliveries(tx, id);
    const { organizationId } = tx;
    // One job per recipient: a failing address does not affect other recipients.
    for (const userId of await this.administrators.list(tx))
      await this.jobs.enqueue(tx, SendDisabledNoticeJob, { organizationId, userId, webhookId: id });
  }

  /** Pending deliveries fail. In the background, because there can be many. */
  async endDeliveries(tx: Tx, webhookId: WebhookId): Promise<void> {
    await this.enqueue(tx, webhookId, false);
  }

  async removeDeliveries(tx: Tx, webhookId: WebhookId): Promise<void> {
    await this.enqueue(tx, webhookId, true);
  }

  private async enqueue(tx: Tx, webhookId: WebhookId, isDeleted: boolean): Promise<void> {
    const { organizationId } = tx;
    const until = clock.now().toISOString();
    await this.jobs.enqueue(tx, EndDeliveriesJob, { organizationId, webhookId, until, isDeleted });
  }
}
