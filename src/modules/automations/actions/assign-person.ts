import { z } from 'zod';
import { columnTypes } from '../../../column-types/types';
import * as schema from '../../../rpc/schema';
import { defineAction, itemOf } from './action';
import { unknownColumn } from '../triggers/unknown-parts';
import { valueProblems } from './written-value';

const USERS_MAX = 100;

/** Sets a people column of the item to these users. */
export const assignPerson = defineAction({
  type: 'assign_person',
  config: z.strictObject({
    columnId: schema.id('column'),
    userIds: z.array(schema.id('user')).max(USERS_MAX, `Must name at most ${USERS_MAX} users`),
  }),
  needsItem: true,
  problems: async (check, { columnId, userIds }) => {
    const column = check.board.columnsById.get(columnId);
    if (column === undefined) return unknownColumn(check.board, 'columnId', columnId);
    if (columnTypes[column.type].name !== 'people')
      return [{ path: 'columnId', message: `${column.name} is not a people column` }];
    return valueProblems(check, check.board, { [columnId]: userIds }, () => 'userIds');
  },
  columns: ({ columnId }) => [columnId],
  run: async (run, { columnId, userIds }) => {
    const itemId = itemOf(run);
    await run.calls.values.setValue(run.tx, { itemId, columnId, value: userIds });
    return { summary: 'Assigns users', itemId, columnId, userIds };
  },
});
