export const FORMULA_TYPES = ['number', 'text', 'flag', 'instant', 'list', 'any'] as const;

/** The type of a column or an expression; `any` is known only at evaluation. */
export type FormulaType = (typeof FORMULA_TYPES)[number];

/** A point in time, in milliseconds since 1970. An object, to distinguish it from a number. */
export interface FormulaInstant {
  readonly instant: number;
  /** A date without a time, stored as midnight UTC, which means that day in every time zone; never in results. */
  readonly isDay?: true;
}

/** null is a blank cell. */
export type FormulaScalar = number | string | boolean | FormulaInstant | null;

export type FormulaValue = FormulaScalar | readonly FormulaScalar[];
