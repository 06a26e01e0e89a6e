const SHOWN_LENGTH = 60;

/**
 * What was typed, for a reason of refusal; cut, because the input may be megabytes, and never through a character:
 * reasons are kept, and PostgreSQL keeps no half of one.
 */
export function quoted(text: string): string {
  if (text.length <= SHOWN_LENGTH) return `"${text.toWellFormed()}"`;
  const last = text.charCodeAt(SHOWN_LENGTH - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `"${text.slice(0, splitsPair ? SHOWN_LENGTH - 1 : SHOWN_LENGTH).toWellFormed()}…"`;
}
