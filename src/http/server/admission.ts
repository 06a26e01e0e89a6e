import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Overloaded } from '../../kernel/app-error';
import { METRICS } from '../../platform/metrics/catalogue';
import { type CounterMetric, Metrics } from '../../platform/metrics/metrics';
import type { HttpRouteConfig } from '../routes/http-route';
import { isForEveryProcess } from './lifecycle-hooks';
import { MemoryPressure } from './memory-pressure';

/** Requests in progress: at a few milliseconds of processor time each, the last one waits for several seconds. */
const MAX_REQUESTS = 1_000;
/** While memory is short. More than zero, so that garbage is collected and the process recovers. */
const MAX_REQUESTS_SHORT_OF_MEMORY = 8;
/** Smaller bodies are limited by the number of requests. */
const LARGE_BODY_BYTES = 64 * 1024;
/** Large bodies in progress together. Each is in memory as bytes, as text and as parsed values. */
const MAX_LARGE_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Rejects requests that the process has no room for, with 503 and `Retry-After`, before it runs out of memory. Health checks
 * and scrapes are always served (decision 0114).
 */
@Injectable()
export class Admission {
  private requests = 0;
  private largeBodyBytes = 0;
  private readonly rejected: CounterMetric<'cause'>;

  constructor(
    private readonly memory: MemoryPressure,
    metrics: Metrics,
  ) {
    this.rejected = metrics.counter(METRICS.rejectedRequests);
  }

  /** Before any route, because hooks apply to later ones. */
  register(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const bytes = largeBodyBytes(request);
      if (bytes === 0) return done();
      const limit = this.memory.isShort ? bytes : MAX_LARGE_BODY_BYTES;
      if (this.largeBodyBytes + bytes > limit) return done(this.rejection('bodies'));
      this.largeBodyBytes += bytes;
      reply.raw.once('close', () => (this.largeBodyBytes -= bytes));
      done();
    });
    // Not before the body has arrived: slow clients would take the room of others.
    fastify.addHook('preHandler', (request, reply, done) => {
      if (isForEveryProcess(request.url)) return done();
      const limit = this.memory.isShort ? MAX_REQUESTS_SHORT_OF_MEMORY : MAX_REQUESTS;
      if (this.requests >= limit) return done(this.rejection(this.memory.isShort ? 'memory' : 'requests'));
      this.requests += 1;
      reply.raw.once('close', () => (this.requests -= 1));
      done();
    });
  }

  private rejection(cause: 'requests' | 'bodies' | 'memory'): Overloaded {
    this.rejected.inc({ cause });
    return new Overloaded();
  }
}

/** The length that a body can have; 0 for small bodies, and for uploads, which are passed on as they arrive. */
function largeBodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const { acceptedBody } = (routeOptions.config ?? {}) as HttpRouteConfig;
  if (acceptedBody?.endsWith('multipart') === true) return 0;
  const limit = routeOptions.bodyLimit!;
  // Without a length, the body can have as many bytes as the route accepts.
  const length = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limit;
  return length > LARGE_BODY_BYTES ? Math.min(length, limit) : 0;
}
