import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { AdministratorsReadModel } from '../../hierarchy';
import { ownerSetMail } from './ownership-notice.mails';

interface OwnerSetNotice {
  organizationId: OrganizationId;
  ownerId: UserId;
  recipientId: UserId;
}

/** Mails an administrator that the operator of the installation gave the organization another owner. */
@Job({ name: 'members.send-owner-set-notice' })
@Injectable()
export class SendOwnerSetNoticeJob implements JobHandler<OwnerSetNotice> {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ organizationId, ownerId, recipientId }: OwnerSetNotice): Promise<void> {
    const context = { ...NO_TRANSACTION, organizationId };
    const owner = await this.administrators.find(context, ownerId);
    const recipient = await this.administrators.find(context, recipientId);
    if (owner === null || recipient === null) return;
    await this.mailer.send(ownerSetMail(recipient.email, this.http.baseUrlOf(owner.slug), owner.email));
  }
}
