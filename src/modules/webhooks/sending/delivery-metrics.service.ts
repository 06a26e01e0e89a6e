import { Injectable } from '@nestjs/common';
import { METRICS } from '../../../platform/metrics/catalogue';
import { InstallationFigures } from '../../../platform/metrics/installation-figures';
import { type CounterMetric, type HistogramMetric, Metrics } from '../../../platform/metrics/metrics';
import { DeliveryLagReadModel, type DeliveryLagFigures } from './delivery-lag.read-model';
import type { AttemptOutcome } from './webhook-sender.service';

const { deliveriesPending, deliveriesRetrying, deliveriesAge, webhooksFailing } = METRICS;

/** Deliveries as metrics: the attempts of this process, and what waits in the whole installation. */
@Injectable()
export class DeliveryMetricsService {
  private readonly attempts: CounterMetric<'outcome'>;
  private readonly durations: HistogramMetric<never>;

  constructor(
    private readonly metrics: Metrics,
    figures: InstallationFigures,
    lag: DeliveryLagReadModel,
  ) {
    this.attempts = metrics.counter(METRICS.webhookAttempts);
    this.durations = metrics.histogram(METRICS.webhookDuration);
    const gauges = [deliveriesPending, deliveriesRetrying, deliveriesAge, webhooksFailing];
    figures.add('webhooks', gauges, async (context) => this.show(await lag.measure(context)));
  }

  attempted({ isSuccess, durationMs }: AttemptOutcome): void {
    this.attempts.inc({ outcome: isSuccess ? 'succeeded' : 'failed' });
    this.durations.observe({}, durationMs / 1000);
  }

  private show({ pending, retrying, oldestDueSeconds, failingWebhooks }: DeliveryLagFigures): void {
    this.metrics.gauge(deliveriesPending).set({}, pending);
    this.metrics.gauge(deliveriesRetrying).set({}, retrying);
    this.metrics.gauge(deliveriesAge).set({}, oldestDueSeconds);
    this.metrics.gauge(webhooksFailing).set({}, failingWebhooks);
  }
}
