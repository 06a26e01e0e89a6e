import { UnreadableFile } from './unreadable-file';

/**
 * The names of a file's columns, and their indexes in its rows. A column with neither a name nor a cell is a trailing comma and
 * left out. Rejects equal names.
 */
export function nameColumns(
  header: readonly string[],
  isFilled: (at: number) => boolean,
): { names: string[]; columns: number[] } {
  rejectDoubled(header);
  const columns = [...header.keys()].filter((at) => header[at] !== '' || isFilled(at));
  return { names: columns.map((at) => header[at] || `Column ${at + 1}`), columns };
}

/** A mapping names columns by their headers. */
function rejectDoubled(header: readonly string[]): void {
  const known = new Map<string, number>();
  for (const [at, name] of header.entries()) {
    const first = known.get(name.toLowerCase());
    if (first !== undefined && name !== '') {
      const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
      throw new UnreadableFile(`Columns ${first + 1} and ${at + 1} have the same header, "${shown}"`);
    }
    known.set(name.toLowerCase(), at);
  }
}
