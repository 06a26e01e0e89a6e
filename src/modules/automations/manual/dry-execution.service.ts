import { Injectable } from '@nestjs/common';
import { type AutomationId, type BoardId, type ItemId, newId, type UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import type { AutomationRecord } from '../automation.record';
import type { DryRunOutput } from '../automations.schemas';
import { AutomationContextService } from '../running/automation-context.service';
import { AutomationRunService, type RunOutcome } from '../running/automation-run.service';
import { failureOf } from '../running/execution-failure';
import { TriggeringItemService } from '../running/triggering-item.service';

type Tx = InTransaction<CallContext>;

/** What is tried. */
export interface DryRun {
  boardId: BoardId;
  definition: Pick<AutomationRecord, 'trigger' | 'conditions' | 'actions'>;
  /** The automation with its creator, whose permissions apply; null for a definition, with those of the caller. */
  owner: { id: AutomationId; createdBy: UserId } | null;
  itemId: ItemId | null;
  userId: UserId | null;
  event: CommittedEvent | null;
}

/** Executes a definition and rolls everything back. */
@Injectable()
export class DryExecutionService {
  constructor(
    private readonly contexts: AutomationContextService,
    private readonly runs: AutomationRunService,
    private readonly items: TriggeringItemService,
  ) {}

  /** Null for an event that turns out to fire nothing. */
  async execute(tx: Tx, run: DryRun): Promise<DryRunOutput | null> {
    const { event } = run;
    const shown = event === null ? {} : { event: shownEvent(event) };
    try {
      await tx.transaction.savepoint(async () => {
        throw new RolledBack(await this.outcomeOf(tx, run));
      });
    } catch (error) {
      if (error instanceof RolledBack) {
        if (error.outcome === null) return null;
        const { conditions, effects } = error.outcome;
        const status = conditions ? 'success' : 'skipped';
        return { ...shown, status, conditions, effects, error: null, failedAction: null };
      }
      const failure = failureOf(error);
      if (failure === null) throw error;
      const { failedAction } = failure;
      const conditions = failedAction !== null;
      return { ...shown, status: 'failed', conditions, effects: [], error: failure.error, failedAction };
    }
    throw new Error('The savepoint was not rolled back');
  }

  private async outcomeOf(tx: Tx, run: DryRun): Promise<RunOutcome | null> {
    const { boardId, definition, owner, itemId, userId, event } = run;
    const id = newId('execution');
    const execution = { id, depth: 1, cause: id };
    const inside =
      owner === null
        ? { ...tx, execution: { ...execution, chain: id } }
        : await this.contexts.contextWithin(tx, owner, execution);
    const found = await this.items.find(inside, definition.trigger.type, itemId, event);
    if (found === undefined) return null;
    return this.runs.run(inside, definition, { boardId, itemId: found, userId, event, payload: null });
  }
}

function shownEvent({ id, type, itemId, occurredAt }: CommittedEvent): DryRunOutput['event'] {
  return { id, type, itemId, timestamp: occurredAt };
}

/** Carries the outcome out of the savepoint. */
class RolledBack extends Error {
  constructor(readonly outcome: RunOutcome | null) {
    super('Rolled back');
  }
}
