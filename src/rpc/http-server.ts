import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingRequest, sessionCookieName } from '../access/incoming-request';
import { RateLimits } from '../access/rate-limits';
import { HttpConfig } from '../platform/config/http.config';
import { Log } from '../platform/logging/log';
import { shownPath } from './acceptable-input';
import { BrokenConnections } from './broken-connections';
import { asAppError, errorBody, httpStatusOf } from './error-shape';
import { everyResponse } from './every-response';
import { incomingRequest } from './fastify-request';
import { errorPage } from './pages/error-page';
import { sendPage } from './pages/page.interceptor';
import { oauthErrorBody, oauthErrorHeaders, oauthStatusOf } from './oauth-error-body';
import { parseJsonBytes } from './parse-json';
import type { PlainRouteConfig } from './plain-route';
import { rateHeaders } from './rate-headers';
import { headProblem } from './request-head';
import { SCIM_TYPE, scimErrorBody, scimStatusOf } from './scim-error-body';
import { TrustedProxies } from './trusted-proxies';

/** JSON bodies (contract §5). */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Long enough for a batch of 100 long names; Node refuses a request head of more than 16 KiB anyway. */
const MAX_PATH_BYTES = 16_384;

/** A client's own request id is kept when it is short and plain, so that its logs and ours meet. */
const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function createFastifyAdapter(config: HttpConfig): FastifyAdapter {
  const proxies = new TrustedProxies(config.trustedProxies);
  const adapter: FastifyAdapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PATH_BYTES },
    trustProxy: (address: string) => proxies.has(address),
    requestIdHeader: false,
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && CLIENT_REQUEST_ID.test(given) ? given : randomUUID();
    },
    logger: false,
    // While draining, requests are still answered; readiness alone says no (contract §10).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    // Node would answer a request without Host by itself, without a header or a body of ours.
    http: { requireHostHeader: false },
    // What fails before any hook: a URL that cannot be decoded, and what is no HTTP at all.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      void serving.get(request.server)?.refuseUrl(error, request, reply),
    clientErrorHandler(this: object, error: NodeJS.ErrnoException, socket: Socket) {
      void serving.get(this)?.refuseConnection(error, socket);
    },
  } as never);
  // A request without a body may still name the type, as clients do that name it always.
  for (const type of ['application/json', SCIM_TYPE]) {
    adapter.useBodyParser(type, false, { bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
      const bytes = body as Buffer;
      try {
        done(null, bytes.length === 0 ? undefined : parseJsonBytes(bytes, 'The body'));
      } catch (error) {
        done(error as Error);
      }
    });
  }
  return adapter;
}

/** Who answers for the HTTP framework's instance, which is older than the application. */
const serving = new WeakMap<object, HttpServer>();

/** How a failure is told: as the specification has it, as a page, or as OAuth's endpoints or SCIM's do. */
export type FailureShape = 'json' | 'page' | 'oauth' | 'scim';

/** What holds for every response, whatever route or failure made it. */
@Injectable()
export class HttpServer {
  constructor(
    private readonly config: HttpConfig,
    private readonly limits: RateLimits,
    private readonly log: Log,
    private readonly connections: BrokenConnections,
  ) {}

  prepare(fastify: FastifyInstance): void {
    serving.set(fastify, this);
    // Expectations may be ignored; refused, they would get an answer of Node's own.
    fastify.server.on('checkExpectation', (request, response) =>
      fastify.server.emit('request', request, response),
    );
    // A tunnel to elsewhere: Node would end the connection without a word.
    fastify.server.on('connect', (_request, socket) => void this.connections.refuse({}, socket as Socket));
    fastify.addHook('onRoute', (route) => {
      const { maxBodyBytes } = (route.config ?? {}) as PlainRouteConfig;
      if (maxBodyBytes !== undefined) route.bodyLimit = maxBodyBytes;
    });
    // Callbacks, not promises: these hooks run for every response and mostly have nothing to wait for.
    fastify.addHook('onRequest', (request, reply, done) => {
      this.markResponse(request, reply);
      done(headProblem(request.raw) ?? undefined);
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const finish = () => {
        this.describeResponse(request, reply);
        done(null, payload);
      };
      const incoming = this.incoming(request);
      if (incoming.rate.tightest !== null) finish();
      else this.limits.describe(incoming.rate, incoming.ip).then(finish, done);
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      this.logRequest(request, reply);
      done();
    });
  }

  /** The body of any failure outside the procedures; `path` is the route (contract §4). A page has a page for it. */
  fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply, shape: FailureShape = 'json'): void {
    const error = asAppError(thrown);
    if (error.code === 'INTERNAL_SERVER_ERROR') {
      this.log.error('request failed', {
        requestId: request.id,
        path: pathOf(request),
        error: error.cause ?? error,
      });
    }
    if (error.retryAfterSeconds !== undefined)
      void reply.header('retry-after', String(error.retryAfterSeconds));
    // Closed at once, the connection would be reset under a client that still sends, and the answer lost. The rest of
    // the body is read and dropped instead, for as long as a request may take.
    if (error.code === 'PAYLOAD_TOO_LARGE') void reply.removeHeader('connection');
    if (shape === 'page') {
      void reply.send(sendPage(reply, errorPage(error, request.id)));
      return;
    }
    if (shape === 'scim') {
      if (error.code === 'UNAUTHORIZED') void reply.header('www-authenticate', 'Bearer');
      void reply
        .status(scimStatusOf(error))
        .header('content-type', `${SCIM_TYPE}; charset=utf-8`)
        .send(JSON.stringify(scimErrorBody(error)));
      return;
    }
    const isOAuth = shape === 'oauth';
    if (isOAuth) void reply.headers(oauthErrorHeaders(error));
    const body = isOAuth ? oauthErrorBody(error) : errorBody(error, wirePathOf(request));
    void reply
      .status(isOAuth ? oauthStatusOf(error) : httpStatusOf(error))
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(body));
  }

  /**
   * What failed before it was counted costs its caller a call: no spelling of a path and no broken body escapes the
   * count. Answers the failure, or the refusal of a caller who has no call left.
   */
  async counted(thrown: unknown, request: FastifyRequest): Promise<unknown> {
    const { rate, ip } = this.incoming(request);
    if (rate.tightest !== null || httpStatusOf(asAppError(thrown)) >= 500) return thrown;
    try {
      await this.limits.anonymous(rate, ip);
      return thrown;
    } catch (refusal) {
      return refusal;
    }
  }

  /** Answers a request whose URL cannot be decoded; no hook runs for it. */
  async refuseUrl(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const ip = new TrustedProxies(this.config.trustedProxies).clientOf(request.raw);
    incomingRequest(request, sessionCookieName(this.config.isSecure), ip);
    this.markResponse(request, reply);
    const failure = await this.counted(error, request);
    this.describeResponse(request, reply);
    this.fail(failure, request, reply);
    this.logRequest(request, reply);
  }

  refuseConnection(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
    return this.connections.refuse(error, socket);
  }

  private markResponse(request: FastifyRequest, reply: FastifyReply): void {
    void reply.headers(everyResponse(request.id, this.config.isSecure));
  }

  private incoming(request: FastifyRequest): IncomingRequest {
    return incomingRequest(request, sessionCookieName(this.config.isSecure));
  }

  private describeResponse(request: FastifyRequest, reply: FastifyReply): void {
    const { rate, answerHeaders } = this.incoming(request);
    void reply.headers(rateHeaders(rate.tightest!));
    for (const [name, value] of answerHeaders) void reply.header(name, value);
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  }

  private logRequest(request: FastifyRequest, reply: FastifyReply): void {
    this.log.request({
      requestId: request.id,
      method: request.method,
      path: pathOf(request).slice(0, 200),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ip: this.incoming(request).ip,
    });
  }
}

/** Without the query, which may hold inputs. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}

/** Cut, because it is repeated in the answer and may be a batch of thousands. */
function wirePathOf(request: FastifyRequest): string {
  const path = pathOf(request);
  const shown = path.startsWith('/api/trpc/')
    ? decodeURIComponentSafely(path.slice('/api/trpc/'.length))
    : path;
  return shownPath(shown);
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
