import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import { isPeriod } from '../../columns';
import type { BoardFacts } from '../../hierarchy';
import { keptOptions } from './kept-options';
import type { ViewOptions, ViewOptionsInput } from './view-options.schemas';

/** Rejects options that do not fit the board. */
export function checkOptions(given: ViewOptionsInput | undefined, board: BoardFacts): void {
  const options = mergedOptions({}, given);
  keptOptions(options, board, (path, message) => {
    throw InvalidInput.at(`options.${path}`, message);
  });
  const { startColumn, endColumn } = options.timeline ?? {};
  const start = board.columnsById.get(startColumn as ColumnId);
  if (start !== undefined && endColumn !== undefined && isPeriod(start))
    throw InvalidInput.at('options.timeline.endColumn', 'Must be absent: the start column has periods');
}

/** The options of a view after a change. */
export function mergedOptions(before: ViewOptions, given: ViewOptionsInput = {}): ViewOptions {
  const entries = Object.entries({ ...before, ...given });
  return Object.fromEntries(entries.filter(([, options]) => options !== null && options !== undefined));
}
