import { z } from 'zod';
import type { FormulaType } from '../formula';
import { EXPRESSION_MAX_LENGTH } from '../formula/limits';
import { idSchema } from './schemas';

export const LOOKUP_AGGREGATES = ['list', 'count', 'sum', 'min', 'max', 'avg'] as const;
export type LookupAggregate = (typeof LOOKUP_AGGREGATES)[number];

/** What the caller sets of a formula. */
export const formulaSchema = z.strictObject({
  expression: z.string().max(EXPRESSION_MAX_LENGTH).default(''),
});

/** What the caller sets of a lookup. */
export const lookupSchema = z.strictObject({
  linkColumnId: idSchema('column', 'Must be a column id').optional(),
  targetColumnId: idSchema('column', 'Must be a column id').optional(),
  aggregate: z.enum(LOOKUP_AGGREGATES).default('list'),
});

/** A formula, and what is derived from its expression when it is saved. */
export type FormulaConfig = {
  /** Names columns by their ids, so that a renamed column stays the same. */
  expression: string;
  result?: FormulaType;
  /** Present where the result may change while no value does. */
  readsClock?: true;
  /** The last names of deleted columns that the expression names, by id. */
  gone?: Record<string, string>;
};

/** A lookup, the type of its results, and whether a midnight in UTC means a day in them. */
export type LookupConfig = z.output<typeof lookupSchema> & { result?: FormulaType; days?: true };
