import { Injectable } from '@nestjs/common';
import type { BoardId, OrganizationId, UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Log } from '../../../platform/logging/log';
import { BoardIsBusy, CreatorCannotAct, RunOutdated } from '../automations.errors';
import { AutomationsReadModel } from '../automations.read-model';
import type { QueuedExecution } from '../executions/execution.record';
import { type ExecutionEnd, ExecutionsRepository } from '../executions/executions.repository';
import { AutomationContextService } from './automation-context.service';
import { AutomationRunService } from './automation-run.service';
import { ExecutionFactsService } from './execution-facts.service';
import { type ExecutionFailure, failureOf } from './execution-failure';
import { LostAccessService } from './lost-access.service';

/** An execution fails after this many unexpected errors, such as a lost database connection. */
const MAX_ATTEMPTS = 5;

type Tx = InTransaction<CallContext>;

/**
 * Runs queued executions. The status of an execution changes in the transaction of its actions: whichever process dies, the
 * actions have happened if and only if the status says so.
 */
@Injectable()
export class ExecutionRunnerService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly executions: ExecutionsRepository,
    private readonly automations: AutomationsReadModel,
    private readonly contexts: AutomationContextService,
    private readonly runs: AutomationRunService,
    private readonly facts: ExecutionFactsService,
    private readonly lostAccess: LostAccessService,
  ) {}

  /** Runs the oldest queued execution of a board; false when there is none. Throws BoardIsBusy. */
  async runNext(organizationId: OrganizationId, boardId: BoardId, log: Log): Promise<boolean> {
    const tenant = { organizationId, transaction: null };
    const execution = await this.executions.next(tenant, boardId);
    if (execution === null) return false;
    const began = performance.now();
    const end = (rest: Omit<ExecutionEnd, 'duration'>): ExecutionEnd => ({
      ...rest,
      duration: Math.round(performance.now() - began),
    });
    try {
      const automation = { id: execution.automationId, createdBy: execution.createdBy as UserId };
      const context = await this.contexts.contextOf(organizationId, automation, execution);
      await this.transactions.run(context, (tx) => this.runIn(tx, execution, end));
    } catch (error) {
      if (error instanceof BoardIsBusy) throw error;
      // It is the next one still, unless the automation was deleted.
      if (error instanceof RunOutdated) return true;
      if (error instanceof CreatorCannotAct) {
        await this.lostAccess.end(organizationId, execution, began);
        return true;
      }
      const failure = await this.acceptFailure(organizationId, execution, error, log);
      await this.executions.end(tenant, execution.id, end({ status: 'failed', ...failure }));
    }
    return true;
  }

  private async runIn(
    tx: Tx,
    execution: QueuedExecution,
    end: (rest: Omit<ExecutionEnd, 'duration'>) => ExecutionEnd,
  ): Promise<void> {
    const { id, boardId, automationId, isManual } = execution;
    if (!(await this.executions.lockBoard(tx, boardId))) throw new BoardIsBusy();
    if (!(await this.executions.claim(tx, id))) return;
    const automation = await this.automations.get(tx, automationId);
    if (automation === null || (!automation.enabled && !isManual)) return this.executions.remove(tx, id);
    const facts = await this.facts.find(tx, automation.trigger.type, execution);
    if (facts === undefined) return this.executions.remove(tx, id);
    const { conditions, effects } = await this.runs.run(tx, automation, facts);
    if (!conditions && !isManual) return this.executions.remove(tx, id);
    const status = conditions ? 'success' : 'skipped';
    const outcome = { status, actionsExecuted: effects.length, error: null, failedAction: null } as const;
    // Not locked before: disabling and deleting an automation must not wait for what it does.
    if (!(await this.executions.end(tx, id, end(outcome), automation.updatedAt))) throw new RunOutdated();
  }

  /** Why the execution has failed; throws an unexpected error, until it has occurred several times. */
  private async acceptFailure(
    organizationId: OrganizationId,
    { id }: QueuedExecution,
    error: unknown,
    log: Log,
  ): Promise<ExecutionFailure> {
    const failure = failureOf(error);
    if (failure !== null) return failure;
    const attempts = await this.executions.countAttempt({ organizationId, transaction: null }, id);
    if (attempts < MAX_ATTEMPTS) throw error;
    log.error('an execution of an automation failed', { executionId: id, error });
    return { actionsExecuted: 0, error: 'Unexpected error', failedAction: null };
  }
}
