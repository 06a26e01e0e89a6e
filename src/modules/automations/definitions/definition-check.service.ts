import { Injectable } from '@nestjs/common';
import { columnTypes } from '../../../column-types/types';
import { AppError, type InputIssue, InvalidInput } from '../../../kernel/app-error';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { BoardFiltersService, type FilterNode } from '../../columns';
import { FormsReadModel } from '../../forms';
import type { BoardFacts } from '../../hierarchy';
import { actionOf } from '../actions';
import { ActionCallsService } from '../actions/action-calls.service';
import type { GivenAction, GivenTrigger } from '../automations.schemas';
import { valueProblems } from '../actions/written-value';
import { formSubmitted } from '../triggers/form-submitted';
import { valueChanged } from '../triggers/value-changed';
import { triggerOf } from '../triggers';

type Tx = InTransaction<CallContext>;

/** The parts of a definition that a call changes. */
export interface Definition {
  trigger?: GivenTrigger | undefined;
  conditions?: readonly FilterNode[] | undefined;
  actions?: readonly GivenAction[] | undefined;
}

/** Checks a definition against its board, with the permissions of its author (contract §8). */
@Injectable()
export class DefinitionCheckService {
  constructor(
    private readonly filters: BoardFiltersService,
    private readonly forms: FormsReadModel,
    private readonly calls: ActionCallsService,
  ) {}

  /**
   * Throws for the first part that the board does not have, or that the author cannot see. `at` is the path of the definition
   * in the input, if it is not the input itself.
   */
  async check(
    tx: Tx,
    board: BoardFacts,
    { trigger, conditions, actions = [] }: Definition,
    at = '',
  ): Promise<void> {
    const issues: InputIssue[] = [];
    if (trigger !== undefined) {
      const found = triggerOf(trigger.type).problems(trigger.config, board);
      found.push(...(await this.formProblems(tx, board, trigger)));
      if (found.length === 0) found.push(...(await this.valueProblems(tx, board, trigger, at)));
      issues.push(...below('trigger.config', found));
    }
    for (const [index, action] of actions.entries())
      issues.push(...(await this.actionProblems(tx, board, action, `actions.${index}.config`, at)));
    if (issues.length === 0 && conditions !== undefined)
      issues.push(...(await this.conditionProblems(tx, board, conditions, at)));
    if (issues.length > 0) throw new InvalidInput(below(at, issues));
  }

  private async formProblems(
    tx: Tx,
    board: BoardFacts,
    { type, config }: GivenTrigger,
  ): Promise<InputIssue[]> {
    if (type !== formSubmitted.type) return [];
    const { formId } = formSubmitted.config.parse(config);
    const form = await this.forms.get(tx, formId);
    return form?.boardId === board.id ? [] : [{ path: 'formId', message: 'Unknown form of this board' }];
  }

  /** The records in the values of value.changed, which the author must see as when a value is written. */
  private async valueProblems(
    tx: Tx,
    board: BoardFacts,
    { type, config }: GivenTrigger,
    at: string,
  ): Promise<InputIssue[]> {
    if (type !== valueChanged.type) return [];
    const { columnId, fromValue = null, toValue = null } = valueChanged.config.parse(config);
    const given = { fromValue, toValue };
    const problems: InputIssue[] = [];
    for (const [key, value] of Object.entries(given)) {
      if (value === null || !columnTypes[board.columnsById.get(columnId)!.type].writable) continue;
      const check = { tx, board, calls: this.calls };
      const checked = valueProblems(check, board, { [columnId]: value }, () => key);
      problems.push(...(await withPath(at, 'trigger.config', checked)));
    }
    return problems;
  }

  private async actionProblems(
    tx: Tx,
    board: BoardFacts,
    { type, config }: GivenAction,
    path: string,
    at: string,
  ): Promise<InputIssue[]> {
    const check = { tx, board, calls: this.calls };
    return below(path, await withPath(at, path, actionOf(type).problems(check, config)));
  }

  private async conditionProblems(
    tx: Tx,
    board: BoardFacts,
    conditions: readonly FilterNode[],
    at: string,
  ): Promise<InputIssue[]> {
    try {
      await this.filters.compile(tx, board, conditions);
      return [];
    } catch (error) {
      if (!(error instanceof AppError) || error.issues === undefined) throw error;
      const issues = error.issues.map(({ path, message }) => {
        return { path: path.replace(/^filters/, 'conditions'), message };
      });
      if (error instanceof InvalidInput) return issues;
      throw new AppError(error.code, error.message, { issues: below(at, issues) });
    }
  }
}

/** A check whose errors name the paths below `path` of the definition, which is at `at` in the input. */
async function withPath(at: string, path: string, check: Promise<InputIssue[]>): Promise<InputIssue[]> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof AppError) || error.issues === undefined) throw error;
    throw new AppError(error.code, error.message, { issues: below(at, below(path, error.issues)) });
  }
}

/** Issues with paths below a path. */
function below(parent: string, issues: readonly InputIssue[]): InputIssue[] {
  const pathOf = (path: string) => [parent, path].filter((part) => part !== '').join('.');
  return issues.map(({ path, message }) => ({ path: pathOf(path), message }));
}
