import { describe, expect, it } from 'vitest';
import { LOG_LEVELS } from '../../../../src/platform/config/monitoring/log.config';
import { Log } from '../../../../src/platform/logging/log';
import { LogMailer } from '../../../../src/platform/mail/log-mailer';
import { headerText } from '../../../../src/platform/mail/mailer';

describe('text for a mail header', () => {
  it.each([
    ['Hello', 'Hello'],
    ['Hello\r\nBcc: victim@example.com', 'Hello Bcc: victim@example.com'],
    ['a\nb\rc\u0000d\u2028e\u0085f\tg', 'a b c d e f g'],
    ['  Grüße 🎉 ', 'Grüße 🎉'],
  ])('%j becomes %j', (text, line) => expect(headerText(text)).toBe(line));
});

describe('mail without a mail server', () => {
  it.each(LOG_LEVELS)('is one JSON line of the log, with all its content, at the level %s', async (level) => {
    const lines: string[] = [];
    const log = new Log({ write: (line: string) => lines.push(line) } as never, level);
    await new LogMailer(log, 'Trestle <trestle@localhost>').send({
      to: 'ada@example.com',
      subject: 'Two\nlines',
      text: 'Open this:\n\nhttp://localhost/reset-password?token=abc\n',
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: 'mail',
      from: 'Trestle <trestle@localhost>',
      to: 'ada@example.com',
      subject: 'Two lines',
      text: 'Open this:\n\nhttp://localhost/reset-password?token=abc\n',
    });
  });
});
