import type { RecordKey } from '../../../kernel/record-key';
import { FIRST_PAGE, type ListQuery, optionsOf, type Sort, sortedBy, type Start } from './list-query';
import type { CursorPosition } from './cursor-positions.cache';

export interface ResumedScan {
  query: ListQuery;
  start: Start;
}

/**
 * How a scan continues after a page: through lists and options in the order in which it began, whatever their
 * order now, so that none is skipped. New ones are last (decision 0036).
 */
export function resumedScan(asked: ListQuery, mark: CursorPosition): ResumedScan {
  // The order is another one (a formula's results have another type), so the scan restarts.
  if (mark.sortedBy !== sortedBy(asked)) return { query: asked, start: FIRST_PAGE };
  const query = { ...asked, lists: continued(mark.lists, asked.lists) };
  const { key, rank } = mark;
  const start = { isFirst: false, lane: listIndexOf(query.lists, mark), rank, key, position: 0 };
  // Its list no longer exists: the next page begins after the last remaining list before it.
  if (query.lists[start.lane - 1] !== mark.lists[mark.at])
    start.rank = start.lane === 0 ? '-infinity' : 'infinity';
  const { sort } = asked;
  if (sort?.order.by !== 'option' || key === null) return { query, start };
  const options = optionsOf(sort);
  const left = mark.options.slice(mark.options.indexOf(String(key)));
  if (left.every((option) => options.includes(option))) {
    return { query: { ...query, sort: through(sort, continued(mark.options, options)) }, start };
  }
  // Items that had a deleted option can now have any other option, including one that the scan has passed.
  const rest = left.slice(1).filter((option) => options.includes(option));
  const again = options.filter((option) => !rest.includes(option));
  return { query: { ...query, sort: through(sort, [...rest, ...again]) }, start: FIRST_PAGE };
}

/** The remaining entries of an order, followed by new ones; the same array if nothing has changed. */
function continued<Entry extends string>(scanned: readonly Entry[], now: readonly Entry[]): readonly Entry[] {
  const left = scanned.filter((each) => now.includes(each));
  const added = now.filter((each) => !scanned.includes(each));
  return left.length === scanned.length && added.length === 0 ? scanned : [...left, ...added];
}

/** The number of the position's list, or of the last remaining one before it. */
function listIndexOf(lists: readonly RecordKey[], { lists: scanned, at }: CursorPosition): number {
  for (let before = at; before >= 0; before -= 1) {
    const lane = lists.indexOf(scanned[before]!) + 1;
    if (lane > 0) return lane;
  }
  return 0;
}

function through(sort: Sort, options: readonly string[]): Sort {
  const keys = sort.isDescending ? options.toReversed() : [...options];
  return { ...sort, order: { by: 'option', keys } };
}
