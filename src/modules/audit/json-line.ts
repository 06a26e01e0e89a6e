/** Characters that some readers treat as line ends, but JSON does not. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** A record as one line of JSON Lines. */
export function jsonLine(record: object): string {
  const text = JSON.stringify(record).replace(
    OTHER_LINE_ENDS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
