import type { z } from 'zod';
import type { InputIssue } from '../../../kernel/app-error';
import type { ColumnId, FormId, GroupId } from '../../../kernel/ids';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import type { EventDefinition } from '../../../platform/events/define-event';
import type { BoardFacts } from '../../hierarchy';

/**
 * What fires an automation (specification, "Trigger types"). Pure: no database. A trigger without events is fired by the
 * schedule or by a hook.
 */
export interface Trigger<Type extends string = string, Config extends object = object> {
  readonly type: Type;
  readonly config: z.ZodType<Config>;
  /** The events that can fire it. */
  readonly events: readonly EventDefinition[];
  /** Whether an event of the automation's board, one of `events`, fires it. */
  matches(event: CommittedEvent, config: Config, board: BoardFacts): boolean;
  /** What the board does not have, with paths inside the config. */
  problems(config: Config, board: BoardFacts): InputIssue[];
  /** The columns that the trigger cannot do without. */
  columns(config: Config): readonly ColumnId[];
  /** The groups and forms that the trigger cannot do without. */
  places(config: Config): readonly (FormId | GroupId)[];
}

export function defineTrigger<const Type extends string, Config extends object>(
  trigger: Pick<Trigger<Type, Config>, 'type' | 'config'> & Partial<Trigger<Type, Config>>,
): Trigger<Type, Config> {
  return {
    events: [],
    matches: () => false,
    problems: () => [],
    columns: () => [],
    places: () => [],
    ...trigger,
  };
}
