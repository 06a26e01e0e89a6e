import { z } from 'zod';
import { columnTypes } from '../../../column-types/types';
import type { StoredValue } from '../../../column-types/column-type';
import { valuesEvents } from '../../columns/values.events';
import { defineTrigger } from './trigger';

/** A sub-item is done, and with it all sub-items of its parent, which the execution checks. */
export const subItemsCompleted = defineTrigger({
  type: 'subitems.completed',
  config: z.strictObject({}),
  events: [valuesEvents.changed],
  matches: (event, _config, board) => {
    if (!valuesEvents.changed.is(event)) return false;
    const column = board.columnsById.get(event.data.columnId);
    if (column === undefined) return false;
    const { isDone } = columnTypes[column.type];
    const done = (stored: unknown) => stored !== null && isDone!(stored as StoredValue, column.config);
    return isDone !== undefined && done(event.data.value) && !done(event.data.previousValue);
  },
});
