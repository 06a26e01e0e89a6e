import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { CELL_AGGREGATES, COLUMNS_MAX, columnWidth } from '../../columns';

const CARD_FIELDS_MAX = 50;
const CHART_AGGREGATES_MAX = 20;
const COLLAPSED_MAX = 100;
const FROZEN_MAX = 20;

const columnId = schema.id('column');

/** At most `max` different values. */
function distinct<T extends z.ZodType>(value: T, max: number, noun: string) {
  return z
    .array(value)
    .max(max, `Must be at most ${max} ${noun}`)
    .refine((values) => new Set(values).size === values.length, `Must not repeat ${noun}`);
}

/** As `groupBy` of items.summary. */
const grouping = z.union([columnId, z.literal('groupId')], { error: 'Must be a column id or groupId' });

/** Keys of groups, as items.summary returns them; a board can change, so that not all of them are groups now. */
const collapsed = distinct(
  z.union([z.string().max(100, 'Must be at most 100 characters'), z.number(), z.boolean(), z.null()], {
    error: 'Must be the key of a group',
  }),
  COLLAPSED_MAX,
  'groups',
);

const table = z.strictObject({
  columnOrder: distinct(columnId, COLUMNS_MAX, 'columns').optional(),
  nameWidth: columnWidth.optional(),
  columnWidths: z
    .record(columnId, columnWidth)
    .refine((widths) => Object.keys(widths).length <= COLUMNS_MAX, `Must name at most ${COLUMNS_MAX} columns`)
    .optional(),
  // The number of columns behind the name that do not scroll.
  frozenColumns: z
    .int('Must be a whole number')
    .min(0, 'Must be at least 0')
    .max(FROZEN_MAX, `Must be at most ${FROZEN_MAX}`)
    .optional(),
  rowHeight: z.enum(['short', 'medium', 'tall', 'extra_tall']).optional(),
  collapsed: collapsed.optional(),
});

const board = z.strictObject({
  groupBy: grouping.optional(),
  swimlaneBy: grouping.optional(),
  cardFields: distinct(columnId, CARD_FIELDS_MAX, 'columns').optional(),
  collapsed: collapsed.optional(),
});

const calendar = z.strictObject({
  dateColumn: columnId.optional(),
  colorColumn: columnId.optional(),
  scale: z.enum(['month', 'week', 'day']).optional(),
});

const timeline = z.strictObject({
  startColumn: columnId.optional(),
  endColumn: columnId.optional(),
  colorColumn: columnId.optional(),
  scale: z.enum(['day', 'week', 'month', 'quarter', 'year']).optional(),
});

const visual = z.strictObject({
  chart: z.enum(['bar', 'column', 'line', 'pie', 'numbers']).optional(),
  groupBy: grouping.optional(),
  aggregates: z
    .array(z.strictObject({ columnId, fn: z.enum(CELL_AGGREGATES) }))
    .max(CHART_AGGREGATES_MAX, `Must be at most ${CHART_AGGREGATES_MAX} aggregates`)
    .optional(),
});

/** How each layout shows the items. A view keeps the options of all layouts, also while it has another one. */
export const viewOptions = z.object({
  table: table.optional(),
  board: board.optional(),
  calendar: calendar.optional(),
  timeline: timeline.optional(),
  visual: visual.optional(),
});
export type ViewOptions = z.output<typeof viewOptions>;

/** Layouts that it omits keep their options, and those that it names get these; null removes them. */
export const viewOptionsInput = z.strictObject({
  table: table.nullish(),
  board: board.nullish(),
  calendar: calendar.nullish(),
  timeline: timeline.nullish(),
  visual: visual.nullish(),
});
export type ViewOptionsInput = z.output<typeof viewOptionsInput>;
