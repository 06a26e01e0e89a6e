import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
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

describe('mail through a mail server that accepts connections', () => {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Text' };
  const UNLIMITED_MS = 600_000;

  const sendThrough = async (
    serve: (socket: Socket) => void,
    timeoutsMs: Partial<Record<'connect' | 'silence' | 'mail', number>>,
  ) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined));
      serve(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const limits = { connect: UNLIMITED_MS, silence: UNLIMITED_MS, mail: UNLIMITED_MS, ...timeoutsMs };
    const { port } = server.address() as AddressInfo;
    try {
      await new SmtpMailer(`smtp://127.0.0.1:${port}`, 'Trestle <trestle@mail.example.com>', limits).send(
        mail,
      );
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  };

  it('fails when the server never greets', async () => {
    await expect(sendThrough(() => undefined, { connect: 50 })).rejects.toThrow(/Greeting never received/);
  });

  it('fails when the server greets and never responds', async () => {
    const greet = (socket: Socket) => socket.write('220 ready\r\n');
    await expect(sendThrough(greet, { silence: 50 })).rejects.toThrow(/Timeout/);
  });

  it('fails when the server responds with one line after the other and no last one', async () => {
    const stall = (socket: Socket) => {
      socket.write('220 ready\r\n');
      const timer = setInterval(() => socket.write('250-wait\r\n'), 10);
      socket.on('close', () => clearInterval(timer));
    };
    await expect(sendThrough(stall, { silence: 5_000, mail: 200 })).rejects.toThrow(
      /did not accept the mail in time/,
    );
  });
});
