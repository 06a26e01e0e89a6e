const SPECIAL = /[\\\n\r\t]/;
const SPECIALS = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One row in the text format of COPY. */
export function copyRow(fields: readonly (string | number | null)[]): string {
  let row = '';
  for (let at = 0; at < fields.length; at += 1) {
    if (at > 0) row += '\t';
    const field = fields[at]!;
    if (field === null) row += '\\N';
    else if (typeof field === 'number') row += String(field);
    else row += SPECIAL.test(field) ? field.replace(SPECIALS, (character) => ESCAPES[character]!) : field;
  }
  return `${row}\n`;
}
