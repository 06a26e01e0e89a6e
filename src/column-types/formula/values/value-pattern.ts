import { isInstant, single, toText } from './conversions';
import { dateByPattern } from './date-pattern';
import type { Evaluation } from '../evaluation';
import { FormulaFailure } from '../formula-failure';
import type { FormulaValue } from '../formula-value';
import { PATTERN_MAX_LENGTH } from '../limits';
import { numberByPattern } from './number-pattern';
import { numberInText } from './number-text';

const DIGIT = /[0#]/;

/** Formats a value with a pattern of TEXT. A blank value is 0 for a number pattern and empty for a date pattern. */
export function formatted(value: FormulaValue, pattern: string, run: Evaluation): string {
  if (pattern.length > PATTERN_MAX_LENGTH) throw new FormulaFailure('pattern too long');
  run.spend(pattern.length);
  const scalar = single(value);
  if (isInstant(scalar)) return dateByPattern(run.timeZone.wallTime(scalar.instant), pattern);
  if (typeof scalar === 'number') return numberByPattern(scalar, pattern);
  if (scalar === null) return DIGIT.test(pattern) ? numberByPattern(0, pattern) : '';
  const number = typeof scalar === 'string' ? numberInText(scalar) : null;
  if (number !== null) return numberByPattern(number, pattern);
  const text = toText(scalar, run);
  run.spendOnWriting(text.length);
  return text;
}
