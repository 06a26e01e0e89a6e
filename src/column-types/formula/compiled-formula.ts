import type { FormulaType, FormulaValue } from './formula-value';

/** A column that an expression can name. */
export interface FormulaColumn {
  id: string;
  name: string;
  type: FormulaType;
}

/** The time and zone of an evaluation. */
export interface FormulaClock {
  /** Milliseconds since 1970. */
  now: number;
  /** IANA name, such as Europe/Berlin; calendar days and hours are those of this zone. */
  timeZone: string;
  /** English name of a day in lowercase; WEEKDAY counts from it. */
  weekStart: string;
}

/** The remaining steps of several evaluations together; each evaluation reduces it. */
export interface StepBudget {
  steps: number;
}

export type FormulaOutcome = { value: FormulaValue } | { error: string };

export interface CompiledFormula {
  /** The expression with ids instead of names, as it is stored, so that renames are followed. */
  readonly stored: string;
  /** Ids of the columns it names, each once, in the order of the expression. */
  readonly dependsOn: readonly string[];
  readonly resultType: FormulaType;
  /** Whether TODAY or NOW can change the result while no column changes. */
  readonly readsClock: boolean;
  /**
   * The result for one item; a column without a value in the map is blank. An empty text is returned as blank.
   * Never throws: `error` contains the reason of a failure. The default budget is that of one evaluation.
   */
  evaluate(
    values: ReadonlyMap<string, FormulaValue>,
    clock: FormulaClock,
    budget?: StepBudget,
  ): FormulaOutcome;
}
