import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { MetricsConfig } from '../../platform/config/monitoring/metrics.config';
import { Metrics } from '../../platform/metrics/metrics';
import { METRICS_HEADERS } from './metrics-headers';

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
/** A request that a proxy has forwarded has at least one of them. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * `GET /metrics` on the port of the API (contract §10), while METRICS_PORT is not set. Metrics show all organizations together: only a
 * caller with METRICS_TOKEN sees them or, without a token, a program on the same machine. For others the path does not exist.
 */
@Injectable()
export class MetricsRoute {
  constructor(
    private readonly config: MetricsConfig,
    private readonly metrics: Metrics,
  ) {}

  register(fastify: FastifyInstance): void {
    if (this.config.port !== undefined) return;
    fastify.get('/metrics', async (request, reply) => {
      if (!this.isAllowed(request.raw)) return reply.callNotFound();
      return reply.headers(METRICS_HEADERS).send(await this.metrics.exposition());
    });
  }

  private isAllowed({ socket, headers }: IncomingMessage): boolean {
    if (this.config.token !== undefined) return this.config.hasToken(headers.authorization);
    const isLocal = LOOPBACK.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
    return isLocal && OF_PROXIES.every((name) => headers[name] === undefined);
  }
}
