import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId, UserId } from '../../../kernel/ids';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { NotificationMailsService } from './notification-mails.service';

export interface SendDigestPayload {
  organizationId: OrganizationId;
  userId: UserId;
  /** Empty for notifications that are not about a board. */
  boardId: BoardId | '';
}

/** Mails at the end of an hour what a user was not mailed immediately. Finds nothing if it was sent already. */
@Job({ name: 'notifications.send-digest', sendsMail: true })
@Injectable()
export class SendDigestJob implements JobHandler<SendDigestPayload> {
  constructor(private readonly mails: NotificationMailsService) {}

  perform({ organizationId, ...digest }: SendDigestPayload): Promise<void> {
    return this.mails.sendDigest({ organizationId, transaction: null }, digest);
  }
}
