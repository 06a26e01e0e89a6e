import { describe, expect, it } from 'vitest';
import { ProcessConfig } from '../../../../src/platform/config/process.config';
import { METRICS } from '../../../../src/platform/metrics/catalogue';
import { Metrics } from '../../../../src/platform/metrics/metrics';
import { parsed } from '../../../support/metrics';

const metricsOf = () => new Metrics(new ProcessConfig());

describe('Metrics', () => {
  it('are separate for each application', async () => {
    const [one, other] = [metricsOf(), metricsOf()];
    one.counter(METRICS.mails).inc({ outcome: 'sent' }, 2);
    expect(parsed(await one.exposition()).value('trestle_mails_total{outcome="sent"}')).toBe(2);
    expect(parsed(await other.exposition()).series('trestle_mails')).toEqual([]);
  });

  it('have gauges that are missing until they are set, and once they are forgotten', async () => {
    const metrics = metricsOf();
    const shown = async () => parsed(await metrics.exposition()).series('trestle_outbox');
    expect(await shown()).toEqual([]);
    metrics.gauge(METRICS.outboxEvents).set({}, 0);
    expect(await shown()).toEqual(['trestle_outbox_events']);
    metrics.gauge(METRICS.outboxEvents).forget();
    expect(await shown()).toEqual([]);
  });

  it('wait for those that read figures', async () => {
    const metrics = metricsOf();
    metrics.beforeExposition(async () => {
      await Promise.resolve();
      metrics.gauge(METRICS.queueAge).set({}, 7);
    });
    expect(parsed(await metrics.exposition()).value('trestle_queue_oldest_seconds')).toBe(7);
  });

  it('count in buckets of seconds', async () => {
    const metrics = metricsOf();
    metrics.histogram(METRICS.callDuration).observe({ procedure: 'items.get' }, 0.02);
    const { value } = parsed(await metrics.exposition());
    const bucket = (le: string) =>
      value(`trestle_procedure_duration_seconds_bucket{le="${le}",procedure="items.get"}`);
    expect([bucket('0.01'), bucket('0.025'), bucket('+Inf')]).toEqual([0, 1, 1]);
  });
});

describe('the catalogue of metrics', () => {
  const definitions = Object.values(METRICS);

  it('has one definition for each name', () => {
    expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length);
  });

  it('has labels without organizations, records, users and paths', () => {
    const labels = new Set(definitions.flatMap((definition): readonly string[] => definition.labels));
    expect([...labels].toSorted()).toEqual([
      'cache',
      'cause',
      'direction',
      'figures',
      'method',
      'outcome',
      'procedure',
      'result',
      'roles',
      'route',
      'server',
      'state',
      'status',
      'subscriber',
      'task',
      'version',
      'work',
    ]);
  });
});
