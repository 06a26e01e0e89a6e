import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { deletionNoticeMail } from './deletion-notice.mail';
import { DeletionNoticesReadModel } from './deletion-notices.read-model';
import { RestorationLinksService, type RevertibleDeletion } from './restoration-links.service';

/** Mails an administrator that the organization was deleted; the owner and recent owners also get the link that restores it. */
@Job({ name: 'organizations.send-deletion-notice' })
@Injectable()
export class SendDeletionNoticeJob implements JobHandler<RevertibleDeletion & { userId: UserId }> {
  constructor(
    private readonly notices: DeletionNoticesReadModel,
    private readonly links: RestorationLinksService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ userId, ...deletion }: RevertibleDeletion & { userId: UserId }): Promise<void> {
    const recipient = await this.notices.find(deletion.organizationId, userId, deletion.deletedAt);
    if (recipient === null) return;
    const link = `${this.http.publicUrl}/restore-organization?token=${this.links.create(deletion)}`;
    await this.mailer.send(
      deletionNoticeMail(recipient.email, deletion.slug, recipient.canRestore ? link : null),
    );
  }
}
