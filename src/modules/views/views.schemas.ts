import { z } from 'zod';
import type { Json } from '../../kernel/json';
import * as schema from '../../rpc/schema';
import { filtersSchema } from '../columns';
import { viewOptions, viewOptionsInput } from './options/view-options.schemas';

/** The maximum number of shared views of a board. */
export const VIEWS_MAX = 200;
/** The maximum number of views that a user has on a board for themselves. */
export const PERSONAL_VIEWS_MAX = 50;
const HIDDEN_COLUMNS_MAX = 500;

/** The layout of items; the values are those of a board's defaultView. */
export const VIEW_LAYOUTS = ['board', 'table', 'timeline', 'calendar', 'visual'] as const;
export type ViewLayout = (typeof VIEW_LAYOUTS)[number];

const layout = z.enum(VIEW_LAYOUTS);
const sortDir = z.enum(['asc', 'desc']);

/** A column id, or a field that every item has (contract §6). */
const field = z.union(
  [schema.id('column'), z.enum(['name', 'groupId', 'createdBy', 'createdAt', 'updatedAt'])],
  { error: 'Must be a column id or one of name, groupId, createdBy, createdAt, updatedAt' },
);

/** The input is stored next to its parsed form, and is shown again as its author wrote it. */
const filters = z.array(z.custom<Json>());

const hiddenColumns = z
  .array(schema.id('column'))
  .max(HIDDEN_COLUMNS_MAX, `Must name at most ${HIDDEN_COLUMNS_MAX} columns`)
  .refine((ids) => new Set(ids).size === ids.length, 'Must not repeat an id');

export const view = z.object({
  id: schema.id('view'),
  boardId: schema.id('board'),
  name: z.string(),
  layout,
  filters,
  sortBy: field.nullable(),
  sortDir,
  groupBy: field.nullable(),
  hiddenColumns: z.array(schema.id('column')),
  options: viewOptions,
  // Only its creator sees a personal view.
  personal: z.boolean(),
  // From 0 without gaps, among the shared views of the board or among the caller's own.
  position: z.int(),
  createdBy: schema.id('user'),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});
export type ViewOutput = z.output<typeof view>;

const settings = {
  layout: layout.optional(),
  filters: filtersSchema.optional(),
  sortBy: field.nullish(),
  sortDir: sortDir.optional(),
  groupBy: field.nullish(),
  hiddenColumns: hiddenColumns.optional(),
  options: viewOptionsInput.optional(),
};

export const viewsList = {
  input: z.strictObject({ boardId: schema.id('board') }),
  output: z.object({ views: z.array(view) }),
};

export const viewsCreate = {
  input: z.strictObject({
    boardId: schema.id('board'),
    name: schema.name(),
    personal: z.boolean().default(false),
    ...settings,
  }),
  output: view,
};
export type ViewsCreateInput = z.output<typeof viewsCreate.input>;

export const viewsUpdate = {
  input: z.strictObject({
    id: schema.id('view'),
    name: schema.name().optional(),
    personal: z.literal(false, { error: 'Must be false: a shared view cannot become personal' }).optional(),
    ...settings,
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: view,
};
export type ViewsUpdateInput = z.output<typeof viewsUpdate.input>;

export const viewsReorder = {
  input: z.strictObject({
    boardId: schema.id('board'),
    personal: z.boolean().default(false),
    viewIds: z.array(schema.id('view')).max(VIEWS_MAX, `Must be at most ${VIEWS_MAX} views`),
  }),
  output: schema.success,
};
export type ViewsReorderInput = z.output<typeof viewsReorder.input>;

export const viewsDelete = {
  input: z.strictObject({ id: schema.id('view') }),
  output: schema.success,
};
