import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { ITEM_NAME_MAX, valuesSchema } from '../../items';
import { type ActionRun, defineAction, itemOf } from './action';
import { itemNameFrom } from './item-name-from';
import { columnsIn, valueProblems, writtenValues } from './written-value';

/** Adds a sub-item to the item, or to its parent if the item is a sub-item itself. */
export const createSubItem = defineAction({
  type: 'create_subitem',
  config: z.strictObject({ name: schema.name(ITEM_NAME_MAX), values: valuesSchema.optional() }),
  needsItem: true,
  problems: (check, { values = {} }) => valueProblems(check, check.board, values, (id) => `values.${id}`),
  columns: ({ values = {} }) => columnsIn(values),
  run: async (run, { name, values = {} }) => {
    const { item } = await placeOf(run);
    const subItem = {
      boardId: item.boardId,
      groupId: item.groupId,
      parentId: item.parentId ?? item.id,
      name: itemNameFrom(await run.text(name)),
      values: await writtenValues(run, values),
    };
    await run.calls.items.create(run.tx, subItem);
    return { summary: `Creates the sub-item ${subItem.name}`, ...subItem };
  },
});

function placeOf(run: ActionRun) {
  return run.calls.hierarchy.item(run.tx, itemOf(run));
}
