import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId, UserId } from '../../../kernel/ids';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { NotificationMailsRepository } from './notification-mails.repository';
import { NotificationMailsService } from './notification-mails.service';

export interface SendDigestPayload {
  organizationId: OrganizationId;
  userId: UserId;
  /** Empty for notifications that are not about a board. */
  boardId: BoardId | '';
}

/** Mails at the end of an hour what a user was not mailed immediately. Finds nothing if it was sent already. */
@Job({ name: 'notifications.send-digest' })
@Injectable()
export class SendDigestJob implements JobHandler<SendDigestPayload> {
  constructor(
    private readonly waiting: NotificationMailsRepository,
    private readonly mails: NotificationMailsService,
  ) {}

  async perform({ organizationId, userId, boardId }: SendDigestPayload): Promise<void> {
    const context = { organizationId, transaction: null };
    await this.mails.send(context, userId, await this.waiting.digest(context, userId, boardId));
  }
}
