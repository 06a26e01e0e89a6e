const NUMBERED = /_x([0-9a-f]{4})_/gi;

/** Decodes the text of a workbook: characters that XML cannot contain are written as `_x000D_`. NUL is removed. */
export function xlsxText(written: string): string {
  if (!written.includes('_x')) return written;
  return written
    .replace(NUMBERED, (_, code: string) =>
      code === '0000' ? '' : String.fromCharCode(Number.parseInt(code, 16)),
    )
    .toWellFormed();
}
