import { Injectable } from '@nestjs/common';
import { METRICS } from '../../platform/metrics/catalogue';
import { InstallationFigures } from '../../platform/metrics/installation-figures';
import { Metrics } from '../../platform/metrics/metrics';
import { ScheduleRunsReadModel, type ScheduledWorkState } from './schedule-runs.read-model';

const { scheduleInterval, scheduleSuccess, scheduleFailing } = METRICS;

/** Scheduled work as metrics. Kinds of expiring rows are parts of one work, which fails with them. */
@Injectable()
export class ScheduleMetricsService {
  constructor(
    private readonly metrics: Metrics,
    figures: InstallationFigures,
    runs: ScheduleRunsReadModel,
  ) {
    const gauges = [scheduleInterval, scheduleSuccess, scheduleFailing];
    figures.add('scheduled work', gauges, async (context) => {
      for (const state of await runs.all(context)) if (state.kind === '') this.show(state);
    });
  }

  private show({ name: work, everyMinutes, lastRun }: ScheduledWorkState): void {
    this.metrics.gauge(scheduleInterval).set({ work }, everyMinutes * 60);
    this.metrics.gauge(scheduleFailing).set({ work }, lastRun?.outcome === 'failed' ? 1 : 0);
    if (lastRun !== null && lastRun.lastSucceededAt !== null)
      this.metrics.gauge(scheduleSuccess).set({ work }, Date.parse(lastRun.lastSucceededAt) / 1000);
  }
}
