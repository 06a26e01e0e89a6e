import { Injectable } from '@nestjs/common';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { AudienceReadModel } from '../../hierarchy';
import { SendDigestJob } from '../mail/send-digest.job';
import { SendNotificationMailJob } from '../mail/send-notification-mail.job';
import { type NewNotification, NotificationsRepository, type QueuedMail } from '../notifications.repository';

/** Stores notifications and enqueues their mails, with a number of statements that does not grow with their number. */
@Injectable()
export class NotifierService {
  constructor(
    private readonly audience: AudienceReadModel,
    private readonly notifications: NotificationsRepository,
    private readonly jobs: Jobs,
  ) {}

  /** Only users who see the record now are notified. */
  async notify(tx: InTransaction<DatabaseContext>, candidates: readonly NewNotification[]): Promise<void> {
    const seeing = await this.audience.seeing(tx, candidates);
    if (seeing.length === 0) return;
    const queued = await this.notifications.create(tx, seeing);
    await this.jobs.enqueueAll(
      tx,
      SendNotificationMailJob,
      queued
        .filter(({ isDigest }) => !isDigest)
        .map(({ organizationId, userId, id }) => ({
          key: id,
          payload: { organizationId, userId, notificationId: id },
        })),
    );
    await this.jobs.enqueueAll(tx, SendDigestJob, digestsOf(queued));
  }
}

/** One job for each user and board, at the end of the hour. */
function digestsOf(queued: readonly QueuedMail[]) {
  const digests = queued
    .filter(({ isDigest }) => isDigest)
    .map(({ organizationId, userId, boardId, hourEndsAt }) => ({
      key: `${organizationId}:${userId}:${boardId}`,
      payload: { organizationId, userId, boardId },
      runAt: new Date(hourEndsAt),
    }));
  return [...new Map(digests.map((digest) => [digest.key, digest])).values()];
}
