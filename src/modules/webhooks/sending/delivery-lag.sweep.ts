import { Injectable } from '@nestjs/common';
import { Log } from '../../../platform/logging/log';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { DeliveryLagReadModel } from './delivery-lag.read-model';

/** Far above the delay of a healthy installation, and longer than the lease of a killed worker. */
const MAX_LAG_SECONDS = 60;

/** Warns when deliveries wait that a worker could send. */
@Scheduled({ name: 'webhooks.watch-lag', everyMinutes: 1 })
@Injectable()
export class DeliveryLagSweep implements ScheduledWork {
  constructor(
    private readonly lag: DeliveryLagReadModel,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const { oldestDueSeconds, ...figures } = await this.lag.measure();
    if (oldestDueSeconds > MAX_LAG_SECONDS)
      this.log.warn('deliveries of webhooks are delayed', {
        lagSeconds: Math.round(oldestDueSeconds),
        ...figures,
      });
  }
}
