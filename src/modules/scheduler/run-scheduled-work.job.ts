import { Injectable } from '@nestjs/common';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { Schedule } from './schedule';

/** It comes due again anyway: few retries, so that the next time finds it waiting or done. */
const MAX_ATTEMPTS = 4;

@Job({ name: 'scheduler.run', maxAttempts: MAX_ATTEMPTS })
@Injectable()
export class RunScheduledWork implements JobHandler<{ name: string }> {
  constructor(private readonly schedule: Schedule) {}

  async perform({ name }: { name: string }, { signal }: JobRun): Promise<void> {
    // Another release may have enqueued work that this one does not have.
    await this.schedule.find(name)?.work.run(signal);
  }
}
