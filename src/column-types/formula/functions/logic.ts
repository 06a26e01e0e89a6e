import { isBlank, toFlag } from '../values/conversions';
import { isEqual } from '../values/comparison';
import { fixedFunction } from './fixed-function';
import { FormulaFailure } from '../formula-failure';
import { countInWords, type FormulaFunction, type Operand } from './formula-function';
import type { FormulaValue } from '../formula-value';
import { eitherType } from '../static-type';
import { StepsExhausted } from '../steps-exhausted';

/**
 * IF(condition, then, [otherwise]) evaluates only one branch. Without `otherwise` the result is blank, so that all
 * results have one type.
 */
const IF: FormulaFunction = {
  name: 'IF',
  rejectCount: (count) => (count === 2 || count === 3 ? null : countInWords(2, 3)),
  need: (index) => (index === 0 ? 'flag' : 'any'),
  resultType: ([, ...results]) => eitherType(results),
  bind: ([condition, then, otherwise]) => {
    return (run) => {
      run.spend();
      return toFlag(condition!(run)) ? then!(run) : (otherwise?.(run) ?? null);
    };
  },
};

/** IFS(condition, value, …): the value of the first true condition; an error if none is true. */
const IFS: FormulaFunction = {
  name: 'IFS',
  rejectCount: (count) => (count >= 2 && count % 2 === 0 ? null : 'pairs of a condition and a value'),
  need: (index) => (index % 2 === 0 ? 'flag' : 'any'),
  resultType: (types) => eitherType(types.filter((_, index) => index % 2 === 1)),
  bind: (operands) => (run) => {
    for (let index = 0; index < operands.length; index += 2) {
      run.spend();
      if (toFlag(operands[index]!(run))) return operands[index + 1]!(run);
    }
    throw new FormulaFailure('no condition of IFS is true');
  },
};

/**
 * SWITCH(value, case, result, …, [default]) compares like `=`, from left to right; an error if no case matches and
 * there is no default.
 */
const SWITCH: FormulaFunction = {
  name: 'SWITCH',
  rejectCount: (count) =>
    count >= 3 ? null : 'a value, then pairs of a case and a result, then perhaps a default',
  need: () => 'any',
  resultType: (types) =>
    eitherType(types.filter((_, index) => index > 0 && (index % 2 === 0 || isDefault(index, types.length)))),
  bind: ([subject, ...operands]) => {
    return (run) => {
      const value = subject!(run);
      for (let index = 0; index < operands.length; index += 2) {
        run.spend();
        const result = operands[index + 1];
        if (!result) return operands[index]!(run);
        if (isEqual(value, operands[index]!(run), run)) return result(run);
      }
      throw new FormulaFailure('no case of SWITCH fits');
    };
  },
};

function isDefault(index: number, count: number): boolean {
  return count % 2 === 0 && index === count - 1;
}

/** IFERROR(value, fallback): the fallback if the value is an error, unless the evaluation has reached its limit. */
const IFERROR: FormulaFunction = {
  name: 'IFERROR',
  rejectCount: (count) => (count === 2 ? null : countInWords(2, 2)),
  need: () => 'any',
  resultType: eitherType,
  bind: ([value, fallback]) => {
    return (run) => {
      run.spend();
      try {
        return value!(run);
      } catch (failure) {
        if (!(failure instanceof FormulaFailure) || failure instanceof StepsExhausted) throw failure;
        return fallback!(run);
      }
    };
  },
};

/** AND(condition, …) stops at the first false condition. */
const AND = junction('AND', false);

/** OR(condition, …) stops at the first true condition. */
const OR = junction('OR', true);

function junction(name: string, decisive: boolean): FormulaFunction {
  return {
    name,
    rejectCount: (count) => (count >= 1 ? null : countInWords(1, Infinity)),
    need: () => 'flag',
    resultType: () => 'flag',
    bind: (operands) => (run) => (operands.some(decides(decisive, run)) ? decisive : !decisive),
  };
}

function decides(decisive: boolean, run: Parameters<Operand>[0]) {
  return (operand: Operand): boolean => {
    run.spend();
    return toFlag(operand(run)) === decisive;
  };
}

const NOT = fixedFunction({
  name: 'NOT',
  needs: ['flag'],
  result: 'flag',
  compute: (_run, condition) => !condition,
});

/** ISBLANK(value): an empty cell, an empty text or an empty list. */
const ISBLANK = fixedFunction({
  name: 'ISBLANK',
  needs: ['any'],
  result: 'flag',
  compute: (_run, value: FormulaValue) => isBlank(value),
});

export const LOGIC_FUNCTIONS: readonly FormulaFunction[] = [IF, IFS, SWITCH, IFERROR, AND, OR, NOT, ISBLANK];
