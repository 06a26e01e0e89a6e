import type { MetricDefinition } from '../../../src/platform/metrics/metric-definition';

export const METRICS_START =
  '<!-- `npm run docs` writes everything below from the catalogue of the metrics. -->';

const PREFACE = `## All metrics

Histograms have the series \`_bucket\`, \`_sum\` and \`_count\`. Gauges that a process cannot know are missing. Each process also has the
metrics \`process_*\` and \`nodejs_*\` of prom-client: processor time, memory, heap, garbage collection and delays of the event loop.`;

/** The table of docs/monitoring.md, before formatting. */
export function metricReference(definitions: readonly MetricDefinition[]): string {
  const rows = definitions.map(
    ({ name, kind, labels, help }) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  );
  const table = ['| metric | kind | labels | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return `${METRICS_START}\n\n${PREFACE}\n\n${table}\n`;
}
