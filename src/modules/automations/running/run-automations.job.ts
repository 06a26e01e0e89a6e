import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId, OrganizationId } from '../../../kernel/ids';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { Jobs } from '../../../platform/jobs/jobs';
import { requestLoad } from '../../../platform/lifecycle/request-load';
import { Log } from '../../../platform/logging/log';
import { BoardIsBusy } from '../automations.errors';
import { ExecutionRunnerService } from './execution-runner.service';

export interface RunAutomationsPayload {
  organizationId: OrganizationId;
  boardId: BoardId;
}

/** A job ends after this many executions or this time, so that the boards take turns. */
const MAX_EXECUTIONS = 20;
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
    try {
      for (
        let count = 0;
        count < MAX_EXECUTIONS && performance.now() < until && !signal.aborted;
        count += 1
      ) {
        await requestLoad.giveWay();
        if (!(await this.runner.runNext(organizationId, boardId, this.log))) return;
      }
      // Behind the other boards that wait.
      await enqueueRuns(this.jobs, [{ organizationId, boardId }]);
    } catch (error) {
      if (!(error instanceof BoardIsBusy)) throw error;
      await enqueueRuns(this.jobs, [{ organizationId, boardId }], BUSY_WAIT_MS);
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
