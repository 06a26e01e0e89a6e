import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import {
  BULK_MAX,
  createLabels,
  description,
  distinctItemIds,
  ITEM_NAME_MAX,
  position,
  values,
  valuesByName,
} from '../items.schemas';
import { item } from '../item.schemas';

const newItem = z.strictObject({
  name: schema.name(ITEM_NAME_MAX),
  description: description.nullish(),
  values: values.default({}),
  valuesByName,
  parentId: schema.id('item').optional(),
});

const answer = z.object({ items: z.array(item) });

export const itemsBulkCreate = {
  input: z.strictObject({
    boardId: schema.id('board'),
    groupId: schema.id('group'),
    items: z
      .array(newItem)
      .min(1, 'Must contain at least one item')
      .max(BULK_MAX, `Must contain at most ${BULK_MAX} items`),
    position: position.optional(),
    createLabels,
  }),
  output: answer,
};

export const itemsBulkMove = {
  input: z.strictObject({
    itemIds: distinctItemIds(BULK_MAX),
    groupId: schema.id('group'),
    position: position.optional(),
    boardId: schema.id('board').optional(),
  }),
  output: answer,
};

export const itemsDuplicate = {
  input: z.strictObject({
    id: schema.id('item'),
    name: schema.name(ITEM_NAME_MAX).optional(),
    includeSubItems: z.boolean().default(true),
  }),
  output: item,
};
