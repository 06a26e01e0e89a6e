const SHOWN_LENGTH = 60;

/**
 * The input, quoted in an error reason; truncated, because it can be megabytes, and never within a character: reasons
 * are stored, and PostgreSQL rejects half of a surrogate pair.
 */
export function quoted(text: string): string {
  if (text.length <= SHOWN_LENGTH) return `"${text.toWellFormed()}"`;
  const last = text.charCodeAt(SHOWN_LENGTH - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `"${text.slice(0, splitsPair ? SHOWN_LENGTH - 1 : SHOWN_LENGTH).toWellFormed()}…"`;
}
