import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { EventLog } from '../../../platform/events/log/event-log';
import type { QueuedExecution } from '../executions/execution.record';
import type { TriggerType } from '../triggers';
import type { TriggerFacts } from './trigger-facts';
import { TriggeringItemService } from './triggering-item.service';

/** What fired queued executions. */
@Injectable()
export class ExecutionFactsService {
  constructor(
    private readonly events: EventLog,
    private readonly items: TriggeringItemService,
  ) {}

  /** Undefined when nothing is to be done. */
  async find(
    tx: InTransaction<CallContext>,
    trigger: TriggerType,
    { boardId, eventSequence: sequence, eventDay, triggeredBy, payload }: QueuedExecution,
  ): Promise<TriggerFacts | undefined> {
    const event =
      sequence === null ? null : await this.events.find(tx, tx.organizationId, { sequence, day: eventDay! });
    const itemId = await this.items.find(tx, trigger, triggeredBy.itemId, event);
    return itemId === undefined ? undefined : { boardId, itemId, userId: triggeredBy.userId, event, payload };
  }
}
