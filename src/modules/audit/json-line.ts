/** Ends of lines to some readers, and none to JSON. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** One record as a line of JSON Lines, whatever its texts hold. */
export function jsonLine(record: object): string {
  const text = JSON.stringify(record).replace(
    OTHER_LINE_ENDS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
