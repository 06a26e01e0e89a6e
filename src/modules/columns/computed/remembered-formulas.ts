import type { ColumnNames, CompiledFormula, FormulaColumn } from '../../../column-types/formula';
import { compileFormula } from '../../../column-types/formula';

/** Characters of all cached expressions: about 50 MB of closures at most. */
const REMEMBERED_CHARACTERS = 500_000;

interface Remembered {
  formula: CompiledFormula;
  /** The types of the columns that it names, in their order. */
  types: string;
}

/**
 * Compiles stored expressions and caches the recent ones: each write of an item needs those of its board. The
 * compiled form depends on the text and on the types of the columns that it names.
 */
class RememberedFormulas {
  /** Moves the entry to the end, as the most recently used. */
  private readonly known = new Map<string, Remembered>();
  private characters = 0;

  /** Throws like compileFormula. */
  compile(stored: string, columns: ColumnNames<FormulaColumn>): CompiledFormula {
    const known = this.known.get(stored);
    if (known && known.types === typesOf(known.formula, columns)) {
      this.known.delete(stored);
      this.known.set(stored, known);
      return known.formula;
    }
    const formula = compileFormula(stored, columns);
    if (formula.stored === stored) this.remember(stored, { formula, types: typesOf(formula, columns) });
    return formula;
  }

  private remember(stored: string, remembered: Remembered): void {
    if (!this.known.delete(stored)) this.characters += stored.length;
    this.known.set(stored, remembered);
    for (const [oldest] of this.known) {
      if (this.characters <= REMEMBERED_CHARACTERS) return;
      this.known.delete(oldest);
      this.characters -= oldest.length;
    }
  }
}

export const rememberedFormulas = new RememberedFormulas();

function typesOf({ dependsOn }: CompiledFormula, columns: ColumnNames<FormulaColumn>): string {
  return dependsOn.map((id) => columns.withId(id)?.type ?? 'gone').join(' ');
}
