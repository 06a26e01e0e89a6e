/**
 * Thrown inside an evaluation and told as its error. No Error: recording a stack costs ten times the evaluation, and a
 * whole board may fail at once.
 */
export class FormulaFailure {
  constructor(readonly reason: string) {}
}
