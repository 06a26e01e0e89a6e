import { FIRST_PAGE, type ListQuery, optionsOf, type Sort, sortedBy, type Start } from './list-query';
import type { PageMark } from './page-marks';

export interface ResumedWalk {
  query: ListQuery;
  start: Start;
}

/**
 * How a walk goes on from where a page of it ended: through lists and options in the order in which it began, however
 * they stand now, so that none is passed over. Those that are new come last (decision 0036).
 */
export function resumedWalk(asked: ListQuery, mark: PageMark): ResumedWalk {
  // It is in another order altogether (a formula's results have another type), and begins again.
  if (mark.sortedBy !== sortedBy(asked)) return { query: asked, start: FIRST_PAGE };
  const query = { ...asked, lists: goesOn(mark.lists, asked.lists) };
  const { key, rank } = mark;
  const start = { isFirst: false, lane: laneOf(query.lists, mark), rank, key, position: 0 };
  // Its list is gone: what follows begins after the last one before it that is left.
  if (query.lists[start.lane - 1] !== mark.lists[mark.at])
    start.rank = start.lane === 0 ? '-infinity' : 'infinity';
  const { sort } = asked;
  if (sort?.order.by !== 'option' || key === null) return { query, start };
  const options = optionsOf(sort);
  const left = mark.options.slice(mark.options.indexOf(String(key)));
  if (left.every((option) => options.includes(option))) {
    return { query: { ...query, sort: through(sort, goesOn(mark.options, options)) }, start };
  }
  // What had an option that is gone may have any other one now, one that was passed as well.
  const rest = left.slice(1).filter((option) => options.includes(option));
  const again = options.filter((option) => !rest.includes(option));
  return { query: { ...query, sort: through(sort, [...rest, ...again]) }, start: FIRST_PAGE };
}

/** What is left of an order, and behind it what has come since; the same array where nothing has changed. */
function goesOn(walked: readonly string[], now: readonly string[]): readonly string[] {
  const left = walked.filter((each) => now.includes(each));
  const added = now.filter((each) => !walked.includes(each));
  return left.length === walked.length && added.length === 0 ? walked : [...left, ...added];
}

/** The number of the mark's list, or of the last one before it that is left. */
function laneOf(lists: readonly string[], { lists: walked, at }: PageMark): number {
  for (let before = at; before >= 0; before -= 1) {
    const lane = lists.indexOf(walked[before]!) + 1;
    if (lane > 0) return lane;
  }
  return 0;
}

function through(sort: Sort, options: readonly string[]): Sort {
  const keys = sort.isDescending ? options.toReversed() : [...options];
  return { ...sort, order: { by: 'option', keys } };
}
