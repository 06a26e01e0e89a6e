const NUMBERED = /_x([0-9a-f]{4})_/gi;

/** A workbook's text: characters that XML cannot hold stand in it by their numbers, as `_x000D_`. NUL is in no text. */
export function xlsxText(written: string): string {
  if (!written.includes('_x')) return written;
  return written
    .replace(NUMBERED, (_, code: string) =>
      code === '0000' ? '' : String.fromCharCode(Number.parseInt(code, 16)),
    )
    .toWellFormed();
}
