import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { COLUMN_TYPE_NAMES } from '../../column-types/column-type';

/** A board's columns are read and shown all together; up to this number that is fast (decision 0028). */
export const COLUMNS_MAX = 500;

export const DEFAULT_WIDTH = 150;
const WIDTH_MIN = 20;
const WIDTH_MAX = 2_000;

const type = z.enum(COLUMN_TYPE_NAMES, { error: 'Must be one of the column types' });

/** Pixels. */
export const width = z
  .int('Must be a whole number of pixels')
  .min(WIDTH_MIN, `Must be at least ${WIDTH_MIN}`)
  .max(WIDTH_MAX, `Must be at most ${WIDTH_MAX}`);

const position = z.int('Must be a whole number').min(0, 'Must be at least 0');

/** Checked by the column's type; absent and null mean its defaults. */
const config = z.unknown().optional();

/** Checked by the column's type like a value of an item; null means none. */
const defaultValue = z.unknown().optional();

export const column = z.object({
  id: schema.id('column'),
  boardId: schema.id('board'),
  name: z.string(),
  type,
  position: z.int(),
  width: z.int(),
  required: z.boolean(),
  config: z.record(z.string(), z.json()),
  defaultValue: z.json(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

const columns = z.object({ columns: z.array(column) });

/** The error of a change in the background. */
const failure = z.object({
  reason: z.enum(['value_not_unique']),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
});

/** `total` is null until the items are counted. */
const listedColumn = column.extend({
  computing: z.object({ done: z.int(), total: z.int().nullable() }).optional(),
  failure: failure.optional(),
});

export const columnsList = {
  input: z.strictObject({ boardId: schema.id('board') }),
  output: z.object({ columns: z.array(listedColumn) }),
};

export const columnsCreate = {
  input: z.strictObject({
    boardId: schema.id('board'),
    name: schema.name(),
    type,
    position: position.optional(),
    width: width.default(DEFAULT_WIDTH),
    required: z.boolean().default(false),
    config,
    defaultValue,
  }),
  output: column,
};

export const columnsUpdate = {
  input: z.strictObject({
    id: schema.id('column'),
    name: schema.name().optional(),
    config,
    width: width.optional(),
    required: z.boolean().optional(),
    defaultValue,
    // A label's id, or a dropdown's option.
    reassignTo: z.string().min(1).max(100).optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: column,
};

export const columnsReorder = {
  input: z.strictObject({
    boardId: schema.id('board'),
    columnIds: z.array(schema.id('column')).max(COLUMNS_MAX, `Must be at most ${COLUMNS_MAX} columns`),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: columns,
};

export const columnsDelete = {
  input: z.strictObject({ id: schema.id('column'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

export const columnsDuplicate = {
  input: z.strictObject({
    id: schema.id('column'),
    name: schema.name().optional(),
    includeValues: z.boolean().default(false),
  }),
  output: column,
};

export type ColumnOutput = z.output<typeof column>;
export type ColumnFailure = z.output<typeof failure>;
export type ListedColumn = z.output<typeof listedColumn>;
export type ColumnsCreateInput = z.output<typeof columnsCreate.input>;
export type ColumnsUpdateInput = z.output<typeof columnsUpdate.input>;
export type ColumnsReorderInput = z.output<typeof columnsReorder.input>;
export type ColumnsDuplicateInput = z.output<typeof columnsDuplicate.input>;
