import type { FormulaClock, StepBudget } from './compiled-formula';
import { FormulaFailure } from './formula-failure';
import type { FormulaScalar, FormulaValue } from './formula-value';
import { CHARACTERS_PER_STEP, MAX_STEPS, TEXT_MAX_LENGTH } from './limits';
import { StepsExhausted } from './steps-exhausted';
import { TimeZone } from './values/time-zone';

/** One evaluation of an expression: its inputs and its remaining budget. */
export class Evaluation {
  private stepsLeft: number;
  private readonly cells = new Map<string, FormulaValue>();

  constructor(
    private readonly values: ReadonlyMap<string, FormulaValue>,
    readonly clock: FormulaClock,
    private readonly budget: StepBudget,
  ) {
    this.stepsLeft = Math.min(MAX_STEPS, budget.steps);
  }

  get timeZone(): TimeZone {
    return TimeZone.named(this.clock.timeZone);
  }

  /** Read once and charged by its size, however often the expression names it. */
  column(id: string): FormulaValue {
    const known = this.cells.get(id);
    if (known !== undefined) return known;
    const value = this.read(this.values.get(id) ?? null);
    this.cells.set(id, value);
    return value;
  }

  spend(steps = 1): void {
    this.stepsLeft -= steps;
    this.budget.steps -= steps;
    if (this.stepsLeft < 0) throw new StepsExhausted();
  }

  spendOnReading(characters: number): void {
    if (characters >= CHARACTERS_PER_STEP) this.spend(Math.ceil(characters / CHARACTERS_PER_STEP));
  }

  /** Called before a text is built, so that no oversized text is built. */
  spendOnWriting(characters: number): void {
    if (characters > TEXT_MAX_LENGTH) throw new FormulaFailure('text too long');
    this.spendOnReading(characters);
  }

  private read(value: FormulaValue): FormulaValue {
    if (typeof value === 'string') this.spendOnReading(value.length);
    if (typeof value !== 'object' || value === null) return value;
    if ('instant' in value) return this.inZone(value);
    this.spendOnReading(
      value.reduce<number>((sum, entry) => sum + (typeof entry === 'string' ? entry.length : 1), 0),
    );
    return value.map((entry) => this.inZone(entry));
  }

  /** A date without a time starts at midnight in the time zone. */
  private inZone(value: FormulaScalar): FormulaScalar {
    const isDay = typeof value === 'object' && value?.isDay === true;
    return isDay ? { instant: this.timeZone.instantOf(value.instant) } : value;
  }
}
