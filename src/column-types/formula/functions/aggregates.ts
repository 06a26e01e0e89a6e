import { finite, isInstant, isList, toNumber } from '../values/conversions';
import type { Evaluation } from '../evaluation';
import { FormulaFailure } from '../formula-failure';
import { countInWords, type FormulaFunction } from './formula-function';
import type { FormulaScalar, FormulaValue } from '../formula-value';
import type { Need, StaticType } from '../static-type';

/**
 * Functions over any number of values and lists, with the rules of spreadsheets for cells and ranges: blank values are
 * ignored; a single value must be a number or convert to one; of a list only numbers and dates are used.
 */

/** SUM(value, …); 0 without values. */
const SUM = aggregate('SUM', 'number', (values, run) => finite(total(numbersOf(values, run))));

/** AVERAGE(value, …); without values, a division by zero. */
const AVERAGE = aggregate('AVERAGE', 'number', (values, run) => {
  const numbers = numbersOf(values, run);
  if (numbers.length === 0) throw new FormulaFailure('division by zero');
  return finite(total(numbers) / numbers.length);
});

/** MIN(value, …) of numbers or dates; blank without values. */
const MIN = extreme('MIN', (a, b) => a < b);

/** MAX(value, …) of numbers or dates; blank without values. */
const MAX = extreme('MAX', (a, b) => a > b);

/**
 * COUNT(value, …): the number of values that are not blank, of every type, because boards often count lists of people
 * and labels.
 */
const COUNT = aggregate('COUNT', 'any', (values, run) => entriesOf(values, run).length);

export const AGGREGATE_FUNCTIONS: readonly FormulaFunction[] = [SUM, AVERAGE, MIN, MAX, COUNT];

function aggregate(
  name: string,
  need: Need,
  compute: (values: readonly FormulaValue[], run: Evaluation) => FormulaValue,
  resultType: (types: readonly StaticType[]) => StaticType = () => 'number',
): FormulaFunction {
  return {
    name,
    rejectCount: (count) => (count >= 1 ? null : countInWords(1, Infinity)),
    need: () => need,
    resultType,
    bind: (operands) => (run) => {
      run.spend();
      return compute(
        operands.map((operand) => operand(run)),
        run,
      );
    },
  };
}

function extreme(name: string, precedes: (a: number, b: number) => boolean): FormulaFunction {
  const best = (numbers: readonly number[]) => numbers.reduce((a, b) => (precedes(b, a) ? b : a));
  const compute = (values: readonly FormulaValue[], run: Evaluation): FormulaValue => {
    const entries = countedOf(values, run);
    const instants = entries.filter(isInstant);
    if (entries.length === 0) return null;
    if (instants.length === 0) return best(entries.map(toNumber));
    if (instants.length < entries.length) {
      throw new FormulaFailure(`${name} takes numbers or dates, not both`);
    }
    return { instant: best(instants.map(({ instant }) => instant)) };
  };
  return aggregate(name, 'any', compute, extremeType);
}

function extremeType(types: readonly StaticType[]): StaticType {
  if (types.every((type) => type === 'instant')) return 'instant';
  return types.some((type) => type === 'instant' || type === 'list' || type === 'any') ? 'any' : 'number';
}

/** All values and list entries that are not blank; of lists, only those that `counts` accepts. */
function entriesOf(
  values: readonly FormulaValue[],
  run: Evaluation,
  counts: (entry: FormulaScalar) => boolean = () => true,
): FormulaScalar[] {
  const entries = values.flatMap((value) => {
    if (!isList(value)) return value;
    run.spend(value.length);
    return value.filter(counts);
  });
  return entries.filter((entry) => entry !== null && entry !== '');
}

function countedOf(values: readonly FormulaValue[], run: Evaluation): FormulaScalar[] {
  return entriesOf(values, run, (entry) => typeof entry === 'number' || isInstant(entry));
}

function numbersOf(values: readonly FormulaValue[], run: Evaluation): number[] {
  return countedOf(values, run).map(toNumber);
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
