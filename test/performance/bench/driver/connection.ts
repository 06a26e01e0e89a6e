import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpRequest } from './http-request';

const HEAD_END = '\r\n\r\n';
const STATUS_FROM = 'HTTP/1.1 '.length;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

export interface ConnectionEvents {
  /** `body` reads the text of the response, for responses that stop the run. */
  answered(connection: Connection, status: number, body: () => string): void;
  broken(problem: Error): void;
}

/**
 * One keep-alive connection that reads only what it needs of a response, its status and its length, and leaves
 * the body alone: the driver shares two cores with server and database, so what it saves is what they can
 * show.
 */
export class Connection {
  private received: Buffer | null = null;
  private bodyFrom = 0;
  /** Zero until the head of the current response has been read. */
  private answerEnd = 0;
  private status = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly headers: string,
    private readonly events: ConnectionEvents,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', (problem) => events.broken(problem));
    socket.on('close', () => events.broken(new Error('The server closed a connection')));
  }

  static async open(baseUrl: string, token: string, events: ConnectionEvents): Promise<Connection> {
    const { hostname, port, host } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    const headers = `Host: ${host}\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n`;
    return new Connection(socket, headers, events);
  }

  /** One at a time: the next one follows the response. */
  send({ method, path, body }: HttpRequest): void {
    const head = `${method} ${path} HTTP/1.1\r\n${this.headers}`;
    const json = 'Content-Type: application/json\r\nContent-Length: ';
    this.socket.write(
      body === null ? `${head}\r\n` : `${head}${json}${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  close(): void {
    this.socket.removeAllListeners('close');
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    this.received = this.received ? Buffer.concat([this.received, chunk]) : chunk;
    if (this.answerEnd === 0 && !this.readHead(this.received)) return;
    if (this.received.length < this.answerEnd) return;
    const { received, bodyFrom, answerEnd, status } = this;
    this.received = null;
    this.answerEnd = 0;
    this.events.answered(this, status, () => received.toString('utf8', bodyFrom, answerEnd));
  }

  private readHead(received: Buffer): boolean {
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd < 0) return false;
    const head = received.toString('latin1', 0, headEnd);
    const length = CONTENT_LENGTH.exec(head)?.[1];
    this.status = Number(head.slice(STATUS_FROM, STATUS_FROM + 3));
    if (length === undefined) {
      this.events.broken(
        new Error(`An answer without Content-Length (status ${this.status}) cannot be read`),
      );
      return false;
    }
    this.bodyFrom = headEnd + HEAD_END.length;
    this.answerEnd = this.bodyFrom + Number(length);
    return true;
  }
}
