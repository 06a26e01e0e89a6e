/**
 * The beginning of a text that a spreadsheet may run as a formula: a control character that spreadsheets drop or that ends
 * a cell, or an operator, also a full-width one, behind any characters that are invisible or spaces.
 */
const FORMULA = String.raw`(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])`;
/** Apostrophes in front count as well, so that a guarded text reads back as it was. */
const FORMULA_START = new RegExp(`^'*${FORMULA}`, 'u');
const GUARDED = new RegExp(`^'(?='*${FORMULA})`, 'u');

const ZERO = 48;
const EQUALS = 61;
const AT = 64;
const TILDE = 126;

/** Most texts begin with a letter or a digit, which spares them the expression. */
function beginsPlainly(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= ZERO && code <= TILDE && code !== EQUALS && code !== AT;
}

/** Puts an apostrophe before a text that a spreadsheet could run as a formula. Stops CSV injection. */
export function guarded(text: string): string {
  return !beginsPlainly(text) && FORMULA_START.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `guarded` added. */
export function unguarded(text: string): string {
  return text.startsWith("'") ? text.replace(GUARDED, '') : text;
}
