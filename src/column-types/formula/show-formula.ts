import { ColumnNames } from './syntax/column-names';
import { replaceReferences } from './syntax/column-references';
import type { FormulaColumn } from './compiled-formula';
import { InvalidFormula } from './invalid-formula';
import { type Token, tokensOf } from './syntax/tokens';

/**
 * A stored expression with column names instead of ids. An id remains if its column no longer exists or its name is not
 * unique, so that saving the shown expression changes nothing.
 */
export function showFormula(stored: string, columns: readonly Pick<FormulaColumn, 'id' | 'name'>[]): string {
  const names = new ColumnNames(columns);
  return replaceReferences(stored, wordsOf(stored), (id) => names.written(id));
}

/** Empty for an invalid expression, which is shown unchanged. */
function wordsOf(stored: string): Token[] {
  try {
    return tokensOf(stored);
  } catch (error) {
    if (error instanceof InvalidFormula) return [];
    throw error;
  }
}
