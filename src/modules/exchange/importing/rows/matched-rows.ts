import type { ItemId } from '../../../../kernel/ids';

/** A row that identifies no item, or not only one. */
export interface KeyProblem {
  row: number;
  reason: string;
}

/** Rows of a file and the items that they update, by the texts of one column. */
export class MatchedRows {
  /** For each row the item that it updates, null for a new item. */
  readonly of: (ItemId | null)[];
  readonly problems: KeyProblem[] = [];
  private readonly rows = new Map<string, number>();

  constructor(texts: readonly string[]) {
    this.of = texts.map(() => null);
    for (const [row, text] of texts.entries()) {
      const key = text.trim();
      const first = this.rows.get(key);
      if (key === '')
        this.problems.push({ row, reason: 'A value is needed, because it identifies the item' });
      else if (first !== undefined)
        this.problems.push({ row, reason: `"${key}" is in several rows of the file` });
      else this.rows.set(key, row);
    }
  }

  get keys(): string[] {
    return [...this.rows.keys()];
  }

  get ids(): ItemId[] {
    return this.of.filter((id) => id !== null);
  }

  match(items: ReadonlyMap<string, readonly ItemId[]>): void {
    for (const [key, row] of this.rows) {
      const [id, ...more] = items.get(key) ?? [];
      if (id === undefined) continue;
      this.of[row] = id;
      if (more.length > 0)
        this.problems.push({ row, reason: `${more.length + 1} items of the board have the value "${key}"` });
    }
  }
}
