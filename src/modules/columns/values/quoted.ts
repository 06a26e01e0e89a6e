const SHOWN_LENGTH = 60;

/** What was typed, for a reason of refusal; cut, because the input may be megabytes. */
export function quoted(text: string): string {
  return text.length > SHOWN_LENGTH ? `"${text.slice(0, SHOWN_LENGTH)}…"` : `"${text}"`;
}
