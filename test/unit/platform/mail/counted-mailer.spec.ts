import { expect, it } from 'vitest';
import { Metrics } from '../../../../src/platform/metrics/metrics';
import { CountedMailer } from '../../../../src/platform/mail/counted-mailer';
import { type Mail, Mailer } from '../../../../src/platform/mail/mailer';

class Sent extends Mailer {
  readonly addresses: string[] = [];

  send({ to }: Mail): Promise<void> {
    this.addresses.push(to);
    return Promise.resolve();
  }
}

it('sends no mail to service accounts and to deleted accounts, which have no mailbox', async () => {
  const sent = new Sent();
  const mailer = new CountedMailer(sent, new Metrics({ roles: [] } as never));
  for (const to of [
    '',
    'usr_1@deleted.invalid',
    'USR_1@DELETED.INVALID',
    'ada@example.com',
    'invalid@example.com',
  ])
    await mailer.send({ to, subject: 'Subject', text: 'Text' });
  expect(sent.addresses).toEqual(['ada@example.com', 'invalid@example.com']);
});
