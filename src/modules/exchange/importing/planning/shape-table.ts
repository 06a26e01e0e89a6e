import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DerivedColumn, Preset } from '../../presets/preset';
import type { FileTable } from '../../reading/file-table';
import { plainHeader } from '../../reading/plain-header';

/** Rows that are processed between two turns of the event loop. */
const ROWS_A_TURN = 5_000;

/** The table of a product without the rows that it does not import. */
export function withoutOmitted(table: FileTable, preset: Preset | null): FileTable {
  const omitted = preset?.omitted ?? null;
  const at = table.header.findIndex((header) => plainHeader(header) === omitted);
  if (at === -1) return table;
  const kept = [...table.rows.keys()].filter((row) => table.rows[row]![at]!.trim().toLowerCase() !== 'true');
  if (kept.length === table.rows.length) return table;
  return {
    ...table,
    rows: kept.map((row) => table.rows[row]!),
    lines: kept.map((row) => table.lines[row]!),
    ignored: table.ignored + table.rows.length - kept.length,
  };
}

/** The columns of the preset that can be made from this table. */
export function derivedOf(table: FileTable, preset: Preset | null): DerivedColumn[] {
  const headers = new Set(table.header.map(plainHeader));
  return (preset?.derived ?? []).filter(
    ({ header, from }) => !headers.has(plainHeader(header)) && from.every((each) => headers.has(each)),
  );
}

/** The table with further columns behind its own. */
export async function withDerived(table: FileTable, derived: readonly DerivedColumn[]): Promise<FileTable> {
  if (derived.length === 0) return table;
  const plain = table.header.map(plainHeader);
  const columns = derived.map(({ from, how }) => ({
    how,
    at: from.map((header) => plain.indexOf(plainHeader(header))).filter((at) => at !== -1),
  }));
  const rows: string[][] = [];
  for (const [index, row] of table.rows.entries()) {
    const made = columns.map(({ how, at }) => {
      const text = at.map((each) => row[each]!).find((cell) => cell.trim() !== '');
      if (how === 'copy') return text ?? '';
      return text === undefined ? 'no' : 'yes';
    });
    rows.push([...row, ...made]);
    if (index % ROWS_A_TURN === 0) await nextTurn();
  }
  return {
    ...table,
    header: [...table.header, ...derived.map(({ header }) => header)],
    columns: [...table.columns, ...derived.map(() => -1)],
    rows,
  };
}
