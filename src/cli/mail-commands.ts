import type { INestApplicationContext } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import { MailConfig } from '../platform/config/mail.config';
import { type FailedMail, FailedMails } from '../platform/jobs/failed-mails';
import { Mailer } from '../platform/mail/mailer';
import { testMail } from '../platform/mail/test-mail';
import type { CommandResult } from './run-command';

const JOB_ID = /^\d{1,19}$/;

/** Sends a test mail now, and waits until the mail server has accepted it. */
export async function sendTestMail(
  application: INestApplicationContext,
  address: string,
): Promise<CommandResult> {
  if (application.get(MailConfig, { strict: false }).smtpUrl === undefined)
    return {
      text: 'SMTP_URL is not set: mails are written to the log, and not sent',
      json: { to: address, isSent: false },
      warnings: [],
      isSuccess: false,
    };
  await application.get(Mailer, { strict: false }).send(testMail(address));
  return {
    text: `The mail server accepted a mail to ${address}`,
    json: { to: address, isSent: true },
    warnings: [],
    isSuccess: true,
  };
}

/** Lists the mails whose last attempt failed. */
export async function listFailedMails(application: INestApplicationContext): Promise<CommandResult> {
  const mails = await application.get(FailedMails, { strict: false }).list();
  return {
    text: mails.length === 0 ? 'No mail has failed' : mails.map(lineOf).join('\n'),
    json: { mails },
    warnings: [],
    isSuccess: true,
  };
}

/** Sends failed mails again: all of them without ids. A running worker takes them. */
export async function retryFailedMails(
  application: INestApplicationContext,
  ids: readonly string[],
): Promise<CommandResult> {
  const wrong = ids.find((id) => !JOB_ID.test(id));
  if (wrong !== undefined) throw new AppError('BAD_REQUEST', `${wrong} is not an id of a failed mail`);
  const retried = await application
    .get(FailedMails, { strict: false })
    .retry(ids.length === 0 ? null : [...new Set(ids)]);
  return {
    text: `Mails that are sent again: ${retried}`,
    json: { retried },
    warnings: [],
    isSuccess: ids.length === 0 || retried === new Set(ids).size,
  };
}

function lineOf({ id, kind, attempts, maxAttempts, nextAttemptAt, error }: FailedMail): string {
  const next = nextAttemptAt === null ? 'not sent again' : `next ${nextAttemptAt}`;
  const [cause] = error.split('\n');
  return [id, kind, `${attempts} of ${maxAttempts} attempts`, next, cause].join('  ');
}
