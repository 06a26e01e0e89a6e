import { Injectable } from '@nestjs/common';
import type { ExecutionId } from '../../../kernel/ids';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { Jobs } from '../../../platform/jobs/jobs';
import { ExecutionsRepository, type NewExecution } from '../executions/executions.repository';
import { RunAutomationsJob, type RunAutomationsPayload } from './run-automations.job';

/** Adds executions, and wakes the workers that run them. */
@Injectable()
export class ExecutionQueueService {
  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly jobs: Jobs,
  ) {}

  /** Returns those that it added: a repeated cause adds none. */
  async add(
    context: DatabaseContext,
    executions: readonly (NewExecution & Pick<RunAutomationsPayload, 'boardId'>)[],
  ): Promise<ExecutionId[]> {
    const added = await this.executions.add(context, executions);
    const boards = new Map<string, RunAutomationsPayload>();
    for (const { organizationId, boardId, status } of executions)
      if (status === 'queued') boards.set(`${organizationId} ${boardId}`, { organizationId, boardId });
    const jobs = [...boards].map(([key, payload]) => ({ key, payload }));
    await this.jobs.enqueueAll(context, RunAutomationsJob, jobs);
    return added;
  }
}
