/** What makes a spreadsheet take a text for a formula; behind apostrophes too, so that what is guarded reads back. */
const FORMULA_START = /^'*[=+\-@\t\r]/;
const GUARDED = /^'(?='*[=+\-@\t\r])/;

/** A text that no spreadsheet runs as a formula: CSV and formula injection end here. */
export function guarded(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** The text as it was before it was guarded. */
export function unguarded(text: string): string {
  return text.replace(GUARDED, '');
}
