import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ProcessConfig } from '../config/process.config';
import { packageVersion } from '../config/version';
import { METRICS } from './catalogue';
import type {
  CounterDefinition,
  GaugeDefinition,
  HistogramDefinition,
  MetricDefinition,
} from './metric-definition';

type Labels<Label extends string> = Readonly<Record<Label, string>>;

export interface CounterMetric<Label extends string> {
  inc(labels: Labels<Label>, value?: number): void;
  /** Before `inc` with totals that are counted elsewhere. */
  reset(): void;
}

export interface GaugeMetric<Label extends string> {
  set(labels: Labels<Label>, value: number): void;
  /** Until `set`, the gauge is missing, which is not 0. */
  forget(): void;
}

export interface HistogramMetric<Label extends string> {
  observe(labels: Labels<Label>, seconds: number): void;
}

/** Reads figures that exist in memory, or waits for others for a limited time. Must not throw. */
type Reader = () => void | Promise<void>;

/** Of the library's metrics of Node: they list every socket, and their names are not those of gauges. */
const COSTLY = ['handles', 'requests', 'resources'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

/** The metrics of this application (decision 0112). */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly metrics = new Map<MetricDefinition, unknown>();
  private readonly readers: Reader[] = [];
  private isNodeObserved = false;

  constructor(process: ProcessConfig) {
    for (const definition of Object.values<MetricDefinition>(METRICS))
      this.metrics.set(definition, registered(definition, this.registry));
    this.gauge(METRICS.buildInfo).set({ version: packageVersion(), roles: process.roles.join(',') }, 1);
  }

  counter<Label extends string>(definition: CounterDefinition<Label>): CounterMetric<Label> {
    return this.find(definition) as CounterMetric<Label>;
  }

  gauge<Label extends string>(definition: GaugeDefinition<Label>): GaugeMetric<Label> {
    return this.find(definition) as GaugeMetric<Label>;
  }

  histogram<Label extends string>(definition: HistogramDefinition<Label>): HistogramMetric<Label> {
    return this.find(definition) as HistogramMetric<Label>;
  }

  /** Calls the function before each exposition, to set what is counted elsewhere. */
  beforeExposition(reader: Reader): void {
    this.readers.push(reader);
  }

  /** In the text format of Prometheus, version 0.0.4. */
  async exposition(): Promise<string> {
    this.observeNode();
    await Promise.all(this.readers.map((read) => read()));
    return this.registry.metrics();
  }

  /** From the first exposition on: the observation of the event loop and of collections takes time in every process. */
  private observeNode(): void {
    if (this.isNodeObserved) return;
    this.isNodeObserved = true;
    collectDefaultMetrics({ register: this.registry });
    for (const name of COSTLY) this.registry.removeSingleMetric(name);
  }

  private find(definition: MetricDefinition): unknown {
    return this.metrics.get(definition);
  }
}

function registered(definition: MetricDefinition, registry: Registry): unknown {
  const { name, help, labels } = definition;
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (definition.kind === 'histogram') return new Histogram({ ...options, buckets: [...definition.buckets] });
  return definition.kind === 'counter' ? new Counter(options) : forgettable(new Gauge(options));
}

/** The library's gauges without labels begin with 0, and are 0 after a reset. */
function forgettable(inner: Gauge): GaugeMetric<string> {
  const forget = () => {
    inner.reset();
    inner.remove({});
  };
  forget();
  return { set: (labels, value) => inner.set(labels, value), forget };
}
