/** The entries of a cell that lists several: between semicolons or lines, or between commas where it has neither. */
export function splitList(text: string): string[] {
  const separator = /[;\n]/.test(text) ? /[;\n]/ : /,/;
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
