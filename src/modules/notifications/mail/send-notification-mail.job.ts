import { Injectable } from '@nestjs/common';
import type { Id, OrganizationId, UserId } from '../../../kernel/ids';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { NotificationMailsRepository } from './notification-mails.repository';
import { NotificationMailsService } from './notification-mails.service';

export interface SendNotificationMailPayload {
  organizationId: OrganizationId;
  userId: UserId;
  notificationId: Id<'notification'>;
}

/** Mails one notification. */
@Job({ name: 'notifications.send-mail', sendsMail: true })
@Injectable()
export class SendNotificationMailJob implements JobHandler<SendNotificationMailPayload> {
  constructor(
    private readonly waiting: NotificationMailsRepository,
    private readonly mails: NotificationMailsService,
  ) {}

  async perform({ organizationId, userId, notificationId }: SendNotificationMailPayload): Promise<void> {
    const context = { organizationId, transaction: null };
    const mail = await this.waiting.find(context, userId, notificationId);
    if (mail !== undefined) await this.mails.send(context, mail);
  }
}
