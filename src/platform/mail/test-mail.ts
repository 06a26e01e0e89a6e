import type { Mail } from './mailer';

/** Shows that mails arrive. */
export function testMail(to: string): Mail {
  return {
    to,
    subject: 'Test of Trestle',
    text: 'This mail tests whether Trestle can send mails. There is nothing to do.\n',
  };
}
