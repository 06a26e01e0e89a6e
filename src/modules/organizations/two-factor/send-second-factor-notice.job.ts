import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { MembersWithoutSecondFactorReadModel } from './members-without-second-factor.read-model';
import { secondFactorNoticeMail } from './second-factor-notice.mail';

interface Payload {
  organizationId: OrganizationId;
  userId: UserId;
}

/** Notifies one member that the organization requires a second factor, unless the member has set one up meanwhile. */
@Job({ name: 'organizations.send-second-factor-notice', sendsMail: true })
@Injectable()
export class SendSecondFactorNoticeJob implements JobHandler<Payload> {
  constructor(
    private readonly members: MembersWithoutSecondFactorReadModel,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ organizationId, userId }: Payload): Promise<void> {
    const member = await this.members.find({ ...NO_TRANSACTION, organizationId }, userId);
    if (member === null) return;
    const { email, slug, requiredFrom } = member;
    const organizationUrl = this.http.baseUrlOf(slug);
    await this.mailer.send(secondFactorNoticeMail({ to: email, organizationUrl, requiredFrom }));
  }
}
