import { Injectable } from '@nestjs/common';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { type EndedTokenNotice, TokenNoticesService } from '../token-notices.service';
import { revokedTokenMail } from './revoked-token.mail';

/** Notifies the owner of a token that an administrator revoked it. */
@Job({ name: 'tokens.send-revoked-token-notice', sendsMail: true })
@Injectable()
export class SendRevokedTokenNoticeJob implements JobHandler<EndedTokenNotice> {
  constructor(private readonly notices: TokenNoticesService) {}

  async perform(notice: EndedTokenNotice): Promise<void> {
    await this.notices.send(notice, revokedTokenMail);
  }
}
