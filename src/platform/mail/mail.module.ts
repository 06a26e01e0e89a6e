import { Global, Module } from '@nestjs/common';
import { MailConfig } from '../config/mail.config';
import { Log } from '../logging/log';
import { LogMailer } from './log-mailer';
import { Mailer } from './mailer';
import { SmtpMailer } from './smtp-mailer';

function mailer({ smtpUrl, mailFrom }: MailConfig, log: Log): Mailer {
  return smtpUrl === undefined ? new LogMailer(log, mailFrom) : new SmtpMailer(smtpUrl, mailFrom);
}

@Global()
@Module({
  providers: [{ provide: Mailer, useFactory: mailer, inject: [MailConfig, Log] }],
  exports: [Mailer],
})
export class MailModule {}
