import { isEmail } from 'class-validator';
import { z } from 'zod';
import { AppError } from '../../../kernel/app-error';
import { trimmedEmail } from '../../../kernel/email-key';
import { headerText } from '../../../platform/mail/mailer';
import { plainLine } from '../../../platform/mail/plain-line';
import * as schema from '../../../rpc/schema';
import { hasVariables, splitVariables } from '../templates/fill-template';
import { defineAction } from './action';

const RECIPIENTS_MAX = 20;
const EMAIL_MAX = 254;
const RECIPIENT_MAX = 500;
const SUBJECT_MAX = 250;
const BODY_MAX = 10_000;
/** With the values of variables. */
const FILLED_BODY_MAX = 100_000;

const INVALID = 'Must be an e-mail address, or a template variable';

function recipientsIn(to: string | readonly string[]): string[] {
  return (typeof to === 'string' ? separated(to) : to).map(trimmedEmail);
}

/** The texts between commas and semicolons, except those in the braces of a variable. */
function separated(text: string): string[] {
  const found = [''];
  for (const part of splitVariables(text)) {
    for (const [at, piece] of (part.isVariable ? [part.text] : part.text.split(/[,;]/)).entries()) {
      if (at === 0) found.push(found.pop()! + piece);
      else found.push(piece);
    }
  }
  return found;
}

const recipients = z.union([z.string(), z.array(z.string())], { error: INVALID }).superRefine((to, check) => {
  const found = recipientsIn(to);
  if (found.length === 0) check.addIssue('Must name at least one recipient');
  if (found.length > RECIPIENTS_MAX) {
    check.addIssue(`Must name at most ${RECIPIENTS_MAX} recipients`);
    return;
  }
  for (const [at, recipient] of found.entries()) {
    const isPossible = recipient.length <= RECIPIENT_MAX && (hasVariables(recipient) || isAddress(recipient));
    const path = typeof to === 'string' ? [] : [at];
    if (!isPossible) check.addIssue({ code: 'custom', path, message: INVALID });
  }
});

/** Sends a plain text mail to each recipient. */
export const sendEmail = defineAction({
  type: 'send_email',
  config: z.strictObject({
    to: recipients,
    subject: schema.name(SUBJECT_MAX).refine((text) => !/[\r\n]/.test(text), 'Must be one line'),
    body: z.string().max(BODY_MAX, `Must be at most ${BODY_MAX} characters`),
  }),
  run: async ({ tx, calls, text, index }, { to, subject, body }) => {
    const addresses = new Set<string>();
    for (const recipient of recipientsIn(to)) {
      const address = trimmedEmail(await text(recipient));
      if (!isAddress(address)) throw new NoAddress(address);
      addresses.add(address);
    }
    const mail = {
      // A line break in a value would add headers.
      subject: headerText(await text(subject, headerText))
        .slice(0, SUBJECT_MAX)
        .toWellFormed(),
      text: (await text(body)).toWellFormed(),
    };
    if (mail.text.length > FILLED_BODY_MAX) throw new BodyTooLong();
    const recipients = [...addresses];
    await calls.outward.send(
      tx,
      index,
      recipients.map((address) => ({ to: address, ...mail })),
    );
    const summary = `Sends a mail to ${recipients.join(', ')}`;
    return { summary, to: recipients, subject: mail.subject, body: mail.text };
  },
});

function isAddress(text: string): boolean {
  return text.length <= EMAIL_MAX && isEmail(text);
}

class NoAddress extends AppError {
  constructor(text: string) {
    super(
      'BAD_REQUEST',
      text === '' ? 'A recipient is empty' : `"${plainLine(text)}" is not an e-mail address`,
    );
  }
}

class BodyTooLong extends AppError {
  constructor() {
    super('BAD_REQUEST', `The mail has more than ${FILLED_BODY_MAX} characters`);
  }
}
