import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SmtpMailer } from '../../../../src/platform/mail/smtp-mailer';
import { SmtpSink } from '../../../support/smtp-sink';

describe('mail through a mail server', () => {
  let sink: SmtpSink;
  let mailer: SmtpMailer;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    mailer = new SmtpMailer(sink.url, 'Trestle <trestle@mail.example.com>');
  });
  afterAll(() => sink.close());

  it('is plain text, with an id of its own, unless more is given', async () => {
    await mailer.send({ to: 'ada@example.com', subject: 'Hello', text: 'Text' });
    const { headers, text, parts } = await sink.next();
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'auto-submitted': 'auto-generated',
    });
    expect([text.trim(), parts]).toEqual(['Text', {}]);
    expect(headers['message-id']).toMatch(/^<[^<>\s]+@[^<>\s]+>$/);
  });

  it('has an HTML part, headers and the given id', async () => {
    await mailer.send({
      to: 'ada@example.com',
      subject: 'Grüße',
      text: 'Grüße',
      html: '<p>Grüße</p>',
      id: 'ntf_1',
      headers: { 'List-Unsubscribe': '<https://example.com/unsubscribe>' },
    });
    const { headers, parts } = await sink.next();
    expect(headers).toMatchObject({
      'message-id': '<ntf_1@mail.example.com>',
      'list-unsubscribe': '<https://example.com/unsubscribe>',
      'auto-submitted': 'auto-generated',
    });
    expect(headers['content-type']).toContain('multipart/alternative');
    expect([parts['text/plain']!.trim(), parts['text/html']!.trim()]).toEqual(['Grüße', '<p>Grüße</p>']);
  });

  it('has no further headers or recipients, whatever its texts contain', async () => {
    const line = 'x\r\nBcc: victim@example.com\r\n\r\nBody';
    await mailer.send({
      to: 'ada@example.com, victim@example.com',
      subject: line,
      text: 'Text',
      id: line,
      headers: { 'List-Unsubscribe': line, 'Auto-Submitted': 'no' },
    });
    const { headers, to, raw } = await sink.next();
    expect(to).toHaveLength(1);
    expect(Object.keys(headers)).not.toContain('bcc');
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(headers['auto-submitted']).toBe('auto-generated');
  });
});
