import { Injectable } from '@nestjs/common';
import { authorize } from '../../../access/policy';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { writtenFilters } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import type { AutomationRecord } from '../automation.record';
import { createAutomation } from '../automations.policy';
import type { AutomationsDryRunInput, DryRunOutput } from '../automations.schemas';
import { DefinitionCheckService } from '../definitions/definition-check.service';
import { writtenActions } from '../definitions/written-actions';
import { itemOfEvent } from '../running/item-of-event';
import { DryExecutionService, type DryRun } from './dry-execution.service';
import { ManagedAutomationsService } from './managed-automations.service';
import { MatchingEventsService } from './matching-events.service';

type Tx = InTransaction<CallContext>;

/** What is tried, before its items and events are known. */
type Subject = Pick<DryRun, 'definition' | 'owner'> & { board: BoardFacts };

/** What an automation would do (contract §7). */
@Injectable()
export class DryRunService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly definitions: DefinitionCheckService,
    private readonly managed: ManagedAutomationsService,
    private readonly events: MatchingEventsService,
    private readonly executions: DryExecutionService,
  ) {}

  run(context: CallContext, input: AutomationsDryRunInput): Promise<DryRunOutput[]> {
    return this.transactions.run(context, async (tx) => {
      const subject = await this.subjectOf(tx, input);
      const runs: DryRunOutput[] = [];
      for (const run of await this.runsOf(tx, subject, input)) {
        const outcome = await this.executions.execute(tx, run);
        if (outcome !== null) runs.push(outcome);
      }
      return runs;
    });
  }

  private async subjectOf(tx: Tx, { id, definition }: AutomationsDryRunInput): Promise<Subject> {
    if (id !== undefined) {
      const { automation, board } = await this.managed.find(tx, id);
      return { board, definition: automation, owner: automation };
    }
    const { boardId, trigger, conditions = [], actions } = definition!;
    const { facts: board, access } = await this.hierarchy.board(tx, boardId);
    authorize(createAutomation, tx.principal, { access });
    await this.definitions.check(tx, board, { trigger, conditions, actions }, 'definition');
    const written = {
      trigger: trigger as AutomationRecord['trigger'],
      conditions: writtenFilters(conditions),
      actions: writtenActions(actions),
    };
    return { board, definition: written, owner: null };
  }

  private async runsOf(
    tx: Tx,
    { board, ...subject }: Subject,
    { itemId, lastEvents }: AutomationsDryRunInput,
  ): Promise<DryRun[]> {
    const boardId = board.id;
    if (lastEvents === undefined) {
      await this.managed.assertItem(tx, board, itemId);
      const { userId } = tx.principal;
      return [{ ...subject, boardId, itemId: itemId ?? null, userId, event: null }];
    }
    const events = await this.events.last(tx, board, subject.definition.trigger, lastEvents);
    return events.map((event) => {
      return { ...subject, boardId, itemId: itemOfEvent(event), userId: event.actorId, event };
    });
  }
}
