import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { requestLoad } from '../../../platform/lifecycle/request-load';
import { Log } from '../../../platform/logging/log';
import { BoardIsBusy, RunTogetherFailed } from '../automations.errors';
import { ExecutionRunnerService } from './execution-runner.service';

export interface RunAutomationsPayload {
  organizationId: OrganizationId;
  boardId: BoardId;
}

/** A job ends after this many executions or this time, so that the boards take turns. */
const MAX_EXECUTIONS = 20;
/** So many share a transaction. */
const MAX_TOGETHER = 10;
const MAX_MS = 1_000;
const BUSY_WAIT_MS = 100;

/** Runs the queued executions of one board in their order, one after the other. */
@Job({ name: 'automations.run' })
@Injectable()
export class RunAutomationsJob implements JobHandler<RunAutomationsPayload> {
  constructor(
    private readonly runner: ExecutionRunnerService,
    private readonly jobs: Jobs,
    private readonly log: Log,
  ) {}

  async perform({ organizationId, boardId }: RunAutomationsPayload, { signal }: JobRun): Promise<void> {
    const until = performance.now() + MAX_MS;
    let limit = MAX_TOGETHER;
    let count = 0;
    try {
      while (count < MAX_EXECUTIONS && performance.now() < until && !signal.aborted) {
        await requestLoad.giveWay();
        const ended = await this.runTogether(
          organizationId,
          boardId,
          Math.min(limit, MAX_EXECUTIONS - count),
        );
        if (ended === 0) return;
        // One of several fails: alone, so that the others run.
        if (ended === null) limit = 1;
        else count += ended;
      }
      // Behind the other boards that wait.
      await enqueueRuns(this.jobs, [{ organizationId, boardId }]);
    } catch (error) {
      if (!(error instanceof BoardIsBusy)) throw error;
      await enqueueRuns(this.jobs, [{ organizationId, boardId }], BUSY_WAIT_MS);
    }
  }

  /** Returns how many have run; null when they have to run one by one. */
  private async runTogether(
    organizationId: OrganizationId,
    boardId: BoardId,
    limit: number,
  ): Promise<number | null> {
    try {
      return await this.runner.runNext(organizationId, boardId, { limit, log: this.log });
    } catch (error) {
      if (error instanceof RunTogetherFailed) return null;
      throw error;
    }
  }
}

function enqueueRuns(jobs: Jobs, boards: readonly RunAutomationsPayload[], waitMs = 0): Promise<void> {
  const runAt = new Date(clock.nowMs() + waitMs);
  return jobs.enqueueAll(
    NO_TRANSACTION,
    RunAutomationsJob,
    boards.map((payload) => ({ payload, key: `${payload.organizationId} ${payload.boardId}`, runAt })),
  );
}
