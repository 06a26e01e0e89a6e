/**
 * Thrown inside an evaluation and returned as its error. Not an Error: recording a stack costs ten times the
 * evaluation, and every item of a board can fail.
 */
export class FormulaFailure {
  constructor(readonly reason: string) {}
}
