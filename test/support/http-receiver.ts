import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body as JSON; undefined when it is not JSON. */
  // The wire is untyped here: specs assert on it.
  // oxlint-disable-next-line typescript/no-explicit-any
  event: any;
  at: number;
}

type Respond = (request: ReceivedRequest, response: ServerResponse) => unknown;

/** A server outside of Trestle, which receives webhooks and call_webhook: stores requests, and responds as a test decides. */
export class HttpReceiver {
  readonly requests: ReceivedRequest[] = [];
  respond: Respond = (_request, response) => response.writeHead(204).end();
  connections = 0;
  private readonly waiting: { path: string; count: number; resolve: () => void }[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(host = '127.0.0.1'): Promise<HttpReceiver> {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const receiver = new HttpReceiver(server, (server.address() as AddressInfo).port);
    server.on('connection', () => (receiver.connections += 1));
    server.on('request', (request, response) => void receiver.receive(request, response));
    return receiver;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** The requests to a path, with any query. */
  at(path: string): ReceivedRequest[] {
    return this.requests.filter((request) => request.path.split('?')[0] === path);
  }

  /** Resolves when as many requests have arrived at this path; immediately if they have already. */
  async received(count: number, path = '/'): Promise<ReceivedRequest[]> {
    if (this.at(path).length < count)
      await new Promise<void>((resolve) => this.waiting.push({ path, count, resolve }));
    return this.at(path);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of message) body += String(part);
    const { method = '', url: path = '' } = message;
    const headers = message.headers as Record<string, string>;
    const request = { method, path, headers, body, event: jsonOf(body), at: performance.now() };
    this.requests.push(request);
    await this.respond(request, response);
    for (const one of this.waiting.splice(0)) {
      if (this.at(one.path).length >= one.count) one.resolve();
      else this.waiting.push(one);
    }
  }
}

/** Throws unless the request is signed with the secret, by the library that receivers use. */
export function verified({ body, headers }: ReceivedRequest, secret: string): unknown {
  return new Webhook(secret).verify(body, headers);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
