import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { testMail } from '../../../platform/mail/test-mail';
import { MemberAddressReadModel } from './member-address.read-model';

interface Payload {
  organizationId: OrganizationId;
  userId: UserId;
}

/** Mails the administrator who asked for it, with the configuration of the workers, which send all mails. */
@Job({ name: 'organizations.send-test-mail', maxAttempts: 2, sendsMail: true })
@Injectable()
export class SendTestMailJob implements JobHandler<Payload> {
  constructor(
    private readonly members: MemberAddressReadModel,
    private readonly mailer: Mailer,
  ) {}

  async perform({ organizationId, userId }: Payload): Promise<void> {
    const to = await this.members.find({ ...NO_TRANSACTION, organizationId }, userId);
    if (to !== null) await this.mailer.send(testMail(to));
  }
}
