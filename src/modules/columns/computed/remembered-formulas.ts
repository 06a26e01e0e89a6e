import type { ColumnNames, CompiledFormula, FormulaColumn } from '../formula';
import { compileFormula } from '../formula';

/** Characters of all expressions that are remembered: some fifty megabytes of closures at worst. */
const REMEMBERED_CHARACTERS = 500_000;

interface Remembered {
  formula: CompiledFormula;
  /** Of the columns that it names, in their order. */
  types: string;
}

/**
 * Compiles stored expressions, and those of late not again: a board's are needed with each write of its items. What a
 * stored one compiles to follows from its text and from the types of the columns whose ids it names.
 */
class RememberedFormulas {
  /** The one used last comes last. */
  private readonly known = new Map<string, Remembered>();
  private characters = 0;

  /** Refuses as compileFormula does. */
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
