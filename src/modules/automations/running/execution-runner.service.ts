import { Injectable } from '@nestjs/common';
import type { AutomationId, BoardId, ExecutionId, OrganizationId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Log } from '../../../platform/logging/log';
import { linkCauses } from '../../../platform/tracing/tracing';
import type { AutomationRecord } from '../automation.record';
import { BoardIsBusy, CreatorCannotAct, RunOutdated, RunTogetherFailed } from '../automations.errors';
import { AutomationsReadModel } from '../automations.read-model';
import type { QueuedExecution } from '../executions/execution.record';
import {
  type ExecutionEnd,
  ExecutionsRepository,
  type NextExecution,
} from '../executions/executions.repository';
import { AutomationContextService } from './automation-context.service';
import { AutomationRunService } from './automation-run.service';
import { type CausingEvents, ExecutionFactsService } from './execution-facts.service';
import { type ExecutionFailure, failureOf } from './execution-failure';
import { LostAccessService } from './lost-access.service';

/** An execution fails after this many unexpected errors, such as a lost database connection. */
const MAX_ATTEMPTS = 5;

/** Executions of one transaction begin no later than this after the first. */
const MAX_TOGETHER_MS = 50;

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

  /**
   * Runs the oldest queued executions of a board, at most `limit` of them in one transaction; returns how many, or 0 when
   * there is none. When one of several fails, none has run: the caller repeats them with the limit 1. Throws BoardIsBusy and
   * RunTogetherFailed.
   */
  async runNext(
    organizationId: OrganizationId,
    boardId: BoardId,
    { limit, log }: { limit: number; log: Log },
  ): Promise<number> {
    const tenant = { organizationId, transaction: null };
    const queued = await this.executions.next(tenant, boardId, limit);
    const [first] = queued;
    if (first === undefined) return 0;
    const others = queued.findIndex(({ createdBy }) => createdBy !== first.createdBy);
    const together = others === -1 ? queued : queued.slice(0, others);
    const began = performance.now();
    try {
      const automation = { id: first.automationId, createdBy: first.createdBy };
      const context = await this.contexts.contextOf(organizationId, automation, first);
      return await this.transactions.run(context, (tx) => this.runTogether(tx, together));
    } catch (error) {
      if (error instanceof BoardIsBusy) throw error;
      if (together.length > 1)
        throw new RunTogetherFailed('Executions have failed together', { cause: error });
      await this.endFailed(organizationId, first, { error, began, log });
      return 1;
    }
  }

  /** Returns how many have run: fewer when they take long, because they lock the items that they change. */
  private async runTogether(tx: Tx, executions: readonly NextExecution[]): Promise<number> {
    const { boardId } = executions[0]!;
    if (!(await this.executions.lockBoard(tx, boardId))) throw new BoardIsBusy();
    const claimed = await this.executions.claim(
      tx,
      executions.map(({ id }) => id),
    );
    const events = await this.facts.eventsOf(tx, executions);
    linkCauses([...events.values()].map(({ origin }) => origin.traceparent));
    const automations = new Map<AutomationId, AutomationRecord | null>();
    const ends: ExecutionEnd[] = [];
    const began = performance.now();
    let count = 0;
    for (const execution of executions) {
      if (count > 0 && performance.now() - began > MAX_TOGETHER_MS) break;
      count += 1;
      if (!claimed.has(execution.id)) continue;
      const { automationId } = execution;
      if (!automations.has(automationId))
        automations.set(automationId, await this.automations.get(tx, automationId));
      const context = this.contexts.contextOfNext(tx, automationId, execution);
      const end = await this.runIn(context, execution, {
        automation: automations.get(automationId)!,
        events,
      });
      if (end !== null) ends.push(end);
    }
    // Each locks its automation until the commit, and calls that disable or delete one must not wait for actions.
    if (!(await this.executions.end(tx, ends))) throw new RunOutdated();
    return count;
  }

  /** The end of the execution, which is stored before the commit; null when the execution was removed. */
  private async runIn(
    tx: Tx,
    execution: NextExecution,
    { automation, events }: { automation: AutomationRecord | null; events: CausingEvents },
  ): Promise<ExecutionEnd | null> {
    const { id, isManual } = execution;
    const began = performance.now();
    const isActive = automation !== null && (automation.enabled || isManual);
    const facts = isActive ? await this.facts.find(tx, automation.trigger, execution, events) : undefined;
    if (!isActive || facts === undefined) return this.remove(tx, id);
    const { conditions, effects } = await this.runs.run(tx, automation, facts);
    if (!conditions && !isManual) return this.remove(tx, id);
    return {
      id,
      status: conditions ? 'success' : 'skipped',
      actionsExecuted: effects.length,
      duration: Math.round(performance.now() - began),
      error: null,
      failedAction: null,
      version: automation.updatedAt,
    };
  }

  private async remove(tx: Tx, id: ExecutionId): Promise<null> {
    await this.executions.remove(tx, id);
    return null;
  }

  private async endFailed(
    organizationId: OrganizationId,
    execution: NextExecution,
    { error, began, log }: { error: unknown; began: number; log: Log },
  ): Promise<void> {
    // It is the next one still, unless the automation was deleted.
    if (error instanceof RunOutdated) return;
    if (error instanceof CreatorCannotAct) return this.lostAccess.end(organizationId, execution, began);
    const failure = await this.acceptFailure(organizationId, execution, error, log);
    const duration = Math.round(performance.now() - began);
    const { id } = execution;
    const end: ExecutionEnd = { id, status: 'failed', duration, ...failure, version: null };
    await this.executions.end({ organizationId, transaction: null }, [end]);
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
