import { MetricsListener } from '../../src/http/server/metrics-listener';
import { MetricsConfig } from '../../src/platform/config/monitoring/metrics.config';
import { startApp, type TestApp } from './app';

export interface Scrape {
  readonly status: number;
  readonly text: string;
  /** The value of a series such as `trestle_mails_total{outcome="sent"}`; undefined when it is missing. */
  value(series: string): number | undefined;
  /** The series with this prefix, with their labels. */
  series(prefix?: string): string[];
}

/** An application whose metrics can be scraped. The caller closes it. */
export async function startMeasuredApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ METRICS_PORT: '0', ...env });
  await app.nest.get(MetricsListener).listen();
  return app;
}

/** The URL of the metrics of an application. */
export function metricsUrl({ nest }: TestApp, path = '/metrics'): string {
  const { host, port } = nest.get(MetricsConfig);
  return `http://${host}:${port}${path}`;
}

/** As Prometheus reads them. */
export async function scrape(app: TestApp): Promise<Scrape> {
  const response = await fetch(metricsUrl(app));
  return { status: response.status, ...parsed(await response.text()) };
}

/** The text format of Prometheus. */
export function parsed(text: string): Omit<Scrape, 'status'> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const values = new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
  return {
    text,
    value: (series) => values.get(series),
    series: (prefix = '') => [...values.keys()].filter((name) => name.startsWith(prefix)),
  };
}
