import { Injectable } from '@nestjs/common';
import { warnOfLag } from '../../../platform/attempts/attempt-lag';
import { Log } from '../../../platform/logging/log';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { EffectLagReadModel } from './effect-lag.read-model';

/** Warns when mails and requests of automations wait that a worker could send. */
@Scheduled({ name: 'automations.watch-lag', everyMinutes: 1 })
@Injectable()
export class EffectLagSweep implements ScheduledWork {
  constructor(
    private readonly lag: EffectLagReadModel,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    warnOfLag(this.log, 'mails and requests of automations are delayed', await this.lag.measure());
  }
}
