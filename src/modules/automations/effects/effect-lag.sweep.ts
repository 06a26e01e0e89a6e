import { Injectable } from '@nestjs/common';
import { Log } from '../../../platform/logging/log';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { EffectLagReadModel } from './effect-lag.read-model';

/** Far above the delay of a healthy installation, and longer than the lease of a killed worker. */
const MAX_LAG_SECONDS = 60;

/** Warns when mails and requests of automations wait that a worker could send. */
@Scheduled({ name: 'automations.watch-lag', everyMinutes: 1 })
@Injectable()
export class EffectLagSweep implements ScheduledWork {
  constructor(
    private readonly lag: EffectLagReadModel,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const { oldestDueSeconds, ...figures } = await this.lag.measure();
    if (oldestDueSeconds > MAX_LAG_SECONDS)
      this.log.warn('mails and requests of automations are delayed', {
        lagSeconds: Math.round(oldestDueSeconds),
        ...figures,
      });
  }
}
