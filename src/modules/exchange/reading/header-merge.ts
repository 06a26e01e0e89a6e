/** Between the values of a merged cell; entries contain commas and semicolons. */
const SEPARATOR = '\n';

/** Merges cells under equal headers, ignoring case, into one cell of several lines. */
export class HeaderMerge {
  readonly names: string[] = [];
  private readonly targets: number[];

  constructor(header: readonly string[]) {
    const known = new Map<string, number>();
    this.targets = header.map((name, at) => {
      const key = name.toLowerCase();
      const first = name === '' ? undefined : known.get(key);
      if (first !== undefined) return first;
      known.set(name === '' ? `\0${at}` : key, this.names.length);
      return this.names.push(name) - 1;
    });
  }

  merge(cells: readonly string[]): string[] {
    const merged = this.names.map(() => '');
    for (const [at, cell] of cells.entries()) {
      const target = this.targets[at]!;
      if (cell.trim() === '') continue;
      merged[target] = merged[target] === '' ? cell : `${merged[target]}${SEPARATOR}${cell}`;
    }
    return merged;
  }
}
