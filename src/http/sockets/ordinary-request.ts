import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Headers of an offer to change the protocol, besides Connection. */
const OFFER = new Set(['upgrade', 'http2-settings']);

/** The only offer that the service accepts. */
export function offersWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Whether the listener of upgrades receives a request, which Node asks the server's `shouldUpgradeCallback` since 22.23 and 24.9.
 * Since 25.1, Node reads the body of such a request itself, so that it could not be parsed again. Not for requests without a body:
 * Node would lose requests that follow without waiting for the response. A process without sockets has no listener; Node would
 * close the connection without a response.
 */
export function isPassedOn(this: Server, request: IncomingMessage): boolean {
  return this.listenerCount('upgrade') > 0 && (offersWebSocket(request) || !hasBody(request));
}

/**
 * Serves a request as if it did not offer another protocol (RFC 9110, section 7.8), such as the `Upgrade: h2c` that Java's
 * client sends by default. Node passes offers to the listener of upgrades, so the connection starts again with the
 * same request without the offer.
 */
export function serveWithoutUpgrade(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Socket,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (OFFER.has(name.toLowerCase())) continue;
    const value = rawHeaders[at + 1]!;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutOffer(value) : value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

function withoutOffer(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => !OFFER.has(option.toLowerCase())).join(', ');
}
