import { Injectable } from '@nestjs/common';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { ScheduleRunsService } from './schedule-runs.service';
import { ScheduleService } from './schedule.service';

/** It comes due again anyway: few retries, so that the next time finds it waiting or done. */
const MAX_ATTEMPTS = 4;

@Job({ name: 'scheduler.run', maxAttempts: MAX_ATTEMPTS })
@Injectable()
export class RunScheduledWorkJob implements JobHandler<{ name: string }> {
  constructor(
    private readonly schedule: ScheduleService,
    private readonly runs: ScheduleRunsService,
  ) {}

  async perform({ name }: { name: string }, { signal }: JobRun): Promise<void> {
    // Another release may have enqueued work that this one does not have.
    const work = this.schedule.find(name)?.work;
    if (work) await this.runs.record({ name, kind: '' }, signal, () => work.run(signal));
  }
}
