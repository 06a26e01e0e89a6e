import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId, WebhookId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { AdministratorsReadModel } from '../../hierarchy';
import { WebhooksRepository } from '../webhooks.repository';
import { disabledWebhookMail } from './disabled-webhook.mail';

interface Payload {
  organizationId: OrganizationId;
  userId: UserId;
  webhookId: WebhookId;
}

/** Mails one administrator that a webhook was disabled, unless it is enabled again. */
@Job({ name: 'webhooks.send-disabled-notice', sendsMail: true })
@Injectable()
export class SendDisabledNoticeJob implements JobHandler<Payload> {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly webhooks: WebhooksRepository,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ organizationId, userId, webhookId }: Payload): Promise<void> {
    const context = { ...NO_TRANSACTION, organizationId };
    const webhook = await this.webhooks.find(context, webhookId);
    const administrator = await this.administrators.find(context, userId);
    if (administrator === null || webhook === null || webhook.disabledReason === null) return;
    const { email, slug } = administrator;
    const { name, id, disabledReason: reason } = webhook;
    await this.mailer.send(disabledWebhookMail(email, this.http.baseUrlOf(slug), { name, id, reason }));
  }
}
