import { vi } from 'vitest';
import type { WireAnswer } from '../../../support/client';
import { startApp, type TestApp } from '../../../support/app';
import { deliverEvents } from '../../../support/events';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aWebhook, type TestWebhook, type WebhookOptions } from '../../../support/factories/webhook.factory';
import { made } from '../../../support/factories/workspace.factory';
import { HttpReceiver, type ReceivedRequest } from '../../../support/http-receiver';

type Delivery = WireAnswer['data'];

/** A webhook and the path of its receiver. */
export interface ReceivedWebhook extends TestWebhook {
  at: string;
}

/** An application that may call the receiver, and whose worker sends what is due; an organization with a board in it. */
export class DeliveryWorld {
  private paths = 0;

  private constructor(
    readonly app: TestApp,
    readonly receiver: HttpReceiver,
    readonly organization: TestOrganization,
    readonly board: TestBoard,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<DeliveryWorld> {
    const receiver = await HttpReceiver.start();
    const app = await startApp({ OUTBOUND_ALLOW: '127.0.0.1', ...env });
    const organization = await anOrganization({ app });
    const world = new DeliveryWorld(app, receiver, organization, await aBoard({ organization }));
    await world.deliver();
    return world;
  }

  async close(): Promise<void> {
    // First, so that the application does not wait for responses.
    this.receiver.close();
    await this.app.close();
  }

  /** The receiver accepts everything again. */
  accept(): void {
    this.receiver.respond = (_request, response) => response.writeHead(204).end();
  }

  /** How the receiver responds at the path of this webhook; at others it accepts everything. */
  respondAt({ at }: ReceivedWebhook, respond: HttpReceiver['respond']): void {
    this.receiver.respond = (request, response) =>
      request.path === at ? respond(request, response) : response.writeHead(204).end();
  }

  anotherOrganization(): Promise<TestOrganization> {
    return anOrganization({ app: this.app });
  }

  anotherBoard(): Promise<TestBoard> {
    return aBoard({ organization: this.organization });
  }

  path(): string {
    return `/${(this.paths += 1)}`;
  }

  /** A webhook with a path of its own at the receiver. */
  async webhook({
    organization = this.organization,
    ...options
  }: WebhookOptions & { organization?: TestOrganization } = {}): Promise<ReceivedWebhook> {
    const at = this.path();
    return { ...(await aWebhook(organization, { url: this.receiver.url(at), ...options })), at };
  }

  act(name: string, input: object) {
    return made(this.organization.owner.client, name, input);
  }

  rename(id: string, name: string) {
    return this.act('items.update', { id, name });
  }

  deliver(): Promise<void> {
    return deliverEvents(this.app);
  }

  received(count: number, { at }: ReceivedWebhook): Promise<ReceivedRequest[]> {
    return this.receiver.received(count, at);
  }

  receivedSoFar({ at }: ReceivedWebhook): ReceivedRequest[] {
    return this.receiver.at(at);
  }

  async deliveries(webhookId: string): Promise<Delivery[]> {
    return (await this.organization.owner.client.query('webhooks.deliveries.list', { webhookId, limit: 200 }))
      .data.deliveries;
  }

  /** The deliveries of a webhook, once each of them matches. */
  settled(
    webhookId: string,
    matches: (delivery: { status: string; attempts: number }) => boolean,
  ): Promise<Delivery[]> {
    return vi.waitFor(
      async () => {
        const deliveries = await this.deliveries(webhookId);
        if (deliveries.length === 0 || !deliveries.every(matches))
          throw new Error(JSON.stringify(deliveries));
        return deliveries;
      },
      { interval: 20 },
    );
  }

  attempted(webhookId: string, attempts: number): Promise<Delivery[]> {
    return this.settled(webhookId, (delivery) => delivery.attempts >= attempts);
  }

  ended(webhookId: string): Promise<Delivery[]> {
    return this.settled(webhookId, ({ status }) => status !== 'pending');
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
