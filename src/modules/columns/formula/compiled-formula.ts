import type { FormulaType, FormulaValue } from './formula-value';

/** A column that an expression may name. */
export interface FormulaColumn {
  id: string;
  name: string;
  type: FormulaType;
}

/** When and where an expression is evaluated. */
export interface FormulaClock {
  /** Milliseconds since 1970. */
  now: number;
  /** IANA name, such as Europe/Berlin; calendar days and hours are those of this zone. */
  timeZone: string;
  /** English name of a day in lower case; WEEKDAY counts from it. */
  weekStart: string;
}

/** How many steps several evaluations may still take together; they count it down. */
export interface StepBudget {
  steps: number;
}

export type FormulaOutcome = { value: FormulaValue } | { error: string };

export interface CompiledFormula {
  /** The expression with ids for names, which is what is stored, so that renames are followed. */
  readonly stored: string;
  /** Ids of the columns it names, each once, in the order of the expression. */
  readonly dependsOn: readonly string[];
  readonly resultType: FormulaType;
  /** Whether TODAY or NOW may change the result while no column changes. */
  readonly readsClock: boolean;
  /**
   * The result for one item; a column without a value in the map is blank. An empty text is answered as blank. Never
   * throws: what fails in the expression is told in `error`. Without a budget it has that of one evaluation.
   */
  evaluate(
    values: ReadonlyMap<string, FormulaValue>,
    clock: FormulaClock,
    budget?: StepBudget,
  ): FormulaOutcome;
}
