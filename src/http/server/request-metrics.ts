import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { METRICS } from '../../platform/metrics/catalogue';
import { type CounterMetric, type HistogramMetric, Metrics } from '../../platform/metrics/metrics';

/** HTTP responses by route as metrics. */
@Injectable()
export class RequestMetrics {
  private readonly requests: CounterMetric<'method' | 'route' | 'status'>;
  private readonly durations: HistogramMetric<'method' | 'route'>;

  constructor(metrics: Metrics) {
    this.requests = metrics.counter(METRICS.requests);
    this.durations = metrics.histogram(METRICS.requestDuration);
  }

  /** Before the routes: each gets a hook that knows its pattern, such as `/api/files/:id`. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', (route: RouteOptions) => {
      const ended = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        this.ended(request.method, route.url, reply);
        done();
      };
      route.onResponse = [ended, ...[route.onResponse ?? []].flat()];
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      if (request.is404) this.endedWithoutRoute(reply);
      done();
    });
  }

  /** Paths and methods of no route must not become labels, which stay in memory. */
  endedWithoutRoute(reply: FastifyReply): void {
    this.ended('any', 'unknown', reply);
  }

  private ended(method: string, route: string, reply: FastifyReply): void {
    this.requests.inc({ method, route, status: String(reply.statusCode) });
    this.durations.observe({ method, route }, reply.elapsedTime / 1000);
  }
}
