export { compileFormula } from './compile-formula';
export { ColumnNames } from './syntax/column-names';
export type {
  CompiledFormula,
  FormulaClock,
  FormulaColumn,
  FormulaOutcome,
  StepBudget,
} from './compiled-formula';
export { InvalidFormula } from './invalid-formula';
export { CHARACTERS_PER_STEP, MAX_STEPS } from './limits';
export type { FormulaInstant, FormulaScalar, FormulaType, FormulaValue } from './formula-value';
export { showFormula } from './show-formula';
