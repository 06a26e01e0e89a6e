export { WebhooksModule } from './webhooks.module';
export { WebhookSecretsService } from './secrets/webhook-secrets.service';
export { webhook as webhookSchema, webhooksCreate } from './webhooks.schemas';
