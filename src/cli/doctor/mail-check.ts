import type { MailConfig } from '../../platform/config/mail.config';
import { SmtpMailer } from '../../platform/mail/smtp-mailer';
import { testMail } from '../../platform/mail/test-mail';
import { type CheckGroup, ok, warning } from './finding';

const TIMEOUT_MS = 20_000;
const SEND_TIMEOUT_MS = 60_000;

/** Connects and signs in without a mail, or sends one to an address. */
export function mailCheck({ smtpUrl, mailFrom }: MailConfig, sendTo: string | undefined): CheckGroup {
  const check = 'mail';
  return {
    check,
    advice: 'Check SMTP_URL (host, port, user and password) and MAIL_FROM',
    timeoutMs: sendTo === undefined ? TIMEOUT_MS : SEND_TIMEOUT_MS,
    run: async () => {
      if (smtpUrl === undefined)
        return [
          warning(
            check,
            'SMTP_URL is not set: mails are written to the log, with the links in them, and not sent',
            'Set SMTP_URL and MAIL_FROM',
          ),
        ];
      const mailer = new SmtpMailer(smtpUrl, mailFrom);
      await mailer.check();
      if (sendTo === undefined) return [ok(check, 'the mail server accepts the connection and the sign-in')];
      await mailer.send(testMail(sendTo));
      return [ok(check, `the mail server accepted a mail to ${sendTo}`)];
    },
  };
}
