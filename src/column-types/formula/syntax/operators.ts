import { power, quotient, remainder } from '../values/arithmetic';
import { incomparable, isEqual, rank } from '../values/comparison';
import { finite, isInstant, single, toInstant, toNumber, toText } from '../values/conversions';
import { addDays, daysBetween } from '../values/date-arithmetic';
import type { Evaluation } from '../evaluation';
import type { FormulaValue } from '../formula-value';
import { mismatch, type StaticType } from '../static-type';
import { joinTexts } from '../values/text-joining';

export type Application = (left: FormulaValue, right: FormulaValue, run: Evaluation) => FormulaValue;

/** An operator for two types: the type of its result, or why the types are incompatible. */
export type BoundOperator = { type: StaticType; apply: Application } | { rejected: string };

type Operator = (left: StaticType, right: StaticType) => BoundOperator;

/** The binary operators, by their symbols. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['+', plus],
  ['-', minus],
  ['*', arithmetic((a, b) => finite(a * b))],
  ['/', arithmetic(quotient)],
  ['%', arithmetic(remainder)],
  ['^', arithmetic(power)],
  ['&', concatenation],
  ['=', equality(true)],
  ['<>', equality(false)],
  ['!=', equality(false)],
  ['<', ordering((place) => place < 0)],
  ['<=', ordering((place) => place <= 0)],
  ['>', ordering((place) => place > 0)],
  ['>=', ordering((place) => place >= 0)],
]);

const add = (a: number, b: number) => finite(a + b);
const subtract = (a: number, b: number) => finite(a - b);

function arithmetic(compute: (left: number, right: number) => number): Operator {
  return (left, right) => {
    const rejected = mismatch(left, 'number') ?? mismatch(right, 'number');
    if (rejected !== null) return { rejected };
    return { type: 'number', apply: (a, b) => compute(toNumber(a), toNumber(b)) };
  };
}

/** A date plus a number is the date that many days later. */
function plus(left: StaticType, right: StaticType): BoundOperator {
  if (left === 'instant' && right === 'instant') return { rejected: 'two dates cannot be added' };
  if (left === 'instant') {
    return { type: 'instant', apply: (a, b, run) => addDays(toInstant(a, run), toNumber(b), run) };
  }
  if (right === 'instant') {
    return { type: 'instant', apply: (a, b, run) => addDays(toInstant(b, run), toNumber(a), run) };
  }
  if (!isOpen(left) && !isOpen(right)) return arithmetic(add)(left, right);
  return { type: 'any', apply: addWhatever };
}

function addWhatever(left: FormulaValue, right: FormulaValue, run: Evaluation): FormulaValue {
  const [a, b] = [single(left), single(right)];
  if (isInstant(a)) return addDays(a.instant, toNumber(b), run);
  if (isInstant(b)) return addDays(b.instant, toNumber(a), run);
  return add(toNumber(a), toNumber(b));
}

/** Two dates: the days between them. A date minus a number: the date that many days earlier. */
function minus(left: StaticType, right: StaticType): BoundOperator {
  if (right === 'instant') {
    const rejected = mismatch(left, 'instant');
    if (rejected !== null) return { rejected };
    return { type: 'number', apply: (a, b, run) => daysBetween(toInstant(b, run), toInstant(a, run), run) };
  }
  if (isOpen(left) || (left === 'instant' && isOpen(right))) return { type: 'any', apply: subtractWhatever };
  if (left === 'instant') {
    return { type: 'instant', apply: (a, b, run) => addDays(toInstant(a, run), -toNumber(b), run) };
  }
  return arithmetic(subtract)(left, right);
}

function subtractWhatever(left: FormulaValue, right: FormulaValue, run: Evaluation): FormulaValue {
  const [a, b] = [single(left), single(right)];
  if (isInstant(b)) return daysBetween(b.instant, toInstant(a, run), run);
  return isInstant(a) ? addDays(a.instant, -toNumber(b), run) : subtract(toNumber(a), toNumber(b));
}

function concatenation(): BoundOperator {
  return { type: 'text', apply: (a, b, run) => joinTexts([toText(a, run), toText(b, run)], run) };
}

function equality(expected: boolean): Operator {
  return () => ({ type: 'flag', apply: (a, b, run) => isEqual(a, b, run) === expected });
}

function ordering(holds: (place: number) => boolean): Operator {
  return (left, right) => {
    if (!mayCompare(left, right) && !mayCompare(right, left)) return { rejected: incomparable(left, right) };
    return { type: 'flag', apply: (a, b, run) => holds(rank(a, b, run)) };
  };
}

/** Text can contain a number or a date. */
function mayCompare(left: StaticType, right: StaticType): boolean {
  if (left === right || left === 'blank' || isOpen(left)) return true;
  return left === 'text' && (right === 'number' || right === 'instant');
}

/** Whether a part can be a date, which is known only at evaluation; a list can contain one. */
function isOpen(type: StaticType): boolean {
  return type === 'any' || type === 'list';
}
