import { quoted } from '../../values/quoted';
import type { FormulaColumn } from '../compiled-formula';
import { InvalidFormula } from '../invalid-formula';

const COLUMN_ID = /^col_[0-9A-Z]{26}$/;

/** The columns that an expression can refer to, by id or by name; names ignore case and outer spaces. */
export class ColumnNames<Column extends Pick<FormulaColumn, 'id' | 'name'>> {
  private readonly byId: ReadonlyMap<string, Column>;
  /** null for a name that several columns have. */
  private readonly byName = new Map<string, Column | null>();

  constructor(columns: readonly Column[]) {
    this.byId = new Map(columns.map((column) => [column.id, column]));
    for (const column of columns) {
      const name = folded(column.name);
      this.byName.set(name, this.byName.has(name) ? null : column);
    }
  }

  /** The column with a name. Throws InvalidFormula if there is none, or more than one. */
  named(reference: string, position: number): Column {
    const known = this.byId.get(reference);
    if (known) return known;
    const column = this.byName.get(folded(reference));
    if (column) return column;
    if (column === null) {
      throw new InvalidFormula(
        position,
        `Several columns have the name ${quoted(reference)}: rename one, or write its id in the braces`,
      );
    }
    throw new InvalidFormula(
      position,
      COLUMN_ID.test(reference)
        ? `The column ${reference} was deleted`
        : `There is no column with the name ${quoted(reference)}`,
    );
  }

  /** The column with an id; undefined if there is none. */
  withId(id: string): Column | undefined {
    return this.byId.get(id);
  }

  /** The reference to a column as users write it: its name, or its id if the name is not unique. */
  written(id: string): string {
    const column = this.byId.get(id);
    if (!column) return id;
    const name = column.name.trim();
    const isItsOwn = name !== '' && !this.byId.has(name) && this.byName.get(folded(name)) === column;
    return isItsOwn ? name.replaceAll('}', '}}') : id;
  }
}

function folded(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
