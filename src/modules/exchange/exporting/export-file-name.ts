export const EXPORT_FORMATS = ['csv', 'json', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const NAME_MAX = 80;
/** Characters that end a path, a header or a name on some system. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|%]/gu;

/** A file name that is valid on every system, from a board's name. */
export function exportFileName(boardName: string, format: ExportFormat): string {
  const safe = boardName
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const cut = [...safe]
    .slice(0, NAME_MAX)
    .join('')
    .replace(/[. ]+$/, '');
  return `${cut || 'Board'}.${format}`;
}
