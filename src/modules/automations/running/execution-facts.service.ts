import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { EventLog } from '../../../platform/events/log/event-log';
import { HierarchyService } from '../../hierarchy';
import type { AutomationRecord } from '../automation.record';
import type { QueuedExecution } from '../executions/execution.record';
import { triggerOf } from '../triggers';
import type { TriggerFacts } from './trigger-facts';
import { TriggeringItemService } from './triggering-item.service';

type Tx = InTransaction<CallContext>;
type Trigger = AutomationRecord['trigger'];

export type CausingEvents = ReadonlyMap<number, CommittedEvent>;

/** What fired queued executions. */
@Injectable()
export class ExecutionFactsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly events: EventLog,
    private readonly items: TriggeringItemService,
  ) {}

  /** The events that caused executions, by their numbers; those that the retention has removed are missing. */
  async eventsOf(tx: Tx, executions: readonly QueuedExecution[]): Promise<CausingEvents> {
    const places = executions.flatMap(({ eventSequence: sequence, eventDay: day }) =>
      sequence === null ? [] : [{ sequence, day: day! }],
    );
    const events = places.length === 0 ? [] : await this.events.at(tx, tx.organizationId, places);
    return new Map(events.map((event) => [event.sequence, event]));
  }

  /** Undefined when nothing is to be done, also when the automation has got a trigger that this does not fire. */
  async find(
    tx: Tx,
    trigger: Trigger,
    execution: QueuedExecution,
    events: CausingEvents,
  ): Promise<TriggerFacts | undefined> {
    const { boardId, eventSequence: sequence, triggeredBy, payload } = execution;
    if (trigger.type !== triggeredBy.type) return undefined;
    const event = sequence === null ? null : (events.get(sequence) ?? null);
    if (event !== null && !(await this.isFired(tx, trigger, event))) return undefined;
    const itemId = await this.items.find(tx, trigger.type, triggeredBy.itemId, event);
    return itemId === undefined ? undefined : { boardId, itemId, userId: triggeredBy.userId, event, payload };
  }

  private async isFired(tx: Tx, { type, config }: Trigger, event: CommittedEvent): Promise<boolean> {
    const board = await this.hierarchy.recentBoardFacts(tx, event.boardId!);
    const trigger = triggerOf(type);
    // The run of an automation on a deleted board fails.
    return board === null || trigger.matches(event, trigger.config.parse(config), board);
  }
}
