import type { z } from 'zod';
import type { InputIssue } from '../../../kernel/app-error';
import type { BoardId, ColumnId, GroupId, ItemId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts } from '../../hierarchy';
import type { ActionCallsService } from './action-calls.service';

type Tx = InTransaction<CallContext>;

/** What a definition is checked against when it is saved, with the permissions of its author. */
export interface ActionCheck {
  readonly tx: Tx;
  readonly board: BoardFacts;
  readonly calls: ActionCallsService;
}

/** One run of an automation, with the permissions of its creator. */
export interface ActionRun {
  readonly tx: Tx;
  readonly boardId: BoardId;
  /** The item that triggered the automation; null when none did. */
  readonly itemId: ItemId | null;
  readonly calls: ActionCallsService;
  /**
   * Replaces the template variables of a text (specification, "Automations"). `escape` makes each value safe for its
   * surroundings, such as a JSON string.
   */
  text(template: string, escape?: (value: string, at: number) => string): Promise<string>;
  /** The position of the action in the list. */
  readonly index: number;
}

/** What an action did, for automations.dryRun. */
export interface ActionEffect {
  /** One line for users. */
  summary: string;
  [detail: string]: unknown;
}

/** What an automation does (specification, "Action types"). It calls the services that the procedures call. */
export interface Action<Type extends string = string, Config extends object = object> {
  readonly type: Type;
  readonly config: z.ZodType<Config>;
  /** Whether it acts on the item that triggered the automation. */
  readonly needsItem: boolean;
  /** What the config names that does not exist, with paths inside the config; throws for a record that the author cannot see. */
  problems(check: ActionCheck, config: Config): Promise<InputIssue[]>;
  run(run: ActionRun, config: Config): Promise<ActionEffect>;
  /** The columns that the action cannot do without. */
  columns(config: Config): readonly ColumnId[];
  /** The boards and groups that the action cannot do without. */
  places(config: Config): readonly (BoardId | GroupId)[];
}

export function defineAction<const Type extends string, Config extends object>(
  action: Pick<Action<Type, Config>, 'type' | 'config' | 'run'> & Partial<Action<Type, Config>>,
): Action<Type, Config> {
  return {
    needsItem: false,
    problems: () => Promise.resolve([]),
    columns: () => [],
    places: () => [],
    ...action,
  };
}

/** The item of an action that needs one: the runner checks `needsItem` first. */
export function itemOf({ itemId }: ActionRun): ItemId {
  if (itemId === null) throw new Error('The action needs an item');
  return itemId;
}
