/** A CSV file as most products write it: commas, CRLF, quotes where they are needed. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** Rows of records under a header in which names can be repeated: a list fills as many columns. */
export function rowsUnder(
  header: readonly string[],
  records: readonly Readonly<Record<string, string | readonly string[]>>[],
): string[][] {
  return records.map((record) => {
    const used = new Map<string, number>();
    return header.map((name) => {
      const at = used.get(name) ?? 0;
      used.set(name, at + 1);
      const value = record[name] ?? '';
      if (typeof value === 'string') return at === 0 ? value : '';
      return value[at] ?? '';
    });
  });
}
