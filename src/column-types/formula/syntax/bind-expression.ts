import { quoted } from '../../values/quoted';
import type { FormulaColumn } from '../compiled-formula';
import { toNumber } from '../values/conversions';
import type { Evaluation } from '../evaluation';
import type { Operand } from '../functions/formula-function';
import { InvalidFormula } from '../invalid-formula';
import type { FormulaValue } from '../formula-value';
import { FUNCTIONS } from '../functions';
import { type Application, OPERATORS } from './operators';
import { mismatch, type StaticType } from '../static-type';
import type { Node } from './syntax';

export interface BoundExpression {
  type: StaticType;
  operand: Operand;
  readsClock: boolean;
}

/**
 * Converts a parsed expression to closures with their static types. Throws InvalidFormula for unknown names, wrong
 * numbers of parameters and incompatible types.
 */
export function bindExpression(
  node: Node,
  columnNamed: (name: string, position: number) => FormulaColumn,
): BoundExpression {
  const binding = new Binding(columnNamed);
  return { ...binding.bind(node), readsClock: binding.readsClock };
}

type Part = Omit<BoundExpression, 'readsClock'>;

class Binding {
  readsClock = false;

  constructor(private readonly columnNamed: (name: string, position: number) => FormulaColumn) {}

  bind(node: Node): Part {
    switch (node.kind) {
      case 'literal':
        return { type: literalType(node.value), operand: () => node.value };
      case 'column': {
        const { id, type } = this.columnNamed(node.name, node.position);
        return { type, operand: (run) => run.column(id) };
      }
      case 'signed':
        return this.signed(node);
      case 'chain':
        return this.chain(node);
      case 'call':
        return this.call(node);
    }
  }

  private signed({ operand: inner, signs }: Extract<Node, { kind: 'signed' }>): Part {
    const { type, operand } = this.bind(inner);
    rejectMismatch(mismatch(type, 'number'), inner.position);
    const sign = signs.isNegated ? -1 : 1;
    const divisor = 100 ** signs.percents;
    return {
      type: 'number',
      operand: (run) => {
        run.spend();
        return (sign * toNumber(operand(run))) / divisor;
      },
    };
  }

  /** One closure for the whole chain, so that its length does not use the stack. */
  private chain({ first, links }: Extract<Node, { kind: 'chain' }>): Part {
    const start = this.bind(first);
    let { type } = start;
    const steps = links.map((link) => {
      const right = this.bind(link.operand);
      const bound = OPERATORS.get(link.operator)!(type, right.type);
      if ('rejected' in bound) throw new InvalidFormula(link.position, sentence(bound.rejected));
      ({ type } = bound);
      return { apply: bound.apply, operand: right.operand };
    });
    return { type, operand: chained(start.operand, steps) };
  }

  private call({ name, parameters, position }: Extract<Node, { kind: 'call' }>): Part {
    const definition = FUNCTIONS.get(name);
    if (!definition) throw new InvalidFormula(position, `There is no function ${quoted(name)}`);
    const count = parameters.length;
    const wanted = definition.rejectCount(count);
    if (wanted !== null) throw new InvalidFormula(position, `${name} takes ${wanted}, not ${count}`);
    const parts = parameters.map((parameter, index) => {
      const part = this.bind(parameter);
      rejectMismatch(mismatch(part.type, definition.need(index)), parameter.position);
      return part;
    });
    if (definition.readsClock) this.readsClock = true;
    return {
      type: definition.resultType(parts.map(({ type }) => type)),
      operand: definition.bind(parts.map(({ operand }) => operand)),
    };
  }
}

function chained(first: Operand, steps: readonly { apply: Application; operand: Operand }[]): Operand {
  return (run: Evaluation): FormulaValue => {
    let value = first(run);
    for (const { apply, operand } of steps) {
      run.spend();
      value = apply(value, operand(run), run);
    }
    return value;
  };
}

function literalType(value: number | string | boolean): StaticType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'flag';
  return value === '' ? 'blank' : 'text';
}

function rejectMismatch(reason: string | null, position: number): void {
  if (reason !== null) throw new InvalidFormula(position, sentence(reason));
}

function sentence(reason: string): string {
  return reason[0]!.toUpperCase() + reason.slice(1);
}
