import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type IncomingRequest, sessionCookieName } from '../../access/incoming-request';
import { RateLimits } from '../../access/rate-limits';
import { HttpConfig } from '../../platform/config/http.config';
import { Log } from '../../platform/logging/log';
import { BrokenConnections } from './broken-connections';
import { ErrorResponses } from '../errors/error-responses';
import { asAppError, httpStatusOf } from '../errors/error-shape';
import { compressResponse } from './compressed-response';
import { everyResponse } from './every-response';
import { incomingRequest } from './fastify-request';
import { FORM_TYPE, JSON_OF_PROTOCOL } from '../bodies/body-kind';
import { isPassedOn } from '../sockets/ordinary-request';
import { parseFormBody, parseJsonBody, parseProtocolBody } from '../bodies/body-parsers';
import type { HttpRouteConfig } from '../routes/http-route';
import { rateHeaders } from './rate-headers';
import { headProblem } from './request-head';
import { requestIdOf } from './request-id';
import { RequestMetrics } from './request-metrics';
import { pathOf } from './request-path';
import { traceFieldsOf } from './request-spans';
import { TrustedProxies } from './trusted-proxies';

/** JSON bodies (contract §5). */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Long enough for a batch of 100 long names; Node rejects a request head of more than 16 KiB anyway. */
const MAX_PATH_BYTES = 16_384;

export function createFastifyAdapter(config: HttpConfig): FastifyAdapter {
  const proxies = new TrustedProxies(config.trustedProxies);
  const adapter: FastifyAdapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PATH_BYTES },
    trustProxy: (address: string) => proxies.has(address),
    requestIdHeader: false,
    genReqId: requestIdOf,
    logger: false,
    // While draining, requests are still served; only readiness reports false (contract §10).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    // Node would respond to a request without Host by itself, without our headers and body.
    http: { requireHostHeader: false, shouldUpgradeCallback: isPassedOn },
    // Failures before any hook: a URL that cannot be decoded, and malformed HTTP.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      void serving.get(request.server)?.rejectUrl(error, request, reply),
    clientErrorHandler(this: object, error: NodeJS.ErrnoException, socket: Socket) {
      void serving.get(this)?.rejectConnection(error, socket);
    },
  } as never);
  adapter.useBodyParser('application/json', false, { bodyLimit: MAX_BODY_BYTES }, parseJsonBody);
  adapter.useBodyParser(FORM_TYPE, false, { bodyLimit: MAX_BODY_BYTES }, parseFormBody);
  return adapter;
}

/** The current handler, because the HTTP framework's instance is created before the application. */
const serving = new WeakMap<object, HttpServer>();

/** Applies to every response, of any route or failure. */
@Injectable()
export class HttpServer {
  constructor(
    private readonly config: HttpConfig,
    private readonly limits: RateLimits,
    private readonly log: Log,
    private readonly connections: BrokenConnections,
    private readonly errors: ErrorResponses,
    private readonly metrics: RequestMetrics,
  ) {}

  prepare(fastify: FastifyInstance): void {
    serving.set(fastify, this);
    // Expectations may be ignored; Node would reject them with its own response.
    fastify.server.on('checkExpectation', (request, response) =>
      fastify.server.emit('request', request, response),
    );
    // A tunnel: Node would close the connection without a response.
    fastify.server.on('connect', (_request, socket) => void this.connections.reject({}, socket as Socket));
    fastify.addHook('onRoute', (route) => {
      const { maxBodyBytes, acceptedBody } = (route.config ?? {}) as HttpRouteConfig;
      if (maxBodyBytes !== undefined) route.bodyLimit = maxBodyBytes;
      if (acceptedBody?.endsWith('+json') === true && !fastify.hasContentTypeParser(acceptedBody)) {
        fastify.addContentTypeParser(acceptedBody, { parseAs: 'buffer' }, parseJsonBody);
      }
    });
    this.metrics.watch(fastify);
    fastify.addContentTypeParser(JSON_OF_PROTOCOL, { parseAs: 'buffer' }, parseProtocolBody);
    // Callbacks instead of promises: these hooks run for every response and are mostly synchronous.
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
    fastify.addHook('onSend', compressResponse);
    fastify.addHook('onResponse', (request, reply, done) => {
      this.logRequest(request, reply);
      done();
    });
  }

  /**
   * Counts a request that failed before it was counted: no spelling of a path and no malformed body evades the rate limit.
   * Returns the failure, or the rejection of a caller who has no calls left.
   */
  async counted(thrown: unknown, request: FastifyRequest): Promise<unknown> {
    const { rate, ip } = this.incoming(request);
    if (rate.tightest !== null || httpStatusOf(asAppError(thrown)) >= 500) return thrown;
    try {
      await this.limits.anonymous(rate, ip);
      return thrown;
    } catch (rejection) {
      return rejection;
    }
  }

  /** Responds to a request whose URL cannot be decoded; no hook runs for it. */
  async rejectUrl(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const ip = new TrustedProxies(this.config.trustedProxies).clientOf(request.raw);
    incomingRequest(request, sessionCookieName(this.config.isSecure), ip);
    this.markResponse(request, reply);
    const failure = await this.counted(error, request);
    this.describeResponse(request, reply);
    this.errors.send(failure, request, reply);
    this.metrics.endedWithoutRoute(reply);
    this.logRequest(request, reply);
  }

  rejectConnection(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
    return this.connections.reject(error, socket);
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
      path: pathOf(request.url).slice(0, 200),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ip: this.incoming(request).ip,
      trace: traceFieldsOf(request),
    });
  }
}
