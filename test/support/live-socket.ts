import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { EventRelay } from '../../src/platform/events/event-relay';
import { listen, type TestApp } from './app';
import { APEX, type Caller } from './client';
import { checkRawError } from './responses/error-check';

export interface LiveMessage {
  type: string;
  // The wire is untyped here: specs assert on it.
  // oxlint-disable-next-line typescript/no-explicit-any
  payload: any;
  seq?: number;
  boardId?: string;
  requestId?: string;
}

const TIMEOUT_MS = 60_000;

/** The port of an application, which begins to listen. */
const ports = new WeakMap<TestApp, Promise<number>>();

export function portOf(app: TestApp): Promise<number> {
  const port = ports.get(app) ?? listen(app);
  ports.set(app, port);
  return port;
}

/** Appends the events of the outbox to the log, as the relay does; sockets get them a moment later. */
export async function relayEvents({ nest }: TestApp): Promise<void> {
  const relay = nest.get(EventRelay, { strict: false });
  // Another process can have the lock.
  while ((await relay.drain()) > 0);
}

/** A client of the service with the `ws` library, which remembers every message. */
export class LiveSocket {
  readonly messages: LiveMessage[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  private waiting: (() => void)[] = [];
  private isClosed = false;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as LiveMessage);
      this.wake();
    });
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => {
        this.isClosed = true;
        resolve({ code, reason: reason.toString() });
        this.wake();
      }),
    );
    socket.on('error', () => undefined);
  }

  /** Resolves when the handshake is complete; rejects with the status of a rejected one. */
  static async open(app: TestApp, path: string, caller: Caller = {}): Promise<LiveSocket> {
    const { token, cookie, slug, headers } = caller;
    const host = slug === undefined ? APEX : `${slug}.${APEX}`;
    const socket = new WebSocket(`ws://127.0.0.1:${await portOf(app)}${path}`, {
      headers: {
        host,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
    });
    const live = new LiveSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
      socket.once('unexpected-response', (_request, response: IncomingMessage) => {
        text(response)
          .then((body) => checkRawError(response.statusCode!, body))
          .then(() => reject(new RejectedHandshake(response)), reject);
      });
    });
    return live;
  }

  send(type: string, payload?: object): void {
    this.socket.send(JSON.stringify({ type, payload }));
  }

  /** The first message that fits, also one that has arrived already. */
  async find(fits: (message: LiveMessage) => boolean): Promise<LiveMessage> {
    const deadline = performance.now() + TIMEOUT_MS;
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      if (this.isClosed || performance.now() > deadline)
        throw new Error(`no such message among ${JSON.stringify(this.messages).slice(0, 3_000)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TIMEOUT_MS);
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  ofType(type: string): Promise<LiveMessage> {
    return this.find((message) => message.type === type);
  }

  /** The messages of events, up to and including this number of the board. */
  async upTo(seq: number): Promise<LiveMessage[]> {
    await this.find((message) => message.seq !== undefined && message.seq >= seq);
    return this.events;
  }

  get events(): LiveMessage[] {
    return this.messages.filter(({ type, seq }) => seq !== undefined && type !== 'ready');
  }

  close(): void {
    this.socket.close();
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}

export class RejectedHandshake extends Error {
  readonly status: number;

  constructor(readonly response: IncomingMessage) {
    super(`the handshake was answered ${response.statusCode}`);
    this.status = response.statusCode!;
  }
}
