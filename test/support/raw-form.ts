import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A form that is sent in pieces, as its test decides: chunked unless a length is given. */
export class RawForm {
  private received = '';
  private readonly closed: Promise<void>;

  private constructor(
    private readonly socket: Socket,
    private readonly isChunked: boolean,
  ) {
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** `head` is the lines of the headers besides the type and the framing. */
  static async open(port: number, head: string, length?: number): Promise<RawForm> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    const framing = length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    socket.write(
      `POST /api/files HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=b\r\n${framing}\r\n\r\n`,
    );
    return new RawForm(socket, length === undefined);
  }

  /** Resolves when the socket accepts more. */
  async send(content: string | Buffer): Promise<void> {
    if (this.socket.destroyed) return;
    const bytes = Buffer.from(content);
    const isBuffered = this.isChunked
      ? this.socket.write(
          Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]),
        )
      : this.socket.write(bytes);
    if (!isBuffered) await Promise.race([once(this.socket, 'drain').catch(() => undefined), this.closed]);
  }

  /** Sends the same piece until there is a response or the size is reached; returns the bytes sent. */
  async flood(piece: Buffer, maxBytes: number): Promise<number> {
    let sent = 0;
    while (sent < maxBytes && this.received === '' && !this.socket.destroyed) {
      await this.send(piece);
      sent += piece.length;
      // Lets the response arrive between two pieces.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return sent;
  }

  finish(): void {
    if (this.isChunked && !this.socket.destroyed) this.socket.write('0\r\n\r\n');
  }

  /** Disconnects as a crashed client does. */
  abort(): void {
    this.socket.resetAndDestroy();
  }

  /** The status and the text of the response. */
  async answer(): Promise<{ status: number; text: string }> {
    const isComplete = (): boolean => {
      const [, head, text] = /^([^]*?)\r\n\r\n([^]*)$/.exec(this.received) ?? [];
      return head !== undefined && text!.length >= Number(/content-length: (\d+)/i.exec(head)?.[1]);
    };
    while (!isComplete() && !this.socket.destroyed)
      await Promise.race([once(this.socket, 'data').catch(() => undefined), this.closed]);
    this.socket.destroy();
    return {
      status: Number(this.received.split(' ')[1] ?? 0),
      text: this.received.slice(this.received.indexOf('\r\n\r\n') + 4),
    };
  }
}
