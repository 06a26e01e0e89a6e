/** Whether a text has more characters than `max`. A character is a Unicode code point, so an emoji is one. */
export function hasMoreCharacters(text: string, max: number): boolean {
  // A code point is one or two units of JavaScript's length.
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _character of text) count += 1;
  return count > max;
}
