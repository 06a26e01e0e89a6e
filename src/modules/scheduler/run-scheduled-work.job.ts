import { Injectable } from '@nestjs/common';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { ScheduleService } from './schedule.service';

/** It comes due again anyway: few retries, so that the next time finds it waiting or done. */
const MAX_ATTEMPTS = 4;

@Job({ name: 'scheduler.run', maxAttempts: MAX_ATTEMPTS })
@Injectable()
export class RunScheduledWorkJob implements JobHandler<{ name: string }> {
  constructor(private readonly schedule: ScheduleService) {}

  async perform({ name }: { name: string }, { signal }: JobRun): Promise<void> {
    // Another release may have enqueued work that this one does not have.
    await this.schedule.find(name)?.work.run(signal);
  }
}
