import { finite } from '../values/conversions';
import { roundToPlaces } from '../values/decimal-rounding';
import { fifteenDigits } from '../values/fifteen-digits';
import { fixedFunction } from './fixed-function';
import { FormulaFailure } from '../formula-failure';
import type { FormulaFunction } from './formula-function';
import { numberInText } from '../values/number-text';
import { power, remainder } from '../values/arithmetic';
import { quoted } from '../../values/quoted';

/**
 * ROUND(number, [places]): rounds halves away from zero, in decimal digits; negative places round to tens, hundreds and
 * so on.
 */
const ROUND = fixedFunction({
  name: 'ROUND',
  needs: ['number'],
  optional: ['number'],
  result: 'number',
  compute: (_run, value, places = 0) => finite(roundToPlaces(value, places)),
});

/** ROUNDUP(number, [places]) rounds away from zero. */
const ROUNDUP = fixedFunction({
  name: 'ROUNDUP',
  needs: ['number'],
  optional: ['number'],
  result: 'number',
  compute: (_run, value, places = 0) => finite(roundToPlaces(value, places, 'ceil')),
});

/** ROUNDDOWN(number, [places]) rounds towards zero. */
const ROUNDDOWN = fixedFunction({
  name: 'ROUNDDOWN',
  needs: ['number'],
  optional: ['number'],
  result: 'number',
  compute: (_run, value, places = 0) => finite(roundToPlaces(value, places, 'floor')),
});

const ABS = fixedFunction({
  name: 'ABS',
  needs: ['number'],
  result: 'number',
  compute: (_run, value) => Math.abs(value),
});

/** MOD(number, divisor): the result has the sign of the divisor, like `%`. */
const MOD = fixedFunction({
  name: 'MOD',
  needs: ['number', 'number'],
  result: 'number',
  compute: (_run, value, divisor) => remainder(value, divisor),
});

const POWER = fixedFunction({
  name: 'POWER',
  needs: ['number', 'number'],
  result: 'number',
  compute: (_run, base, exponent) => power(base, exponent),
});

const SQRT = fixedFunction({
  name: 'SQRT',
  needs: ['number'],
  result: 'number',
  compute: (_run, value) => {
    if (value < 0) throw new FormulaFailure('a negative number has no square root');
    return Math.sqrt(value);
  },
});

/**
 * CEILING(number, [step]): rounds up to a multiple of the step (1). A negative step is only valid for negative numbers
 * and rounds away from zero.
 */
const CEILING = fixedFunction({
  name: 'CEILING',
  needs: ['number'],
  optional: ['number'],
  result: 'number',
  compute: (_run, value, step = 1) => multiple(value, step, 'ceil'),
});

/**
 * FLOOR(number, [step]): rounds down to a multiple of the step (1). A negative step is only valid for negative numbers
 * and rounds towards zero.
 */
const FLOOR = fixedFunction({
  name: 'FLOOR',
  needs: ['number'],
  optional: ['number'],
  result: 'number',
  compute: (_run, value, step = 1) => multiple(value, step, 'floor'),
});

function multiple(value: number, step: number, how: 'ceil' | 'floor'): number {
  if (step === 0) return 0;
  if (step < 0 && value > 0) throw new FormulaFailure('a positive number has no negative step');
  // As binary fractions, 0.6 / 0.2 is slightly less than 3.
  return finite(fifteenDigits(Math[how](fifteenDigits(value / step)) * step));
}

/** VALUE(text): the number in a text such as 1,234.5 or 12%. */
const VALUE = fixedFunction({
  name: 'VALUE',
  needs: ['text'],
  result: 'number',
  compute: (_run, text) => {
    const value = text === '' ? 0 : numberInText(text);
    if (value === null) throw new FormulaFailure(`${quoted(text)} is not a number`);
    return value;
  },
});

export const NUMBER_FUNCTIONS: readonly FormulaFunction[] = [
  ROUND,
  ROUNDUP,
  ROUNDDOWN,
  ABS,
  MOD,
  POWER,
  SQRT,
  CEILING,
  FLOOR,
  VALUE,
];
