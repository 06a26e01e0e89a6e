export { WebhooksModule } from './webhooks.module';
export { WebhookSecretsService } from './secrets/webhook-secrets.service';
export { webhooksCreate } from './webhooks.schemas';
