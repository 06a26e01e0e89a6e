/** The entries of a cell that contains a list, separated with semicolons or lines, or with commas if it has neither. */
export function splitList(text: string): string[] {
  const separator = /[;\n]/.test(text) ? /[;\n]/ : /,/;
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
