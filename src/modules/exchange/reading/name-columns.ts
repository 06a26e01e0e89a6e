import { FILE_COLUMNS_MAX } from './file-table';
import type { Layout } from './layout';
import { UnreadableFile } from './unreadable-file';

/**
 * The names of a file's columns, and their indexes in its rows. A column with neither a name nor a cell is a trailing comma and
 * left out. Rejects equal names. Products export all of their fields: if these are too many, the empty ones are left out.
 */
export function nameColumns(
  header: readonly string[],
  isFilled: (at: number) => boolean,
  layout: Layout = 'table',
): { names: string[]; columns: number[] } {
  rejectDoubled(header);
  const named = [...header.keys()].filter((at) => header[at] !== '' || isFilled(at));
  const columns = named.length > FILE_COLUMNS_MAX && layout !== 'table' ? named.filter(isFilled) : named;
  if (columns.length > FILE_COLUMNS_MAX)
    throw new UnreadableFile(`More than ${FILE_COLUMNS_MAX} columns with cells`);
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
