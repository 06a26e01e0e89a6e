import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../../../platform/config/http.config';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { emailChangedMail } from './email-change.mails';
import { type EmailChange, EmailChangeTokensService } from './email-change-tokens.service';

/** Mails the previous address of an account that it has another one, with a link that restores it. */
@Job({ name: 'accounts.send-email-changed' })
@Injectable()
export class SendEmailChangedJob implements JobHandler<EmailChange> {
  constructor(
    private readonly tokens: EmailChangeTokensService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform(reversal: EmailChange): Promise<void> {
    const token = this.tokens.create('reversal', reversal);
    const link = `${this.http.publicUrl}/restore-email?token=${token}`;
    await this.mailer.send(emailChangedMail(reversal.to, link));
  }
}
