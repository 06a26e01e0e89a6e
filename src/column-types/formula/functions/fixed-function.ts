import { CONVERSIONS } from '../values/conversions';
import type { Evaluation } from '../evaluation';
import { countInWords, type FormulaFunction } from './formula-function';
import type { FormulaType, FormulaValue } from '../formula-value';
import type { Need } from '../static-type';

type Converted<N extends readonly Need[]> = { [K in keyof N]: ReturnType<(typeof CONVERSIONS)[N[K]]> };

interface FixedFunction<N extends readonly Need[], O extends readonly Need[]> {
  name: string;
  needs: N;
  /** The types of the optional parameters, which are last. */
  optional?: O;
  result: FormulaType;
  readsClock?: boolean;
  /** Receives each parameter converted to its type; dates are milliseconds since 1970. */
  compute(run: Evaluation, ...values: [...Converted<N>, ...Partial<Converted<O>>]): FormulaValue;
}

/** A function with positional parameters, all of which are evaluated. */
export function fixedFunction<const N extends readonly Need[], const O extends readonly Need[] = []>(
  definition: FixedFunction<N, O>,
): FormulaFunction {
  const { name, result, readsClock } = definition;
  const needs: readonly Need[] = [...definition.needs, ...(definition.optional ?? [])];
  const least = definition.needs.length;
  const compute = definition.compute as (run: Evaluation, ...values: unknown[]) => FormulaValue;
  return {
    name,
    readsClock,
    rejectCount: (count) =>
      count >= least && count <= needs.length ? null : countInWords(least, needs.length),
    need: (index) => needs[index]!,
    resultType: () => result,
    bind: (operands) => {
      const conversions = needs.map((need) => CONVERSIONS[need]);
      return (run) => {
        run.spend();
        return compute(run, ...operands.map((operand, index) => conversions[index]!(operand(run), run)));
      };
    },
  };
}
