export { compileFormula } from './compile-formula';
export type { CompiledFormula, FormulaClock, FormulaColumn, FormulaOutcome } from './compiled-formula';
export { FormulaRefused } from './formula-refused';
export type { FormulaInstant, FormulaScalar, FormulaType, FormulaValue } from './formula-value';
export { showFormula } from './show-formula';
