import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId, type WebhookId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { isDryRun } from '../../platform/dry-run/dry-run';
import { currentTraceparent, inRootSpan } from '../../platform/tracing/tracing';
import { OrganizationsService } from '../organizations';
import { WebhookSenderService } from './sending/webhook-sender.service';
import type { TestOutput } from './webhooks.schemas';
import { WebhooksService } from './webhooks.service';

/** The type of a test event. The log has no such event, and no webhook can ask for it. */
const TEST_EVENT = 'webhook.test';

const NOT_SENT = 'A dry run sends no request to another server';

/** Sends a test event now, once. It is not a delivery: it is not in the log, and its failure disables nothing. */
@Injectable()
export class WebhookTestService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly organizations: OrganizationsService,
    private readonly sender: WebhookSenderService,
  ) {}

  async send(context: CallContext, webhookId: WebhookId): Promise<TestOutput> {
    const webhook = await this.webhooks.found(context, webhookId);
    if (isDryRun()) return { success: false, status: null, error: NOT_SENT, durationMs: 0 };
    const { id: organizationId, slug } = await this.organizations.get(context);
    const id = newId('event');
    const body = JSON.stringify({
      id,
      type: TEST_EVENT,
      timestamp: clock.now().toISOString(),
      organization: { id: organizationId, slug },
      data: { webhook: { id: webhookId, name: webhook.name } },
    });
    // A trace of its own, which the receiver gets instead of the caller's.
    const span = { attributes: { 'trestle.webhook.id': webhookId }, causes: [currentTraceparent()] };
    const { isSuccess, response, error, durationMs } = await inRootSpan('test webhook', span, () =>
      this.sender.send({ organizationId, webhook, id, body }),
    );
    return { success: isSuccess, status: response?.status ?? null, error, durationMs };
  }
}
