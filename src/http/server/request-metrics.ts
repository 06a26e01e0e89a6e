import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
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

  ended(request: FastifyRequest, reply: FastifyReply): void {
    // The pattern, such as `/api/files/:id`. Paths and methods of no route must not become labels, which stay in memory.
    const pattern = (request.routeOptions as { url?: string } | undefined)?.url;
    const route = pattern ?? 'unknown';
    const method = pattern === undefined ? 'any' : request.method;
    this.requests.inc({ method, route, status: String(reply.statusCode) });
    this.durations.observe({ method, route }, reply.elapsedTime / 1000);
  }
}
