import { Injectable } from '@nestjs/common';
import { BoardIsArchived } from '../../../access/access-errors';
import { AppError } from '../../../kernel/app-error';
import type { ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardFiltersService, filtersSchema } from '../../columns';
import { boardAccess, type BoardFacts, HierarchyService, RecordNotFound } from '../../hierarchy';
import { MatchingItemsReadModel } from '../../items';
import type { ActionEffect, ActionRun } from '../actions/action';
import { actionOf } from '../actions';
import { ActionCallsService } from '../actions/action-calls.service';
import type { AutomationRecord } from '../automation.record';
import { ActionFailed, CreatorCannotAct } from '../automations.errors';
import { actForCreator } from '../automations.policy';
import { fillTemplate, variablesIn } from '../templates/fill-template';
import { limitedValues } from '../templates/limited-values';
import { TemplateVariablesService } from '../templates/template-variables.service';
import type { TriggerFacts } from './trigger-facts';
import { withoutNames } from './without-names';

type Tx = InTransaction<CallContext>;

/** What a run did, or would do. */
export interface RunOutcome {
  /** False when the conditions are not met, so that no action ran. */
  conditions: boolean;
  effects: ({ action: string } & ActionEffect)[];
}

/** Decides about the conditions of an automation and runs its actions, in one transaction (contract §8). */
@Injectable()
export class AutomationRunService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly filters: BoardFiltersService,
    private readonly matching: MatchingItemsReadModel,
    private readonly variables: TemplateVariablesService,
    private readonly calls: ActionCallsService,
  ) {}

  /** Throws ActionFailed for the first action that fails; the caller rolls back. */
  async run(
    tx: Tx,
    { conditions, actions }: Pick<AutomationRecord, 'conditions' | 'actions'>,
    trigger: TriggerFacts,
  ): Promise<RunOutcome> {
    const board = this.actingBoard(tx, await this.hierarchy.recentBoardFacts(tx, trigger.boardId));
    // Executions that were queued before.
    if (board.archivedAt !== null) throw new BoardIsArchived();
    await this.assertVisible(tx, trigger.itemId);
    if (!(await this.areMet(tx, board, conditions, trigger.itemId)))
      return { conditions: false, effects: [] };
    const named = variablesIn(actions);
    const valueOf = limitedValues(await this.variables.load(tx, board, trigger, named));
    const effects: RunOutcome['effects'] = [];
    for (const [index, { type, config }] of actions.entries()) {
      const action = actionOf(type);
      try {
        if (action.needsItem && trigger.itemId === null) throw new NoItem();
        const { boardId, itemId } = trigger;
        const text: ActionRun['text'] = (template, escape) =>
          Promise.resolve(fillTemplate(template, valueOf, escape));
        const run = { tx, boardId, itemId, calls: this.calls, text, index };
        effects.push({ action: type, ...(await action.run(run, action.config.parse(config))) });
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
        const isElsewhere = 'boardId' in config && config.boardId !== trigger.boardId;
        throw new ActionFailed(index, isElsewhere ? withoutNames(error) : error);
      }
    }
    return { conditions: true, effects };
  }

  /** The board, on which the creator can act; throws CreatorCannotAct otherwise. */
  actingBoard(tx: Tx, board: BoardFacts | null): BoardFacts {
    if (board === null) throw new RecordNotFound('board');
    const access = boardAccess(tx.principal, board);
    if (!access.canSee)
      throw new CreatorCannotAct('The creator of the automation can no longer see the board');
    if (!actForCreator.allows(tx.principal, { access }))
      throw new CreatorCannotAct(actForCreator.rejection().message);
    return board;
  }

  /** The item can have moved to a board that the creator does not see. Throws as for a missing item. */
  private async assertVisible(tx: Tx, itemId: ItemId | null): Promise<void> {
    if (itemId === null) return;
    const visible = await this.hierarchy.visibleItemBoards(tx, [itemId], { trashed: true });
    if (!visible.has(itemId)) throw new RecordNotFound('item');
  }

  private async areMet(
    tx: Tx,
    board: BoardFacts,
    conditions: AutomationRecord['conditions'],
    itemId: ItemId | null,
  ): Promise<boolean> {
    const filters = await this.filters.compile(tx, board, filtersSchema.parse(conditions));
    if (filters === null) return true;
    return itemId !== null && this.matching.matches(tx, itemId, filters);
  }
}

class NoItem extends AppError {
  constructor() {
    super('BAD_REQUEST', 'No item triggered the automation, and the action acts on one');
  }
}
