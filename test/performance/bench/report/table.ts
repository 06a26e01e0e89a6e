export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of first columns with text, aligned left; the others are figures. */
  readonly wordColumns: number;
}

export function plainTable({ head, rows, wordColumns }: Table): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column < wordColumns ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable({ head, rows, wordColumns }: Table): string {
  const rule = head.map((_, column) => (column < wordColumns ? '---' : '---:'));
  return [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
