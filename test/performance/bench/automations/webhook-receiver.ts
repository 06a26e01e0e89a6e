import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives webhooks, responds with 204 as soon as the request has arrived, and counts different events. */
export class WebhookReceiver {
  readonly eventIds = new Set<string>();
  repeated = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response) => {
      const eventId = request.headers['webhook-id'] as string;
      if (this.eventIds.has(eventId)) this.repeated += 1;
      this.eventIds.add(eventId);
      request.resume().once('end', () => response.writeHead(204).end());
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookReceiver(server);
  }

  /** Host and port. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
