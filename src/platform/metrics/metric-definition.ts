type Kind = 'counter' | 'gauge' | 'histogram';

interface DefinitionOf<K extends Kind, Label extends string> {
  readonly kind: K;
  /** As Prometheus wants it: the unit last, and `_total` after that for counters. */
  readonly name: string;
  readonly help: string;
  /** Each has few values: never ids, names of users' records, paths or texts. */
  readonly labels: readonly Label[];
}

export type CounterDefinition<Label extends string> = DefinitionOf<'counter', Label>;
export type GaugeDefinition<Label extends string> = DefinitionOf<'gauge', Label>;

export interface HistogramDefinition<Label extends string> extends DefinitionOf<'histogram', Label> {
  /** Upper bounds, in seconds. Each is a series for every combination of labels. */
  readonly buckets: readonly number[];
}

export type MetricDefinition =
  CounterDefinition<string> | GaugeDefinition<string> | HistogramDefinition<string>;

export function counter<Label extends string = never>(
  name: `trestle_${string}_total`,
  help: string,
  ...labels: Label[]
): CounterDefinition<Label> {
  return { kind: 'counter', name, help, labels };
}

export function gauge<Label extends string = never>(
  name: `trestle_${string}`,
  help: string,
  ...labels: Label[]
): GaugeDefinition<Label> {
  return { kind: 'gauge', name, help, labels };
}

export function histogram<Label extends string = never>(
  name: `trestle_${string}_seconds`,
  help: string,
  buckets: readonly number[],
  ...labels: Label[]
): HistogramDefinition<Label> {
  return { kind: 'histogram', name, help, labels, buckets };
}
