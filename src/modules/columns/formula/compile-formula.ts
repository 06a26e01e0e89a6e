import { bindExpression } from './bind-expression';
import { ColumnNames } from './column-names';
import { replaceReferences } from './column-references';
import type { CompiledFormula, FormulaColumn } from './compiled-formula';
import { finite, instantValue, isBlank, isInstant, toText } from './conversions';
import { Evaluation } from './evaluation';
import { fifteenDigits } from './fifteen-digits';
import { FormulaFailure } from './formula-failure';
import { FormulaRefused } from './formula-refused';
import type { FormulaValue } from './formula-value';
import { EXPRESSION_MAX_LENGTH, MAX_STEPS, STORED_MAX_LENGTH } from './limits';
import { parseExpression } from './parse-expression';
import { type Token, tokensOf } from './tokens';

/** What a reference takes at least: one character in braces. */
const SHORTEST_REFERENCE = '{A}'.length;

/**
 * Prepares an expression for evaluation, as people write it or as it is stored: columns as {Column Name}, whatever the case,
 * or as {col_…}; a closing brace in a name is written twice. FormulaRefused, with the position, for what is no expression
 * over these columns, and for what is too long or too deep.
 */
export function compileFormula(
  expression: string,
  columns: readonly FormulaColumn[] | ColumnNames<FormulaColumn>,
): CompiledFormula {
  const names = columns instanceof ColumnNames ? columns : new ColumnNames(columns);
  const tokens = withinLength(expression);
  const dependsOn = new Set<string>();
  const { type, operand, readsClock } = bindExpression(parseExpression(tokens), (name, position) => {
    const column = names.named(name, position);
    dependsOn.add(column.id);
    return column;
  });
  return {
    stored: replaceReferences(expression, tokens, (name, position) => names.named(name, position).id),
    dependsOn: [...dependsOn],
    resultType: type === 'blank' ? 'text' : type,
    readsClock,
    evaluate: (values, clock, budget = { steps: MAX_STEPS }) => {
      const run = new Evaluation(values, clock, budget);
      try {
        return { value: result(operand(run), run) };
      } catch (failure) {
        if (failure instanceof FormulaFailure) return { error: failure.reason };
        throw failure;
      }
    },
  };
}

/** The words of an expression that is not too long. References count as they can be written, not as they are stored. */
function withinLength(expression: string): Token[] {
  if (expression.length > STORED_MAX_LENGTH) throw tooLong();
  const tokens = tokensOf(expression);
  const saved = tokens
    .filter((token) => token.kind === 'column' && token.name.startsWith('col_'))
    .reduce((sum, { position, end }) => sum + end - position - SHORTEST_REFERENCE, 0);
  if (expression.length - saved > EXPRESSION_MAX_LENGTH) throw tooLong();
  return tokens;
}

function tooLong(): FormulaRefused {
  return new FormulaRefused(
    EXPRESSION_MAX_LENGTH,
    `An expression has at most ${EXPRESSION_MAX_LENGTH.toLocaleString('en')} characters`,
  );
}

/**
 * What a cell can hold of a value: numbers to 15 digits, texts and lists that are not too long, blank for what is
 * empty.
 */
function result(value: FormulaValue, run: Evaluation): FormulaValue {
  if (isBlank(value)) return null;
  if (typeof value === 'number') return fifteenDigits(finite(value));
  if (isInstant(value)) return instantValue(value.instant);
  if (typeof value !== 'boolean') run.spendOnWriting(toText(value, run).length);
  return value;
}
