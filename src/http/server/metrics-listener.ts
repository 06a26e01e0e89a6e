import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigurationProblem } from '../../platform/config/configuration-problem';
import { MetricsConfig } from '../../platform/config/monitoring/metrics.config';
import { Log } from '../../platform/logging/log';
import { Metrics } from '../../platform/metrics/metrics';
import { METRICS_HEADERS } from './metrics-headers';
import { pathOf } from './request-path';

/**
 * Serves `GET /metrics` (contract §10) on METRICS_PORT: metrics show all organizations together, and no host of an organization may lead
 * to them (decision 0112). Without METRICS_PORT, MetricsRoute serves them.
 */
@Injectable()
export class MetricsListener implements OnApplicationShutdown {
  private server: Server | null = null;

  constructor(
    private readonly config: MetricsConfig,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** With METRICS_PORT 0 the system chooses the port; the configuration then has it. */
  async listen(): Promise<void> {
    const { port, host } = this.config;
    if (port === undefined) return;
    const server = createServer((request, response) => void this.answer(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
        reject(
          new ConfigurationProblem(`METRICS_PORT ${port} on METRICS_HOST ${host} cannot be used (${code})`),
        ),
      );
      server.listen(port, host, resolve);
    });
    this.server = server;
    this.config.port = (server.address() as AddressInfo).port;
    this.log.info('metrics are served', { host, port: this.config.port });
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = this.statusOf(request);
    if (status !== 200) {
      const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
      response.writeHead(status, { ...METRICS_HEADERS, ...challenge }).end();
      return;
    }
    try {
      const text = await this.metrics.exposition();
      response.writeHead(200, METRICS_HEADERS).end(text);
    } catch (error) {
      this.log.error('metrics could not be shown', { error });
      response.writeHead(500, METRICS_HEADERS).end();
    }
  }

  private statusOf({ method, url = '', headers }: IncomingMessage): 200 | 401 | 404 | 405 {
    if (this.config.token !== undefined && !this.config.hasToken(headers.authorization)) return 401;
    if (pathOf(url) !== '/metrics') return 404;
    return method === 'GET' || method === 'HEAD' ? 200 : 405;
  }
}
