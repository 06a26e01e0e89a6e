import { Injectable } from '@nestjs/common';
import { Log } from '../../platform/logging/log';
import { describeRunError } from './describe-run-error';
import { type RunKey, type RunResult, ScheduleRunsRepository } from './schedule-runs.repository';

/** Records the last run of each scheduled work and of each kind of expiring rows, for operators. */
@Injectable()
export class ScheduleRunsService {
  constructor(
    private readonly runs: ScheduleRunsRepository,
    private readonly log: Log,
  ) {}

  /** Runs the work and passes its result or error on. */
  async record<Result extends number | void>(
    key: RunKey,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const startedAt = await this.runs.begin(key);
    const began = performance.now();
    const end = (result: Omit<RunResult, 'durationMs'>) =>
      this.runs.end(key, startedAt, { durationMs: Math.round(performance.now() - began), ...result });
    try {
      const removed = await work();
      await end({
        outcome: signal.aborted ? 'interrupted' : 'succeeded',
        rowsRemoved: typeof removed === 'number' ? removed : null,
        error: null,
      });
      return removed;
    } catch (error) {
      this.log.warn('scheduled work failed', { ...key, error });
      // The cause can be the database itself.
      await end({ outcome: 'failed', rowsRemoved: null, error: describeRunError(error) }).catch(
        () => undefined,
      );
      throw error;
    }
  }
}
