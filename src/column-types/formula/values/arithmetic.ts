import { finite } from './conversions';
import { FormulaFailure } from '../formula-failure';

export function quotient(dividend: number, divisor: number): number {
  if (divisor === 0) throw new FormulaFailure('division by zero');
  return finite(dividend / divisor);
}

/** The remainder with the sign of the divisor, as in spreadsheets: the remainder of -1 and 3 is 2. */
export function remainder(dividend: number, divisor: number): number {
  if (divisor === 0) throw new FormulaFailure('division by zero');
  const rest = dividend % divisor;
  return finite(rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest);
}

/** 0 to the power of 0 is 1. */
export function power(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) throw new FormulaFailure('division by zero');
  const result = base ** exponent;
  if (Number.isNaN(result)) throw new FormulaFailure('this power of a negative number is no number');
  return finite(result);
}
