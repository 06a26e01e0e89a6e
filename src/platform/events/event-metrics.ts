import { Injectable } from '@nestjs/common';
import { METRICS } from '../metrics/catalogue';
import { InstallationFigures } from '../metrics/installation-figures';
import { Metrics } from '../metrics/metrics';
import { EventLag, type EventLagFigures } from './event-lag';

const { outboxEvents, outboxAge, subscriberEvents, subscriberAge, eventBacklogs, eventFailures } = METRICS;

/** The delay of events as metrics. */
@Injectable()
export class EventMetrics {
  constructor(
    private readonly metrics: Metrics,
    figures: InstallationFigures,
    lag: EventLag,
  ) {
    const gauges = [outboxEvents, outboxAge, subscriberEvents, subscriberAge, eventBacklogs, eventFailures];
    figures.add('events', gauges, async (context) => this.show(await lag.measure(context)));
  }

  private show({ outbox, subscribers, backlogs, failures }: EventLagFigures): void {
    this.metrics.gauge(outboxEvents).set({}, outbox.events);
    this.metrics.gauge(outboxAge).set({}, outbox.oldestSeconds);
    for (const { name: subscriber, events, oldestSeconds } of subscribers) {
      this.metrics.gauge(subscriberEvents).set({ subscriber }, events);
      this.metrics.gauge(subscriberAge).set({ subscriber }, oldestSeconds);
    }
    this.metrics.gauge(eventBacklogs).set({}, backlogs);
    this.metrics.gauge(eventFailures).set({}, failures);
  }
}
