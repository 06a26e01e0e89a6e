import { clock } from '../../../src/kernel/clock';
import { type DeliveryId, newId, type WebhookId } from '../../../src/kernel/ids';
import type { TestOrganization } from './organization.factory';
import { made } from './workspace.factory';

export interface TestWebhook {
  id: WebhookId;
  secret: string;
}

export interface WebhookOptions {
  name?: string;
  /** No host has this name unless another one is given. */
  url?: string;
  events?: readonly string[];
  projectId?: string;
}

/** A webhook, created over the wire by the organization's owner. */
export async function aWebhook(
  { owner }: TestOrganization,
  {
    name = 'Webhook',
    url = 'https://hooks.invalid/',
    events = ['item.created'],
    ...rest
  }: WebhookOptions = {},
): Promise<TestWebhook> {
  return (await made(owner.client, 'webhooks.create', { name, url, events, ...rest })) as TestWebhook;
}

/** A delivery that has failed, of an event that the log does not have; its id. */
export async function aDelivery(
  { app, id: organizationId }: TestOrganization,
  webhookId: string,
  { status = 'failed', eventType = 'item.created' }: { status?: string; eventType?: string } = {},
): Promise<DeliveryId> {
  const id = newId('delivery');
  const now = clock.now();
  await app.sql.query(
    `insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event_type, event_sequence, event_day, status,
       created_at, expires_at)
     values ($1, $2, $3, $4, $5, 1, $6::timestamptz::date, $7, $6::timestamptz, $6::timestamptz + interval '30 days')`,
    [organizationId, id, webhookId, newId('event'), eventType, now, status],
  );
  return id;
}
