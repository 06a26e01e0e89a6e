/** What a column or an expression gives; `any` is known only when it is evaluated. */
export type FormulaType = 'number' | 'text' | 'flag' | 'instant' | 'list' | 'any';

/** A point in time, in milliseconds since 1970, so that it is told from a number. */
export interface FormulaInstant {
  readonly instant: number;
  /** Of a date without a time, which is kept as its midnight in UTC and means that day in every zone; never in results. */
  readonly isDay?: true;
}

/** null is a blank cell. */
export type FormulaScalar = number | string | boolean | FormulaInstant | null;

export type FormulaValue = FormulaScalar | readonly FormulaScalar[];
