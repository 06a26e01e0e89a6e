import { Injectable } from '@nestjs/common';
import { METRICS } from '../platform/metrics/catalogue';
import { type CounterMetric, type HistogramMetric, Metrics } from '../platform/metrics/metrics';
import { ProcedureRegistry } from './procedure-registry';

/** Calls by procedure as metrics. */
@Injectable()
export class CallMetrics {
  private readonly calls: CounterMetric<'procedure' | 'status'>;
  private readonly durations: HistogramMetric<'procedure'>;

  constructor(
    metrics: Metrics,
    private readonly registry: ProcedureRegistry,
  ) {
    this.calls = metrics.counter(METRICS.calls);
    this.durations = metrics.histogram(METRICS.callDuration);
  }

  ended(name: string, status: number, durationMs: number): void {
    // Names that callers make up must not become labels, each of which stays in memory.
    const procedure = this.registry.find(name) === undefined ? 'unknown' : name;
    this.calls.inc({ procedure, status: String(status) });
    this.durations.observe({ procedure }, durationMs / 1000);
  }
}
