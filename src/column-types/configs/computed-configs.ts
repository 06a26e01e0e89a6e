import { z } from 'zod';
import { FORMULA_TYPES, type FormulaType } from '../formula/formula-value';
import { EXPRESSION_MAX_LENGTH } from '../formula/limits';
import { NAME_MAX } from '../../kernel/limits';
import { idSchema } from './schemas';

export const LOOKUP_AGGREGATES = ['list', 'count', 'sum', 'min', 'max', 'avg'] as const;
export type LookupAggregate = (typeof LOOKUP_AGGREGATES)[number];

/** The settings of a formula that the caller sets. */
export const formulaSchema = z.strictObject({
  expression: z.string().max(EXPRESSION_MAX_LENGTH).default(''),
});

/** The settings of a lookup that the caller sets. */
export const lookupSchema = z.strictObject({
  linkColumnId: idSchema('column', 'Must be a column id').optional(),
  targetColumnId: idSchema('column', 'Must be a column id').optional(),
  aggregate: z.enum(LOOKUP_AGGREGATES).default('list'),
});

/** A formula with the results of compiling its expression when it is saved. */
export type FormulaConfig = {
  /** Refers to columns by id, so that it remains valid when a column is renamed. */
  expression: string;
  result?: FormulaType;
  /** Present if the result can change while no value does. */
  readsClock?: true;
  /** The last names of deleted columns in the expression, by id. */
  gone?: Record<string, string>;
};

/** A lookup with the type of its results, and whether midnight UTC means a day in them. */
export type LookupConfig = z.output<typeof lookupSchema> & { result?: FormulaType; days?: true };

/** The stored form, with ids instead of names, can be longer than the limit for input. */
const STORED_EXPRESSION_MAX_LENGTH = EXPRESSION_MAX_LENGTH * 20;
const GONE_MAX = 500;

/** A `FormulaConfig` of another installation. */
export const storedFormulaSchema = z.strictObject({
  expression: z.string().max(STORED_EXPRESSION_MAX_LENGTH),
  result: z.enum(FORMULA_TYPES).optional(),
  readsClock: z.literal(true).optional(),
  gone: z
    .record(idSchema('column', 'Must be a column id'), z.string().max(NAME_MAX))
    .refine((gone) => Object.keys(gone).length <= GONE_MAX, `Must be at most ${GONE_MAX} columns`)
    .optional(),
});

/** A `LookupConfig` of another installation. */
export const storedLookupSchema = lookupSchema.extend({
  result: z.enum(FORMULA_TYPES).optional(),
  days: z.literal(true).optional(),
});
