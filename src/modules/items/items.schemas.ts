import { z } from 'zod';
import { idPattern } from '../../kernel/ids';
import { NAME_MAX } from '../../kernel/limits';
import * as schema from '../../rpc/schema';
import { COLUMNS_MAX, namedFiltersSchema } from '../columns';
import { GROUPS_LISTED_MAX, ORDERED_MAX, SORTS_MAX } from './list/list-limits';
import { INCLUDABLE } from './included/included-records.service';
import { errors, included, item, listedItem } from './item.schemas';

/** Limits of the specification, "Limits". */
export const ITEM_NAME_MAX = 500;
export const BULK_MAX = 100;
export const REORDER_MAX = 1_000;
export const DESCRIPTION_MAX = 100_000;

const columnId = schema.id('column');

/** Values by column id; each is checked by its column's type. A record alone drops `__proto__` silently. */
export const values = z
  .unknown()
  .meta({ type: 'object', propertyNames: { type: 'string', pattern: idPattern('column').source } })
  .refine((given) => !hasOwn(given, '__proto__'), { path: ['__proto__'], error: 'Unknown column' })
  .pipe(z.record(columnId, z.unknown()));

/** Values by the names of columns; each name must be that of one column of the board. */
export const valuesByName = z
  .record(z.string().max(NAME_MAX, `Must be at most ${NAME_MAX} characters`), z.unknown())
  .refine((given) => Object.keys(given).length <= COLUMNS_MAX, `Must name at most ${COLUMNS_MAX} columns`)
  .optional();

/** Whether labels that the values name are created if their column lacks them. */
export const createLabels = z.boolean().optional();

function hasOwn(given: unknown, key: string): boolean {
  return typeof given === 'object' && given !== null && Object.hasOwn(given, key);
}

/** A position after the end means the end (decision 0022). */
export const position = z
  .int('Must be a whole number')
  .min(0, 'Must be at least 0')
  .max(2_147_483_647, 'Must be at most 2147483647');

export const description = z.string().max(DESCRIPTION_MAX, `Must be at most ${DESCRIPTION_MAX} characters`);

export const distinctItemIds = (max: number) =>
  z
    .array(schema.id('item'))
    .min(1, 'Must name at least one item')
    .max(max, `Must name at most ${max} items`)
    .refine((ids) => new Set(ids).size === ids.length, 'Must not repeat an id');

/** A column id, or one of the fields that every item has (contract §6). */
const sortBy = z.union([columnId, z.enum(['name', 'groupId', 'createdBy', 'createdAt', 'updatedAt'])], {
  error: 'Must be a column id or one of name, groupId, createdBy, createdAt, updatedAt',
});

const COLUMNS_LISTED_MAX = 500;
const IDS_LISTED_MAX = 200;

const sort = z
  .array(z.strictObject({ by: sortBy, dir: z.enum(['asc', 'desc']).default('asc') }))
  .min(1, 'Must name at least one key')
  .max(SORTS_MAX, `Must name at most ${SORTS_MAX} keys`)
  .refine((keys) => new Set(keys.map(({ by }) => by)).size === keys.length, 'Must not repeat a key');

const distinct = <Id extends string>(ids: z.ZodType<Id>, max: number, noun: string) =>
  z
    .array(ids)
    .max(max, `Must name at most ${max} ${noun}`)
    .refine((given) => new Set(given).size === given.length, 'Must not repeat an id');

/** In lists, `compact` leaves the board out, and `subItems` adds the sub-items. */
const itemOfList = listedItem.extend({ boardId: schema.id('board').optional() });

const include = z
  .array(z.enum(INCLUDABLE))
  .refine((given) => new Set(given).size === given.length, 'Must not repeat an entry')
  .default([]);

export const itemsList = {
  input: z.strictObject({
    boardId: schema.id('board'),
    groupId: schema.id('group').optional(),
    parentId: schema.id('item').optional(),
    // True lists only archived items (decision 0023).
    archived: z.boolean().default(false),
    // Conditions that are combined with AND (contract §6, "Filters"), and a part of the name.
    filters: namedFiltersSchema.optional(),
    search: schema.search,
    sortBy: sortBy.optional(),
    sortDir: z.enum(['asc', 'desc']).default('asc'),
    sort: sort.optional(),
    viewId: schema.id('view').optional(),
    groupIds: distinct(schema.id('group'), GROUPS_LISTED_MAX, 'groups')
      .refine((ids) => ids.length > 0, 'Must name at least one group')
      .optional(),
    ids: distinct(schema.id('item'), IDS_LISTED_MAX, 'items').optional(),
    // The place of the page's first item in the whole result.
    from: position.optional(),
    columns: distinct(columnId, COLUMNS_LISTED_MAX, 'columns').optional(),
    compact: z.boolean().default(false),
    subItems: z.boolean().default(false),
    include,
    ...schema.page('item'),
  }),
  output: z.object({
    items: z.array(itemOfList.extend({ subItems: z.array(itemOfList).optional() })),
    nextCursor: schema.nextCursor,
    included,
  }),
};

export const itemsOrder = {
  input: z.strictObject({
    boardId: schema.id('board'),
    filters: namedFiltersSchema.optional(),
    search: schema.search,
    sort: sort.optional(),
  }),
  // `truncated` when there are more.
  output: z.object({
    ids: z.array(schema.id('item')).max(ORDERED_MAX),
    truncated: z.literal(true).optional(),
  }),
};

export const itemsGet = {
  input: z.strictObject({ id: schema.id('item'), include }),
  output: item.extend({
    included,
    subItems: z.array(
      z.object({
        id: schema.id('item'),
        name: z.string(),
        values: z.record(z.string(), z.unknown()),
        errors,
      }),
    ),
    commentCount: z.int(),
    fileCount: z.int(),
  }),
};

export const itemsCreate = {
  input: z.strictObject({
    boardId: schema.id('board'),
    groupId: schema.id('group'),
    name: schema.name(ITEM_NAME_MAX),
    description: description.nullish(),
    position: position.optional(),
    values: values.default({}),
    valuesByName,
    createLabels,
    parentId: schema.id('item').optional(),
  }),
  output: item,
};

export const itemsUpdate = {
  input: z.strictObject({
    id: schema.id('item'),
    name: schema.name(ITEM_NAME_MAX).optional(),
    description: description.nullish(),
    values: values.optional(),
    valuesByName,
    createLabels,
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: item,
};

export const itemsSetValue = {
  input: z
    .strictObject({
      itemId: schema.id('item'),
      columnId,
      value: z.unknown(),
      expectedValue: z.unknown().optional(),
      createLabels,
      expectedUpdatedAt: schema.expectedUpdatedAt,
    })
    // An omitted value must not clear the cell; null does.
    .refine((input) => input.value !== undefined, {
      path: ['value'],
      error: 'Required; null clears the value',
    }),
  output: item,
};

export const itemsMove = {
  input: z.strictObject({
    id: schema.id('item'),
    groupId: schema.id('group'),
    position: position.optional(),
    boardId: schema.id('board').optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: item,
};

export const itemsReorder = {
  input: z.strictObject({ groupId: schema.id('group'), itemIds: distinctItemIds(REORDER_MAX) }),
  output: schema.success,
};

export const itemState = {
  input: z.strictObject({ id: schema.id('item'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: item,
};

export const itemsDelete = { ...itemState, output: schema.success };

export const itemsBulkUpdate = {
  input: z.strictObject({
    itemIds: distinctItemIds(BULK_MAX),
    changes: values.refine((changes) => Object.keys(changes).length > 0, 'Must change at least one column'),
    createLabels,
  }),
  output: z.object({ items: z.array(item) }),
};

/** Up to 100 items, on any boards. */
const itemsNamed = z.strictObject({ itemIds: distinctItemIds(BULK_MAX) });

export const itemsBulkDelete = {
  input: itemsNamed,
  output: schema.success,
};

export const itemsBulkArchive = {
  input: itemsNamed,
  output: z.object({ items: z.array(item) }),
};
