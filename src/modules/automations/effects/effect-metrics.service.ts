import { Injectable } from '@nestjs/common';
import { METRICS } from '../../../platform/metrics/catalogue';
import { InstallationFigures } from '../../../platform/metrics/installation-figures';
import { Metrics } from '../../../platform/metrics/metrics';
import { EffectLagReadModel, type EffectLagFigures } from './effect-lag.read-model';

const { effectsPending, effectsRetrying, effectsAge, effectsDead } = METRICS;

/** The mails and requests of automations that wait, as metrics. */
@Injectable()
export class EffectMetricsService {
  constructor(
    private readonly metrics: Metrics,
    figures: InstallationFigures,
    lag: EffectLagReadModel,
  ) {
    const gauges = [effectsPending, effectsRetrying, effectsAge, effectsDead];
    figures.add('automation effects', gauges, async (context) => this.show(await lag.measure(context)));
  }

  private show({ pending, retrying, oldestDueSeconds, dead }: EffectLagFigures): void {
    this.metrics.gauge(effectsPending).set({}, pending);
    this.metrics.gauge(effectsRetrying).set({}, retrying);
    this.metrics.gauge(effectsAge).set({}, oldestDueSeconds);
    this.metrics.gauge(effectsDead).set({}, dead);
  }
}
