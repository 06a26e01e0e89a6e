import { Injectable } from '@nestjs/common';
import type { ExecutionId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { EventLog } from '../../../platform/events/log/event-log';
import { RecordNotFound } from '../../hierarchy';
import { EventExpired, ExecutionNotFailed } from '../automations.errors';
import type { AutomationsRunInput } from '../automations.schemas';
import type { ExecutionRecord } from '../executions/execution.record';
import { DeadEffectsService } from '../effects/dead-effects.service';
import { ExecutionsReadModel } from '../executions/executions.read-model';
import { ManagedAutomationsService } from './managed-automations.service';
import { ManualExecutionService } from './manual-execution.service';

/** Runs that users ask for (contract §8). */
@Injectable()
export class ManualRunService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly managed: ManagedAutomationsService,
    private readonly log: ExecutionsReadModel,
    private readonly executions: ManualExecutionService,
    private readonly events: EventLog,
    private readonly deadEffects: DeadEffectsService,
  ) {}

  run(context: CallContext, { id, itemId }: AutomationsRunInput): Promise<ExecutionRecord> {
    return this.transactions.run(context, async (tx) => {
      const { automation, board } = await this.managed.find(tx, id);
      await this.managed.assertItem(tx, board, itemId);
      const { type } = automation.trigger;
      const triggeredBy = { type, itemId: itemId ?? null, userId: tx.principal.userId };
      const cause = { eventSequence: null, eventDay: null, payload: null, depth: 1 };
      return this.executions.execute(tx, { automation, triggeredBy, cause, event: null });
    });
  }

  /**
   * A new execution with the cause of the failed one. If its actions have committed and only a mail or a request has failed, that is
   * sent again instead: the same execution, without repeating what the other actions did.
   */
  rerun(context: CallContext, id: ExecutionId): Promise<ExecutionRecord> {
    return this.transactions.run(context, async (tx) => {
      const failed = await this.log.get(tx, id);
      if (failed === null) throw new RecordNotFound('execution');
      const { automationId, status, triggeredBy, eventSequence, eventDay, payload, depth } = failed;
      const { automation } = await this.managed.find(tx, automationId, 'execution');
      if (status !== 'failed') throw new ExecutionNotFailed();
      const { effects } = (await this.log.record(tx, id))!;
      if (effects.length > 0) {
        await this.deadEffects.retry(tx, id);
        return (await this.log.record(tx, id))!;
      }
      const place = eventSequence === null ? null : { sequence: eventSequence, day: eventDay! };
      const event = place === null ? null : await this.events.find(tx, tx.organizationId, place);
      if (place !== null && event === null) throw new EventExpired();
      const cause = { eventSequence, eventDay, payload, depth };
      return this.executions.execute(tx, { automation, triggeredBy, cause, event });
    });
  }
}
