import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { WebSocketServer } from 'ws';
import { AppError, ServiceUnavailable } from '../../kernel/app-error';
import { OtherCells } from '../../access/cells/other-cells';
import { type IncomingRequest, sessionCookieName } from '../../access/incoming-request';
import { RateLimits } from '../../access/rate-limits';
import { HttpConfig } from '../../platform/config/http.config';
import { Log } from '../../platform/logging/log';
import { callerTrace } from '../../platform/tracing/tracing';
import { METRICS } from '../../platform/metrics/catalogue';
import { type CounterMetric, Metrics } from '../../platform/metrics/metrics';
import { asAppError, httpStatusOf } from '../errors/error-shape';
import { everyResponse } from '../server/every-response';
import { rateHeaders } from '../server/rate-headers';
import { headProblem } from '../server/request-head';
import { pathOf } from '../server/request-path';
import { responseText } from '../server/response-text';
import { TrustedProxies } from '../server/trusted-proxies';
import { ClientSocket, type SocketTraffic } from './client-socket';
import { frameLimit } from './frame-limit';
import { hasBody, offersWebSocket, serveWithoutUpgrade } from './ordinary-request';
import { responsesSent } from './responses-sent';
import { UpgradeRequest } from './upgrade-request';

/** Messages of clients are small: a cursor, a subscription, a token. */
const MAX_MESSAGE_BYTES = 16 * 1024;
const HEARTBEAT_MS = 30_000;
/** How long a stopping process waits for clients to close. */
const LEAVE_MS = 1_000;

/** What to do with a socket once it is open. */
export type OpenSocket = (socket: ClientSocket) => void;

/** An address that clients connect to with WebSockets. */
export interface SocketEndpoint {
  readonly path: RegExp;
  /** Before the handshake: throws the rejection of the request. */
  admit(request: IncomingRequest, target: SocketTarget): Promise<OpenSocket>;
}

/** As the client sent it: a URL parser would make another path of `/ws/..`. */
export interface SocketTarget {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * WebSockets on the port of the HTTP server. The framework's hooks do not run for a handshake, so the checks of every request
 * are repeated here. Ordinary requests that offer another protocol are served as ordinary requests.
 */
@Injectable()
export class Upgrades implements BeforeApplicationShutdown {
  private readonly endpoints: SocketEndpoint[] = [];
  private readonly open = new Set<ClientSocket>();
  private readonly proxies: TrustedProxies;
  private readonly requests = new WeakMap<IncomingMessage, UpgradeRequest>();
  private readonly handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    // Compression would cost more memory for each socket than the socket itself.
    perMessageDeflate: false,
    // Without it the library accepts the first subprotocol that a client offers, as if the service spoke it.
    handleProtocols: () => false,
  });
  private readonly heartbeat: NodeJS.Timeout;
  private readonly traffic: SocketTraffic = { in: 0, out: 0 };
  private readonly handshakesByStatus: CounterMetric<'status'>;
  private isLeaving = false;

  constructor(
    private readonly http: HttpConfig,
    private readonly limits: RateLimits,
    private readonly cells: OtherCells,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {
    this.proxies = new TrustedProxies(http.trustedProxies);
    this.handshakes.on('headers', (headers, raw) => headers.push(...this.headersOf(this.requests.get(raw)!)));
    this.handshakes.on('wsClientError', (error, socket, raw) => {
      const request = this.requests.get(raw)!;
      void this.reject(request, raw, socket as Socket, new AppError('BAD_REQUEST', error.message));
    });
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
    this.heartbeat.unref();
    this.handshakesByStatus = metrics.counter(METRICS.socketHandshakes);
    metrics.beforeExposition(() => this.measure());
  }

  add(endpoint: SocketEndpoint): void {
    this.endpoints.push(endpoint);
  }

  listen(server: Server): void {
    server.on(
      'upgrade',
      (raw: IncomingMessage, socket: Socket, head: Buffer) => void this.receive(server, raw, socket, head),
    );
  }

  /** Pings every client, and drops those that have not answered since the last time. */
  beat(): void {
    for (const socket of this.open) socket.beat();
  }

  /** Clients connect again, to another process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isLeaving = true;
    clearInterval(this.heartbeat);
    const closing = [...this.open];
    for (const socket of closing) socket.close('restart', 'The service restarts; connect again');
    const ended = new AbortController();
    const patience = delay(LEAVE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([Promise.all(closing.map((socket) => socket.closed())), patience]);
    ended.abort();
    for (const socket of closing) socket.terminate();
  }

  private async receive(server: Server, raw: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    // A client that disconnects must not end the process.
    const destroy = () => void socket.destroy();
    socket.on('error', destroy);
    await responsesSent(socket);
    const endpoint = this.endpointOf(raw);
    const problem = headProblem(raw) ?? bodyProblem(raw);
    if (endpoint !== undefined || problem !== null) {
      await this.upgrade(endpoint, problem, { raw, socket, head });
      return;
    }
    socket.off('error', destroy);
    serveWithoutUpgrade(server, raw, socket, head);
  }

  /** Undefined for an ordinary request. */
  private endpointOf(raw: IncomingMessage): SocketEndpoint | undefined {
    if (!offersWebSocket(raw)) return undefined;
    const path = pathOf(raw.url ?? '/');
    return this.endpoints.find((each) => each.path.test(path));
  }

  private async upgrade(
    endpoint: SocketEndpoint | undefined,
    problem: AppError | null,
    { raw, socket, head }: { raw: IncomingMessage; socket: Socket; head: Buffer },
  ): Promise<void> {
    const request = new UpgradeRequest(
      raw,
      this.proxies.clientOf(raw),
      sessionCookieName(this.http.isSecure),
    );
    this.requests.set(raw, request);
    try {
      if (endpoint === undefined || problem !== null) throw problem;
      if (this.isLeaving) throw new ServiceUnavailable();
      await this.cells.refer(request);
      const opened = await endpoint.admit(request, targetOf(raw));
      if (this.isLeaving) throw new ServiceUnavailable();
      if (!socket.destroyed) this.handshake(raw, socket, head, opened);
    } catch (thrown) {
      await this.reject(request, raw, socket, thrown);
    }
  }

  private handshake(raw: IncomingMessage, socket: Socket, head: Buffer, opened: OpenSocket): void {
    this.handshakes.handleUpgrade(raw, socket, head, (webSocket) => {
      const client = new ClientSocket(webSocket, socket, frameLimit(), this.traffic);
      this.open.add(client);
      webSocket.once('close', () => this.open.delete(client));
      this.logRequest(this.requests.get(raw)!, raw, 101);
      opened(client);
    });
  }

  private async reject(
    request: UpgradeRequest,
    raw: IncomingMessage,
    socket: Socket,
    thrown: unknown,
  ): Promise<void> {
    const failure = asAppError(await this.counted(request, thrown));
    const status = httpStatusOf(failure);
    if (status === 500) this.log.error('a handshake failed', { requestId: request.id, error: thrown });
    this.logRequest(request, raw, status);
    const headers = Object.fromEntries(
      this.headersOf(request).map((line) => line.split(': ') as [string, string]),
    );
    if (socket.writable) socket.end(responseText(failure, pathOf(raw.url ?? '/'), headers));
    socket.destroySoon();
  }

  /** As HttpServer.counted: no rejected handshake evades the rate limit. */
  private async counted({ rate, ip }: UpgradeRequest, thrown: unknown): Promise<unknown> {
    if (rate.tightest !== null || httpStatusOf(asAppError(thrown)) >= 500) return thrown;
    return this.limits.anonymous(rate, ip).then(
      () => thrown,
      (rejection: unknown) => rejection,
    );
  }

  private headersOf({ id, rate }: UpgradeRequest): string[] {
    const headers = {
      ...everyResponse(id, this.http.isSecure),
      ...(rate.tightest === null ? {} : rateHeaders(rate.tightest)),
    };
    return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  }

  private measure(): void {
    this.metrics.gauge(METRICS.socketsOpen).set({}, this.open.size);
    const messages = this.metrics.counter(METRICS.socketMessages);
    messages.reset();
    messages.inc({ direction: 'in' }, this.traffic.in);
    messages.inc({ direction: 'out' }, this.traffic.out);
  }

  private logRequest(
    request: UpgradeRequest,
    { method = '', url = '/' }: IncomingMessage,
    status: number,
  ): void {
    const { id: requestId, ip, startedAtMs } = request;
    const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
    this.handshakesByStatus.inc({ status: String(status) });
    const path = pathOf(url).slice(0, 200);
    const trace = callerTrace(request.header('traceparent'));
    this.log.request({ requestId, method, path, status, durationMs, ip, trace });
  }
}

/** Stops request smuggling: a proxy forwards it as a body, and Node reads it as a body or as frames, depending on its release. */
function bodyProblem(raw: IncomingMessage): AppError | null {
  const isProblem = offersWebSocket(raw) && hasBody(raw);
  return isProblem ? new AppError('BAD_REQUEST', 'A handshake has no body') : null;
}

function targetOf({ url = '/' }: IncomingMessage): SocketTarget {
  const path = pathOf(url);
  return { path, query: new URLSearchParams(url.slice(path.length)) };
}
