import { IsOptional, Matches } from 'class-validator';
import { FromEnv } from './from-env.decorator';

/** Outgoing mail; without SMTP_URL mails are written to the log. */
export class MailConfig {
  @FromEnv('SMTP_URL')
  @IsOptional()
  @Matches(/^smtps?:\/\/[^\s]+$/, { message: 'must be an smtp:// or smtps:// URL' })
  smtpUrl: string | undefined;

  @FromEnv('MAIL_FROM')
  @Matches(/^[^\r\n]*@[^\r\n]+$/, { message: 'must be an address such as Trestle <trestle@example.com>' })
  mailFrom = 'Trestle <trestle@localhost>';
}
