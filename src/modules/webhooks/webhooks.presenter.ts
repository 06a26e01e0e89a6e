import { clock } from '../../kernel/clock';
import type { WebhookEntity } from './webhook.entity';
import type { WebhookOutput } from './webhooks.schemas';

export function presentWebhook(webhook: WebhookEntity): WebhookOutput {
  const { id, name, url, events, projectId, createdBy, disabledReason } = webhook;
  const expiresAt = webhook.previousSecretExpiresAt;
  return {
    id,
    name,
    url,
    events: events as WebhookOutput['events'],
    projectId,
    enabled: webhook.disabledAt === null,
    disabledReason,
    disabledAt: webhook.disabledAt?.toISOString() ?? null,
    failingSince: webhook.failingSince?.toISOString() ?? null,
    previousSecretExpiresAt: expiresAt !== null && expiresAt > clock.now() ? expiresAt.toISOString() : null,
    createdBy,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}
