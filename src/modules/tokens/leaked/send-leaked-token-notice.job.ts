import { Injectable } from '@nestjs/common';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { type EndedTokenNotice, TokenNoticesService } from '../token-notices.service';
import { leakedTokenMail } from './leaked-token.mail';

/** Notifies the owner of a token that it was leaked and revoked. */
@Job({ name: 'tokens.send-leaked-token-notice', sendsMail: true })
@Injectable()
export class SendLeakedTokenNoticeJob implements JobHandler<EndedTokenNotice> {
  constructor(private readonly notices: TokenNoticesService) {}

  async perform(notice: EndedTokenNotice): Promise<void> {
    await this.notices.send(notice, leakedTokenMail);
  }
}
