import { FormulaFailure } from './formula-failure';

/**
 * The evaluation has reached its limit. IFERROR does not catch it, or each could start another round of work.
 */
export class StepsExhausted extends FormulaFailure {
  constructor() {
    super('too much to compute');
  }
}
