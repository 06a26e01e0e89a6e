import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import type { AutomationRecord } from '../automation.record';
import { AutomationChanged, AutomationNotFound } from '../automations.errors';
import type { ExecutionRecord, TriggeredBy } from '../executions/execution.record';
import { type ExecutionCause, ExecutionsReadModel } from '../executions/executions.read-model';
import { type ExecutionEnd, ExecutionsRepository } from '../executions/executions.repository';
import { AutomationContextService } from '../running/automation-context.service';
import { AutomationRunService, type RunOutcome } from '../running/automation-run.service';
import { failureOf } from '../running/execution-failure';
import { TriggeringItemService } from '../running/triggering-item.service';

type Tx = InTransaction<CallContext>;

/** What a user asks to run. */
export interface ManualRun {
  automation: AutomationRecord;
  triggeredBy: TriggeredBy;
  cause: ExecutionCause;
  event: CommittedEvent | null;
}

/** Executes an automation in the transaction of the call, with the permissions of its creator. */
@Injectable()
export class ManualExecutionService {
  constructor(
    private readonly executions: ExecutionsRepository,
    private readonly log: ExecutionsReadModel,
    private readonly contexts: AutomationContextService,
    private readonly runs: AutomationRunService,
    private readonly items: TriggeringItemService,
  ) {}

  /** The execution after its end: a failed one has changed nothing, and its log stays. */
  async execute(tx: Tx, run: ManualRun): Promise<ExecutionRecord> {
    const { automation, triggeredBy, cause } = run;
    const { id: automationId, boardId } = automation;
    await this.executions.waitForBoard(tx, boardId);
    const began = performance.now();
    const id = newId('execution');
    const { organizationId } = tx;
    const isNew = { cause: id, status: 'queued' as const, isManual: true, error: null };
    const execution = { organizationId, id, automationId, triggeredBy, ...cause, ...isNew };
    if ((await this.executions.add(tx, [execution])).length === 0) throw new AutomationNotFound();
    const end = { ...(await this.endOf(tx, id, run)), duration: Math.round(performance.now() - began) };
    const version = end.status === 'success' ? automation.updatedAt : null;
    if (!(await this.executions.end(tx, [{ ...end, id, version }]))) throw new AutomationChanged();
    return (await this.log.record(tx, id))!;
  }

  private async endOf(
    tx: Tx,
    id: ExecutionRecord['id'],
    { automation, triggeredBy, cause, event }: ManualRun,
  ): Promise<Omit<ExecutionEnd, 'id' | 'duration' | 'version'>> {
    try {
      const { conditions, effects } = await tx.transaction.savepoint(async (): Promise<RunOutcome> => {
        const execution = { id, depth: cause.depth, cause: id };
        const inside = await this.contexts.contextWithin(tx, automation, execution);
        const { trigger, boardId } = automation;
        const itemId = await this.items.find(inside, trigger.type, triggeredBy.itemId, event);
        if (itemId === undefined) return { conditions: false, effects: [] };
        const facts = { boardId, itemId, userId: triggeredBy.userId, event, payload: cause.payload };
        const outcome = await this.runs.run(inside, automation, facts);
        await this.contexts.confirm(inside);
        return outcome;
      });
      const status = conditions ? 'success' : 'skipped';
      return { status, actionsExecuted: effects.length, error: null, failedAction: null };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      return { status: 'failed', ...failure };
    }
  }
}
