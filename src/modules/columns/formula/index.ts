export { compileFormula } from './compile-formula';
export { ColumnNames } from './column-names';
export type {
  CompiledFormula,
  FormulaClock,
  FormulaColumn,
  FormulaOutcome,
  StepBudget,
} from './compiled-formula';
export { FormulaRefused } from './formula-refused';
export { CHARACTERS_PER_STEP, MAX_STEPS } from './limits';
export type { FormulaInstant, FormulaScalar, FormulaType, FormulaValue } from './formula-value';
export { showFormula } from './show-formula';
