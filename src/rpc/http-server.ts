import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error';
import { type IncomingRequest, sessionCookieName } from '../access/incoming-request';
import { RateLimits } from '../access/rate-limits';
import { addressSet } from '../platform/config/cidr';
import { HttpConfig } from '../platform/config/http.config';
import { Log } from '../platform/logging/log';
import { asAppError, errorBody, httpStatusOf } from './error-shape';
import { incomingRequest } from './fastify-request';
import type { PlainRouteConfig } from './plain-route';

/** JSON bodies (contract §5). */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Long enough for a batch of 100 long names; Node refuses a request head of more than 16 KiB anyway. */
const MAX_PATH_BYTES = 16_384;

/** A client's own request id is kept when it is short and plain, so that its logs and ours meet. */
const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function createFastifyAdapter(config: HttpConfig): FastifyAdapter {
  const trusted = addressSet(config.trustedProxies);
  const adapter: FastifyAdapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PATH_BYTES },
    trustProxy: (address: string) => {
      const family = isIP(address);
      return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
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
    // A URL that cannot be decoded fails before any hook: answered here in the service's own shape.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const failure = asAppError(error);
      void reply
        .status(httpStatusOf(failure))
        .header('content-type', 'application/json; charset=utf-8')
        .headers(everyResponse(request.id))
        .send(JSON.stringify(errorBody(failure, '')));
    },
  } as never);
  const parseJson = adapter.getInstance().getDefaultJsonParser('error', 'error');
  // A request without a body may still name the type, as clients do that name it always.
  adapter.useBodyParser('application/json', false, { bodyLimit: MAX_BODY_BYTES }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) done(null, undefined);
    else if (isUtf8(bytes)) parseJson(request as never, bytes.toString('utf8'), done);
    else done(new AppError('BAD_REQUEST', 'The body is not valid UTF-8'));
  });
  return adapter;
}

function everyResponse(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' };
}

/** What holds for every response, whatever route or failure made it. */
@Injectable()
export class HttpServer {
  constructor(
    private readonly config: HttpConfig,
    private readonly limits: RateLimits,
    private readonly log: Log,
  ) {}

  prepare(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route) => {
      const { maxBodyBytes } = (route.config ?? {}) as PlainRouteConfig;
      if (maxBodyBytes !== undefined) route.bodyLimit = maxBodyBytes;
    });
    // Callbacks, not promises: these hooks run for every response and mostly have nothing to wait for.
    fastify.addHook('onRequest', (request, reply, done) => {
      void reply.headers(everyResponse(request.id));
      if (this.config.isSecure) {
        void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
      }
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const finish = () => {
        this.describeResponse(request, reply);
        done(null, payload);
      };
      const { rate, ip } = this.incoming(request);
      if (rate.tightest !== null) finish();
      else this.limits.describe(rate, ip).then(finish, done);
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      this.logRequest(request, reply);
      done();
    });
  }

  /** The body of any failure outside the procedures; `path` is the route (contract §4). */
  fail(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
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
    void reply
      .status(httpStatusOf(error))
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(error, wirePathOf(request))));
  }

  /** An unknown route costs its caller a call, so that no spelling of a path escapes the count. */
  async notFound(request: FastifyRequest): Promise<never> {
    const incoming = this.incoming(request);
    await this.limits.anonymous(incoming.rate, incoming.ip);
    throw new AppError('NOT_FOUND', 'No such route');
  }

  private incoming(request: FastifyRequest): IncomingRequest {
    return incomingRequest(request, sessionCookieName(this.config.isSecure));
  }

  private describeResponse(request: FastifyRequest, reply: FastifyReply): void {
    const { rate, answerHeaders } = this.incoming(request);
    const { limit, remaining, resetAt } = rate.tightest!;
    void reply
      .header('x-ratelimit-limit', String(limit))
      .header('x-ratelimit-remaining', String(remaining))
      .header('x-ratelimit-reset', String(resetAt));
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
      ip: request.ip,
    });
  }
}

/** Without the query, which may hold inputs. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}

function wirePathOf(request: FastifyRequest): string {
  const path = pathOf(request);
  return path.startsWith('/api/trpc/') ? decodeURIComponentSafely(path.slice('/api/trpc/'.length)) : path;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
