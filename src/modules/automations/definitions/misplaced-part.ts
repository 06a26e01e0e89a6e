import { conditionColumns } from '../../columns';
import { actionOf } from '../actions';
import { triggerOf } from '../triggers';
import type { Definition } from './definition-check.service';

/** The board of a column, group, form or board; undefined for a record that was deleted. */
type BoardOf = (id: string) => string | undefined;

/**
 * The part of a definition that names a record of a board on which the part cannot have it, as its path; null if there is none.
 * Actions that create or move items name records of the board that they write to.
 */
export function misplacedPart(
  { trigger, conditions, actions }: Required<Definition>,
  boardId: string,
  boardOf: BoardOf,
): string | null {
  const isElsewhere = (board: string) => (id: string) => (boardOf(id) ?? board) !== board;
  if (trigger !== undefined) {
    const { columns, places } = triggerOf(trigger.type);
    const named = [...columns(trigger.config), ...places(trigger.config)];
    if (named.some(isElsewhere(boardId))) return 'trigger.config';
  }
  if ((conditions ?? []).flatMap(conditionColumns).some(isElsewhere(boardId))) return 'conditions';
  for (const [at, { type, config }] of (actions ?? []).entries()) {
    const { columns, places } = actionOf(type);
    const target = 'boardId' in config && typeof config.boardId === 'string' ? config.boardId : boardId;
    if ([...columns(config), ...places(config)].some(isElsewhere(target))) return `actions.${at}.config`;
  }
  return null;
}
