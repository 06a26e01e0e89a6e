import { Global, Module } from '@nestjs/common';
import { MailConfig } from '../config/mail.config';
import { Log } from '../logging/log';
import { Metrics } from '../metrics/metrics';
import { CountedMailer } from './counted-mailer';
import { LogMailer } from './log-mailer';
import { Mailer } from './mailer';
import { SmtpMailer } from './smtp-mailer';

function mailer({ smtpUrl, mailFrom }: MailConfig, log: Log, metrics: Metrics): Mailer {
  const mailer = smtpUrl === undefined ? new LogMailer(log, mailFrom) : new SmtpMailer(smtpUrl, mailFrom);
  return new CountedMailer(mailer, metrics);
}

@Global()
@Module({
  providers: [{ provide: Mailer, useFactory: mailer, inject: [MailConfig, Log, Metrics] }],
  exports: [Mailer],
})
export class MailModule {}
