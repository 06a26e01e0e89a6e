import { splitList } from '../../../../column-types/cells/list-text';
import type { FileTable } from '../../reading/file-table';
import { indexOf, type ImportPlan } from '../import-plan';

/** Why a text names no row. */
type NoRow = 'unknown' | 'ambiguous';

/**
 * Rows of a file by their names for other rows: keys of one or several columns, or the row's name. A name of several rows
 * identifies none of them.
 */
export class RowReferences {
  private readonly keys = new Map<string, number | null>();
  private readonly names = new Map<string, number | null>();
  /** The two rows of a name that exactly two have. */
  private readonly twins = new Map<string, [number, number]>();

  constructor(keys: readonly Iterable<string>[], names: Iterable<string>) {
    for (const texts of keys) learn(this.keys, texts);
    learn(this.names, names, this.twins);
  }

  /** The rows that a cell names, and its references that name none. */
  resolve(text: string): { references: number; rows: number[]; missing: string[] } {
    const entries = splitList(text);
    const rows = new Set<number>();
    const missing: string[] = [];
    for (const entry of entries) {
      const row = this.rowOf(keyOf(entry));
      if (typeof row === 'number') rows.add(row);
      else missing.push(entry);
    }
    return { references: entries.length, rows: [...rows], missing };
  }

  /** The row that the whole cell names. A row is not its own parent because of its name, which the parent can have too. */
  parentOf(text: string, row: number): number | NoRow {
    const key = keyOf(text);
    if (this.keys.has(key)) return this.keys.get(key) ?? 'ambiguous';
    const named = this.names.get(key);
    if (named === null) {
      const twins = this.twins.get(key);
      const other = twins?.includes(row) ? twins.find((twin) => twin !== row) : undefined;
      return other ?? 'ambiguous';
    }
    return named === undefined || named === row ? 'unknown' : named;
  }

  /** Keys precede names: a match of a key is not looked up among names. */
  private rowOf(key: string): number | NoRow {
    const row = this.keys.has(key) ? this.keys.get(key) : this.names.get(key);
    return row ?? (row === null ? 'ambiguous' : 'unknown');
  }
}

function learn(
  known: Map<string, number | null>,
  texts: Iterable<string>,
  twins?: Map<string, [number, number]>,
): void {
  // The same row can have the same key in two columns.
  let row = 0;
  for (const text of texts) {
    const key = keyOf(text);
    if (key !== '') {
      const before = known.get(key);
      if (before === undefined) known.set(key, row);
      else if (before !== row) {
        known.set(key, null);
        if (before === null) twins?.delete(key);
        else twins?.set(key, [before, row]);
      }
    }
    row += 1;
  }
}

/** Numbers are written with and without leading zeros and a number sign. */
function keyOf(text: string): string {
  const key = text.trim().toLowerCase().replace(/^#/, '');
  return /^\d+$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
}

/**
 * The edges without those that close a cycle: a row that is still being visited is a predecessor. Iterative,
 * because a chain can be as long as the file.
 */
export function withoutCircles(predecessors: readonly (readonly number[])[]): number[][] {
  const kept: number[][] = predecessors.map(() => []);
  const state = new Uint8Array(predecessors.length);
  const [FRESH, OPEN, DONE] = [0, 1, 2];
  for (let start = 0; start < predecessors.length; start += 1) {
    if (state[start] !== FRESH) continue;
    const path = [{ row: start, next: 0 }];
    state[start] = OPEN;
    while (path.length > 0) {
      const top = path.at(-1)!;
      const target = predecessors[top.row]![top.next];
      top.next += 1;
      if (target === undefined) {
        state[top.row] = DONE;
        path.pop();
      } else if (state[target] !== OPEN) {
        kept[top.row]!.push(target);
        if (state[target] === FRESH) {
          state[target] = OPEN;
          path.push({ row: target, next: 0 });
        }
      }
    }
  }
  return kept;
}

/** How rows of the file refer to each other by the plan's keys and by name. */
export function referencesOf(
  table: FileTable,
  { keyIndex, keyIndexes, ...plan }: Pick<ImportPlan, 'keyIndex' | 'keyIndexes' | 'targets'>,
): RowReferences {
  const nameIndex = indexOf(plan, 'name');
  const textsOf = (index: number) => table.rows.map((row) => row[index]!);
  const keys = keyIndexes ?? (keyIndex === null ? [] : [keyIndex]);
  return new RowReferences(keys.map(textsOf), nameIndex === -1 ? [] : textsOf(nameIndex));
}
