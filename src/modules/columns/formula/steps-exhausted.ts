import { FormulaFailure } from './formula-failure';

/** The evaluation is at its bound. IFERROR lets it pass, or each could begin another round of work. */
export class StepsExhausted extends FormulaFailure {
  constructor() {
    super('too much to compute');
  }
}
