import { splitList } from '../../../../column-types/cells/list-text';
import type { FileTable } from '../../reading/file-table';
import { indexOf, type ImportPlan } from '../import-plan';

/**
 * Rows of a file by their names for other rows: a key, or the row's name. A name of several rows identifies none
 * of them.
 */
export class RowReferences {
  private readonly rows = new Map<string, number | null>();

  constructor(keys: Iterable<string>, names: Iterable<string>) {
    this.learn(keys);
    this.learn(names);
  }

  /** The rows that a cell names, and the number of its references. */
  resolve(text: string): { references: number; rows: number[] } {
    const entries = splitList(text);
    const rows = entries.flatMap((entry) => this.rows.get(keyOf(entry)) ?? []);
    return { references: entries.length, rows: [...new Set(rows)] };
  }

  /** Keys precede names: a match of a key is not looked up among names. */
  private learn(texts: Iterable<string>): void {
    const known = new Map<string, number | null>();
    let row = 0;
    for (const text of texts) {
      const key = keyOf(text);
      if (key !== '') known.set(key, known.has(key) ? null : row);
      row += 1;
    }
    for (const [key, at] of known) if (!this.rows.has(key)) this.rows.set(key, at);
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

/** How rows of the file refer to each other by the plan's key and by name. */
export function referencesOf(
  table: FileTable,
  { keyIndex, ...plan }: Pick<ImportPlan, 'keyIndex' | 'targets'>,
): RowReferences {
  const nameIndex = indexOf(plan, 'name');
  const textsOf = (index: number | null) =>
    index === null || index === -1 ? [] : table.rows.map((row) => row[index]!);
  return new RowReferences(textsOf(keyIndex), textsOf(nameIndex));
}
