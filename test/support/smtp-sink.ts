import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface CaughtMail {
  from: string;
  to: string[];
  /** Header lines by lower-case name, unfolded. */
  headers: Record<string, string>;
  /** The body, transfer encodings undone. */
  text: string;
  /** The parts of a multipart body by their media types, transfer encodings undone. */
  parts: Record<string, string>;
  raw: string;
}

/** A mail server that keeps what it gets: the other end of SMTP_URL in tests. */
export class SmtpSink {
  readonly mails: CaughtMail[] = [];
  private readonly waiting: ((mail: CaughtMail) => void)[] = [];
  private handed = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SmtpSink> {
    const server = createServer();
    const sink = new SmtpSink(server);
    server.on('connection', (socket) => sink.serve(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next mail that no earlier call was given, as soon as it is there. */
  next(): Promise<CaughtMail> {
    const mail = this.mails[this.handed];
    this.handed += 1;
    return mail ? Promise.resolve(mail) : new Promise((resolve) => this.waiting.push(resolve));
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    let pending = '';
    let envelope = { from: '', to: [] as string[] };
    let data: string | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 sink');
    socket.on('data', (bytes) => {
      pending += bytes.toString('latin1');
      for (;;) {
        if (data !== null) {
          const end = pending.indexOf('\r\n.\r\n');
          if (end === -1) return;
          this.keep(envelope, pending.slice(0, end));
          pending = pending.slice(end + 5);
          envelope = { from: '', to: [] };
          data = null;
          say('250 kept');
          continue;
        }
        const end = pending.indexOf('\r\n');
        if (end === -1) return;
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
        if (/^mail from/i.test(line)) envelope.from = address;
        if (/^rcpt to/i.test(line)) envelope.to.push(address);
        if (/^quit/i.test(line)) socket.end('221 bye\r\n');
        else if (/^data/i.test(line)) {
          data = '';
          say('354 go on');
        } else say('250 ok');
      }
    });
  }

  private keep(envelope: { from: string; to: string[] }, raw: string): void {
    const { headers, body } = entityOf(raw);
    const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
    const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(entityOf);
    const mail = {
      ...envelope,
      headers,
      text: textOf({ headers, body }),
      parts: Object.fromEntries(
        parts.map((part) => [part.headers['content-type']!.split(';', 1)[0]!, textOf(part)]),
      ),
      raw,
    };
    this.mails.push(mail);
    this.waiting.shift()?.(mail);
  }
}

interface Entity {
  headers: Record<string, string>;
  body: string;
}

/** A mail, or a part of one. */
function entityOf(raw: string): Entity {
  const text = raw.replace(/^\r\n/, '');
  const split = text.indexOf('\r\n\r\n');
  const head = text.slice(0, split).replaceAll(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(lines), body: text.slice(split + 4) };
}

function textOf({ headers, body }: Entity): string {
  return decoded(body, headers['content-transfer-encoding'] ?? '');
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
