import { bindExpression } from './syntax/bind-expression';
import { ColumnNames } from './syntax/column-names';
import { replaceReferences } from './syntax/column-references';
import type { CompiledFormula, FormulaColumn } from './compiled-formula';
import { finite, instantValue, isBlank, isInstant, toText } from './values/conversions';
import { Evaluation } from './evaluation';
import { fifteenDigits } from './values/fifteen-digits';
import { FormulaFailure } from './formula-failure';
import { InvalidFormula } from './invalid-formula';
import type { FormulaValue } from './formula-value';
import { EXPRESSION_MAX_LENGTH, MAX_STEPS, STORED_MAX_LENGTH } from './limits';
import { parseExpression } from './syntax/parse-expression';
import { type Token, tokensOf } from './syntax/tokens';

/** The minimum length of a reference: one character in braces. */
const SHORTEST_REFERENCE = '{A}'.length;

/**
 * Compiles an expression in input or stored form: columns as {Column Name}, case-insensitive, or as {col_…}; a
 * closing brace in a name is doubled. Throws InvalidFormula, with the position, for an invalid, too long or too
 * deep expression.
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

/**
 * The tokens of an expression within the length limit. References count in their input form, not in their stored
 * form.
 */
function withinLength(expression: string): Token[] {
  if (expression.length > STORED_MAX_LENGTH) throw tooLong();
  const tokens = tokensOf(expression);
  const saved = tokens
    .filter((token) => token.kind === 'column' && token.name.startsWith('col_'))
    .reduce((sum, { position, end }) => sum + end - position - SHORTEST_REFERENCE, 0);
  if (expression.length - saved > EXPRESSION_MAX_LENGTH) throw tooLong();
  return tokens;
}

function tooLong(): InvalidFormula {
  return new InvalidFormula(
    EXPRESSION_MAX_LENGTH,
    `An expression has at most ${EXPRESSION_MAX_LENGTH.toLocaleString('en')} characters`,
  );
}

/**
 * The stored form of a value: numbers with 15 digits, texts and lists within the limits, blank for empty ones.
 */
function result(value: FormulaValue, run: Evaluation): FormulaValue {
  if (isBlank(value)) return null;
  if (typeof value === 'number') return fifteenDigits(finite(value));
  if (isInstant(value)) return instantValue(value.instant);
  if (typeof value !== 'boolean') run.spendOnWriting(toText(value, run).length);
  return value;
}
