import { isInstant, isList, instantOfText, toText } from './conversions';
import type { Evaluation } from '../evaluation';
import { FormulaFailure } from '../formula-failure';
import type { FormulaScalar, FormulaValue } from '../formula-value';
import { numberInText } from './number-text';
import { type StaticType, typeInWords } from '../static-type';

/** Ignores case but not accents, as spreadsheets do. */
const collator = new Intl.Collator('en', { sensitivity: 'accent' });

/** Numbers whose first 15 digits agree are equal: 0.1 + 0.2 is 0.3. */
const RELATIVE_TOLERANCE = 1e-15;

/**
 * Negative if the first value is less than the second, 0 if they are equal, positive if it is greater; NaN for a blank
 * value and a date, which are not ordered. Null for types that cannot be compared, which are never equal.
 *
 * A blank value counts as 0, "" or FALSE, depending on the other value. A text that contains a number or a date
 * compares as such with numbers and dates. A list of several entries compares as its text.
 */
export function order(left: FormulaValue, right: FormulaValue, run: Evaluation): number | null {
  if (typeof left === 'number' && typeof right === 'number') return numberOrder(left, right);
  const a = comparable(left, run);
  const b = comparable(right, run);
  if (a === null || b === null) return blankOrder(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (isInstant(a) || isInstant(b)) return instantOrder(a, b, run);
  if (typeof a === 'boolean' || typeof b === 'boolean') return null;
  if (typeof a === 'string' && typeof b === 'string') {
    run.spendOnReading(a.length + b.length);
    return collator.compare(a, b);
  }
  const numbers = [a, b].map((value) => (typeof value === 'string' ? numberInText(value) : value));
  return numbers.includes(null) ? null : numberOrder(numbers[0]!, numbers[1]!);
}

export function isEqual(left: FormulaValue, right: FormulaValue, run: Evaluation): boolean {
  return order(left, right, run) === 0;
}

/**
 * Like `order`, but fails for types that cannot be compared. Spreadsheets sort numbers before text, which is never
 * intended.
 */
export function rank(left: FormulaValue, right: FormulaValue, run: Evaluation): number {
  const result = order(left, right, run);
  if (result === null) throw new FormulaFailure(incomparable(kindOf(left), kindOf(right)));
  return result;
}

export function incomparable(left: StaticType, right: StaticType): string {
  return `${typeInWords(left)} and ${typeInWords(right)} cannot be compared`;
}

function comparable(value: FormulaValue, run: Evaluation): FormulaScalar {
  if (!isList(value)) return value;
  return value.length > 1 ? toText(value, run) : (value[0] ?? null);
}

function blankOrder(a: FormulaScalar, b: FormulaScalar): number {
  if (a === null) return b === null ? 0 : -blankOrder(b, a);
  if (typeof a === 'number') return numberOrder(a, 0);
  if (typeof a === 'string') return a === '' ? 0 : 1;
  return typeof a === 'boolean' ? Number(a) : NaN;
}

function instantOrder(a: FormulaScalar, b: FormulaScalar, run: Evaluation): number | null {
  const [left, right] = [a, b].map((value) => {
    if (isInstant(value)) return value.instant;
    return typeof value === 'string' ? instantOfText(value, run) : null;
  });
  return left === null || right === null ? null : left! - right!;
}

function numberOrder(a: number, b: number): number {
  const difference = a - b;
  return Math.abs(difference) <= RELATIVE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b)) ? 0 : difference;
}

function kindOf(value: FormulaValue): StaticType {
  if (isList(value)) return 'list';
  if (isInstant(value)) return 'instant';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'flag' : 'text';
}
