import { Injectable } from '@nestjs/common';
import { warnOfLag } from '../../../platform/attempts/attempt-lag';
import { Log } from '../../../platform/logging/log';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { DeliveryLagReadModel } from './delivery-lag.read-model';

/** Warns when deliveries wait that a worker could send. */
@Scheduled({ name: 'webhooks.watch-lag', everyMinutes: 1 })
@Injectable()
export class DeliveryLagSweep implements ScheduledWork {
  constructor(
    private readonly lag: DeliveryLagReadModel,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    warnOfLag(this.log, 'deliveries of webhooks are delayed', await this.lag.measure());
  }
}
