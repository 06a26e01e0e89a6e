import { type ColumnId, type GroupId, nounOf } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import { aggregateProblem, type CellAggregate, cellMeasure, type ColumnUse, useProblem } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import type { ViewOptions } from './view-options.schemas';

/** Why a part of an option does not fit the board; `path` is inside the part. */
interface Problem {
  path?: string;
  message: string;
}

type Check = (board: BoardFacts, part: Json) => Problem | null;

/** The options that refer to the board; lists and maps are checked part by part. */
const CHECKS: {
  readonly [L in keyof ViewOptions]-?: { readonly [K in keyof Required<ViewOptions>[L]]?: Check };
} = {
  table: { columnOrder: used('any'), columnWidths: used('any'), collapsed: groupKey },
  board: {
    groupBy: used('grouping'),
    swimlaneBy: used('grouping'),
    cardFields: used('any'),
    collapsed: groupKey,
  },
  calendar: { dateColumn: used('dated'), colorColumn: used('colored') },
  timeline: { startColumn: used('dated'), endColumn: used('instant'), colorColumn: used('colored') },
  visual: { groupBy: used('grouping'), aggregates: aggregate },
};

/**
 * The options without what does not fit the board, such as deleted columns. `onProblem` is called for each part that is
 * left out, with its path in the options.
 */
export function keptOptions(
  options: ViewOptions,
  board: BoardFacts,
  onProblem: (path: string, message: string) => void = () => {},
): ViewOptions {
  const keptLayout = ([layout, given]: [string, { [option: string]: Json }]) => {
    const checks = CHECKS[layout as keyof ViewOptions] as Partial<Record<string, Check>>;
    const entries = Object.entries(given).flatMap(([option, value]) => {
      const check = checks[option];
      if (check === undefined) return [[option, value]];
      const kept = keptParts(value, `${layout}.${option}`, (part, at) => {
        const problem = check(board, part);
        if (problem !== null) onProblem(problem.path ? `${at}.${problem.path}` : at, problem.message);
        return problem === null;
      });
      return kept === undefined ? [] : [[option, kept]];
    });
    return [layout, Object.fromEntries(entries)];
  };
  return Object.fromEntries(Object.entries(options).map(keptLayout as never)) as ViewOptions;
}

/** Undefined if nothing of a single value is left; a list and a map remain, possibly empty. */
function keptParts(
  value: Json,
  path: string,
  isKept: (part: Json, path: string) => boolean,
): Json | undefined {
  if (Array.isArray(value)) return value.filter((part, at) => isKept(part, `${path}.${at}`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key, `${path}.${key}`)));
  return isKept(value, path) ? value : undefined;
}

function used(use: ColumnUse): Check {
  return (board, field) => {
    if (use === 'grouping' && field === 'groupId') return null;
    const column = board.columnsById.get(field as ColumnId);
    if (!column) return { message: 'Unknown column of this board' };
    const message = useProblem(column, use);
    return message === null ? null : { message };
  };
}

function aggregate(board: BoardFacts, part: Json): Problem | null {
  const { columnId, fn } = part as { columnId: ColumnId; fn: CellAggregate };
  const column = board.columnsById.get(columnId);
  if (!column) return { path: 'columnId', message: 'Unknown column of this board' };
  const message = aggregateProblem(fn, cellMeasure(column));
  return message === null ? null : { path: 'fn', message };
}

/**
 * Groups of users and of items on other boards are not stored: not every reader of the view may know their ids
 * (decision 0140).
 */
function groupKey(board: BoardFacts, key: Json): Problem | null {
  const noun = typeof key === 'string' ? nounOf(key) : null;
  if (noun === null || noun === 'label') return null;
  if (noun !== 'group') return { message: 'Must not be the id of a user or an item' };
  return board.groupsById.has(key as GroupId) ? null : { message: 'Unknown group of this board' };
}
