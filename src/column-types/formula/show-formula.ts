import { ColumnNames } from './syntax/column-names';
import { replaceReferences } from './syntax/column-references';
import type { FormulaColumn } from './compiled-formula';
import { InvalidFormula } from './invalid-formula';
import { type Token, tokensOf } from './syntax/tokens';

/**
 * A stored expression as people read it: names for the ids of columns. An id stays where its column no longer exists or where its
 * name is not its own, so that saving what is shown changes nothing.
 */
export function showFormula(stored: string, columns: readonly Pick<FormulaColumn, 'id' | 'name'>[]): string {
  const names = new ColumnNames(columns);
  return replaceReferences(stored, wordsOf(stored), (id) => names.written(id));
}

/** None for what was never compiled: it is shown as it is. */
function wordsOf(stored: string): Token[] {
  try {
    return tokensOf(stored);
  } catch (error) {
    if (error instanceof InvalidFormula) return [];
    throw error;
  }
}
