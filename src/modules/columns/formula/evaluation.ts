import type { FormulaClock } from './compiled-formula';
import { FormulaFailure } from './formula-failure';
import type { FormulaScalar, FormulaValue } from './formula-value';
import { MAX_STEPS, TEXT_MAX_LENGTH } from './limits';
import { StepsExhausted } from './steps-exhausted';
import { TimeZone } from './time-zone';

const CHARACTERS_PER_STEP = 100;

/** One run of an expression: what it reads, and how much it may still do. */
export class Evaluation {
  private stepsLeft = MAX_STEPS;

  constructor(
    private readonly values: ReadonlyMap<string, FormulaValue>,
    readonly clock: FormulaClock,
  ) {}

  get timeZone(): TimeZone {
    return TimeZone.named(this.clock.timeZone);
  }

  column(id: string): FormulaValue {
    const value = this.values.get(id) ?? null;
    if (typeof value !== 'object' || value === null) return value;
    return 'instant' in value ? this.inZone(value) : value.map((entry) => this.inZone(entry));
  }

  spend(steps = 1): void {
    this.stepsLeft -= steps;
    if (this.stepsLeft < 0) throw new StepsExhausted();
  }

  spendOnReading(characters: number): void {
    if (characters >= CHARACTERS_PER_STEP) this.spend(Math.ceil(characters / CHARACTERS_PER_STEP));
  }

  /** Asked before a text is built, so that nothing huge ever is. */
  spendOnWriting(characters: number): void {
    if (characters > TEXT_MAX_LENGTH) throw new FormulaFailure('text too long');
    this.spendOnReading(characters);
  }

  /** A day begins where the clock of the zone says so. */
  private inZone(value: FormulaScalar): FormulaScalar {
    const isDay = typeof value === 'object' && value?.isDay === true;
    return isDay ? { instant: this.timeZone.instantOf(value.instant) } : value;
  }
}
