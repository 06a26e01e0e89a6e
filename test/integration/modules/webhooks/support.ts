import type { WireAnswer } from '../../../support/client';
import { startApp, type TestApp } from '../../../support/app';
import { deliverEvents } from '../../../support/events';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aWebhook, type TestWebhook, type WebhookOptions } from '../../../support/factories/webhook.factory';
import { HttpReceiver } from '../../../support/http-receiver';

type Delivery = WireAnswer['data'];

/** An application that may call the receiver, and whose worker sends what is due. */
export class DeliveryWorld {
  private constructor(
    readonly app: TestApp,
    readonly receiver: HttpReceiver,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<DeliveryWorld> {
    const receiver = await HttpReceiver.start();
    return new DeliveryWorld(await startApp({ OUTBOUND_ALLOW: '127.0.0.1', ...env }), receiver);
  }

  async close(): Promise<void> {
    // First, so that the application does not wait for responses.
    this.receiver.close();
    await this.app.close();
  }

  async organization(): Promise<TestOrganization> {
    return anOrganization({ app: this.app });
  }

  board(organization: TestOrganization): Promise<TestBoard> {
    return aBoard({ organization });
  }

  /** A webhook whose receiver is at this path. */
  webhook(organization: TestOrganization, path: string, options: WebhookOptions = {}): Promise<TestWebhook> {
    return aWebhook(organization, { url: this.receiver.url(path), ...options });
  }

  deliver(): Promise<void> {
    return deliverEvents(this.app);
  }

  async deliveries({ owner }: TestOrganization, webhookId: string): Promise<Delivery[]> {
    const answer = await owner.client.query('webhooks.deliveries.list', { webhookId, limit: 200 });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.data.deliveries;
  }

  /** The next attempt of every delivery that waits for one is due at once. */
  async passTime(webhookId: string): Promise<void> {
    await this.app.sql.query(
      `update webhook_deliveries set due_at = now() where webhook_id = $1 and status = 'pending' and due_at is not null
         and claim is null`,
      [webhookId],
    );
  }
}
