import type { JobRun } from '../../src/platform/jobs/job.decorator';

/** The first attempt of a job, which nothing interrupts. */
export const UNINTERRUPTED: JobRun = {
  id: '1',
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
};
